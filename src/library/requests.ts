// Requests: reads what is below the root of a service. Every failure is an error with its address.
import type { CatalogOptions } from './catalog.ts';
import { CatalogError, NotFoundError } from './errors.ts';
import { turns } from '../turns.ts';

/** The `cache` option of `fetch`: `reload` bypasses the cache, `no-cache` asks whether what it has is current. */
export type Caching = 'default' | 'no-cache' | 'reload';

/** The body of a response while it comes. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

export type Requests = Omit<ReturnType<typeof openRequests>, 'revalidate'>;

/** Requests below `root`, whose path ends with a slash. `revive` makes the values that are read of those in the JSON. */
export function openRequests(
  root: URL,
  { fetch = globalThis.fetch, signal, concurrency = Number.POSITIVE_INFINITY }: CatalogOptions = {},
  revive?: (field: string, value: unknown) => unknown,
) {
  const inTurn = turns(concurrency);
  let usual: Caching = 'default';
  const addressOf = (path: string) => new URL(path, root).href;

  /** Only what is under way is shared: how long a response is fresh is for the browser's own cache to know. */
  const underWay = new Map<string, Promise<unknown>>();

  /** What is made of a response with status 200. */
  const read = async <Body>(path: string, decode: (response: Response) => Promise<Body>, cache = usual) =>
    inTurn(async () => {
      const address = addressOf(path);
      let hasAnswered = false;
      try {
        signal?.throwIfAborted();
        const response = await fetch(address, { cache, signal: signal ?? null });
        hasAnswered = true;
        const { ok, status } = response;
        if (ok) return await decode(response);
        await response.body?.cancel();
        throw new (status === 404 ? NotFoundError : CatalogError)(`answered with status ${status}`, address, status);
      } catch (cause) {
        signal?.throwIfAborted();
        throw hasAnswered ? failureOf(cause, address) : await unreachable(cause, address);
      }
    });

  /** What is made of a response with status 200 while it comes. */
  async function* stream<Part>(
    path: string,
    decode: (body: ByteStream) => AsyncIterable<Part>,
  ): AsyncGenerator<Part, void> {
    const file = await read(path, async (response) => response.body);
    try {
      yield* file ? decode(file) : [];
    } catch (cause) {
      throw failureOf(cause, addressOf(path));
    }
  }

  /** Anything as JSON. */
  const json = async (path: string, cache = usual): Promise<unknown> => {
    const key = `${cache} ${addressOf(path)}`;
    const decode = async (response: Response): Promise<unknown> => JSON.parse(await response.text(), revive);
    const reading = underWay.get(key) ?? read(path, decode, cache).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };

  /** JSON that has a field. */
  const body = async <Body>(path: string, field: keyof Body, isExpected?: (value: unknown) => boolean) =>
    checkedBody<Body>(await json(path), addressOf(path), field, isExpected);

  /** The error for a host that did not answer. A browser says the same of one that pages of others may not read: that answers a request whose answer stays hidden. */
  const unreachable = async (cause: unknown, address: string): Promise<CatalogError> => {
    const isHidden =
      Reflect.has(globalThis, 'origin') &&
      (await fetch(address, { mode: 'no-cors', cache: 'default', signal: signal ?? null }).then(
        () => true,
        () => false,
      ));
    const why = isHidden
      ? 'may not be read by other pages: its host has to send Access-Control-Allow-Origin'
      : `cannot be reached: ${String(innermost(cause))}; check the address, and that its server runs`;
    return new CatalogError(why, address, undefined, { cause });
  };

  return {
    root,
    addressOf,
    stream,
    json,
    body,
    /** From now on, asks whether what a cache has is current. */
    revalidate: () => void (usual = 'no-cache'),
  };
}

/** Only detects what is not from the API: a page to log in, for example. */
export function checkedBody<Body>(
  body: unknown,
  address: string,
  field: keyof Body,
  isExpected: (value: unknown) => boolean = (value) => value !== undefined,
): Body {
  const isBody = (value: unknown): value is Body =>
    typeof value === 'object' && value !== null && isExpected(Reflect.get(value, field));
  if (!isBody(body)) throw invalid(address);
  return body;
}

function failureOf(cause: unknown, address: string): CatalogError {
  if (cause instanceof CatalogError) return cause;
  if (cause instanceof SyntaxError) return invalid(address, cause);
  return new CatalogError(`cannot be read: ${String(innermost(cause))}`, address, undefined, { cause });
}

/** The reason of all reasons: `fetch` says no more than that it failed. A host with several addresses has a reason for each. */
function innermost(error: unknown): unknown {
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error instanceof Error && error.cause;
  return cause ? innermost(cause) : error;
}

function invalid(address: string, cause?: unknown): CatalogError {
  return new CatalogError('is not a valid API response', address, 200, { cause });
}
