// What the reference uses of Swagger UI and of the React inside it.

/** An element, a text, or nothing. */
export type Child = object | string | null;

/** Properties as the renderer passes them; whoever reads one checks it. */
export type Properties = Readonly<Record<string, unknown>>;

export type Component<Given extends object = Properties> = (properties: Given) => Child;

export interface React {
  readonly createElement: <Given extends object>(
    type: string | Component<Given> | object,
    properties: Given | null,
    ...children: readonly Child[]
  ) => Child;
  readonly Fragment: object;
  readonly useState: <State>(initial: State) => readonly [State, (next: State) => void];
  readonly useSyncExternalStore: <State>(subscribe: (changed: () => void) => () => void, read: () => State) => State;
}

export interface System {
  readonly React: React;
  /** A component of the renderer by its name; `connected` gives it the state that it reads. */
  readonly getComponent: (name: string, connected: boolean) => object;
}

export interface Plugin {
  /** Components that are added, or stand in the place of the renderer's own. */
  readonly components?: Readonly<Record<string, Component>>;
  readonly wrapComponents?: Readonly<Record<string, (original: object) => Component>>;
}

/** Draws the reference. Its options are those of the renderer's documentation. */
export type SwaggerUi = (options: Readonly<Record<string, unknown>>) => unknown;
