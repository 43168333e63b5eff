// What the API reference reads of the OpenAPI document. The build has just made it, so that nothing is checked again.

type Named<T> = Readonly<Record<string, T>>;

export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Named<PathItem>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly headers: Named<{ readonly description: string; readonly schema: Schema }>;
    readonly responses: Named<Response>;
  };
}

export interface Tag {
  readonly name: string;
  /** The heading, if it is not the name. */
  readonly 'x-displayName'?: string;
  readonly description: string;
}

/** The operations after GET by their methods. A file beside the API has none. */
export interface PathItem {
  readonly get: Operation;
  readonly head?: Operation;
  readonly options?: Operation;
  readonly parameters?: readonly Parameter[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly responses: Named<Response | { readonly $ref: string }>;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string | number;
}

export interface Response {
  readonly description: string;
  readonly content?: Named<{ readonly schema: Schema; readonly example?: unknown }>;
}

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Named<Schema>;
  readonly required?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly default?: string | number;
}
