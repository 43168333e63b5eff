// Changes the OpenAPI document to use the site of this page as its server.

export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Samples by method and path of their operation: `get /api/v1/providers/`. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The document with `root` as its only server, in the samples too, so that requests from a preview or a copy go to that
 * preview or copy. `root` has no trailing slash.
 */
export function documentAt(root: string, document: JsonObject): JsonObject {
  const server = serverOf(document);
  const description = 'the site of this page';
  const moved = { ...document, servers: [{ url: root, description }] };
  return server === undefined || server === root
    ? moved
    : // A function, since `$&` in a URL would be special in a replacement string.
      withSamples(moved, (source) => source.replaceAll(server, () => root));
}

/** The samples (`x-codeSamples`) of all operations that have any. */
export function samplesOf(document: JsonObject): Samples {
  const samples = new Map<string, readonly Sample[]>();
  for (const [path, methods] of objectsIn(document['paths']))
    for (const [method, operation] of objectsIn(methods)) {
      const found = samplesIn(operation);
      if (found.length > 0) samples.set(keyOf(method, path), found);
    }
  return samples;
}

export function keyOf(method: string, path: string): string {
  return `${method} ${path}`;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withSamples(document: JsonObject, change: (source: string) => string): JsonObject {
  const changed = (operation: JsonObject) => {
    const samples = samplesIn(operation).map((sample) => ({ ...sample, source: change(sample.source) }));
    return samples.length > 0 ? { ...operation, 'x-codeSamples': samples } : operation;
  };
  const eachOf = (value: unknown, map: (one: JsonObject) => JsonObject) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isObject(one) ? map(one) : one]))
      : {};
  return { ...document, paths: eachOf(document['paths'], (methods) => eachOf(methods, changed)) };
}

function serverOf(document: JsonObject): string | undefined {
  const servers: unknown = document['servers'];
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isObject(first) ? first['url'] : undefined;
  const server = typeof url === 'string' ? url.replace(/\/$/u, '') : '';
  return server === '' ? undefined : server;
}

function samplesIn(operation: JsonObject): Sample[] {
  const samples: unknown = operation['x-codeSamples'];
  return Array.isArray(samples) ? samples.filter(isSample) : [];
}

function isSample(value: unknown): value is Sample {
  return isObject(value) && ['lang', 'label', 'source'].every((name) => typeof value[name] === 'string');
}

function objectsIn(value: unknown): [string, JsonObject][] {
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => (isObject(one) ? [[key, one]] : [])) : [];
}
