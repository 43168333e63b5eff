// One raw request with its path unchanged, since `fetch` would normalize `..`.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Response {
  readonly status: number;
  /** By lower-case name; repeated ones are joined with a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Sends a request to the server at the origin of `address`. */
export async function ask(address: string, { method = 'GET', path, headers = {} }: RawRequest): Promise<Response> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (incoming) => {
      const found = new Map<string, string>();
      for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
        const name = String(incoming.rawHeaders[index]).toLowerCase();
        const value = String(incoming.rawHeaders[index + 1]);
        const before = found.get(name);
        found.set(name, before === undefined ? value : `${before}, ${value}`);
      }
      const status = incoming.statusCode ?? 0;
      resolve(buffer(incoming).then((body) => ({ status, headers: found, body })));
    });
    sent.on('error', reject);
    sent.end();
  });
}
