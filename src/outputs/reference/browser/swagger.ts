// Types of the parts of Swagger UI, and of the React inside it, that the reference uses.

/** An element, a text, or nothing. */
export type Child = object | string | null;

/** Properties as Swagger UI passes them; check each before use. */
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
  /** A component of Swagger UI by name; `connected` gives it access to the state. */
  readonly getComponent: (name: string, connected: boolean) => object;
}

export interface Plugin {
  /** Components to add, or to replace those of Swagger UI. */
  readonly components?: Readonly<Record<string, Component>>;
  readonly wrapComponents?: Readonly<Record<string, (original: object) => Component>>;
}

/** Renders the reference. The options are documented by Swagger UI. */
export type SwaggerUi = (options: Readonly<Record<string, unknown>>) => unknown;
