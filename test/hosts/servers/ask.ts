// One raw request with its path unchanged, and the headers of the response with all of their values.
import { Agent } from 'node:http';
import { ask as request } from '../../preview/ask.ts';

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

/** It closes idle connections before servers do, which close them after five seconds or more: no request meets a close. */
const agent = new Agent({ keepAlive: true, timeout: 1000 });

/** Sends a request to the server at the origin of `address`. */
export async function ask(address: string, { path, ...options }: RawRequest): Promise<Response> {
  const { status, rawHeaders, bytes } = await request(address, path, { ...options, agent });
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    const before = headers.get(name);
    headers.set(name, `${before === undefined ? '' : `${before}, `}${rawHeaders[index + 1]}`);
  }
  return { status, headers, body: bytes };
}
