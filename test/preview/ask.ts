// Requests exactly as written: no client in between normalizes the path.
import { request, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as the body. */
  readonly body?: string;
  /** Reuses connections; otherwise each request has its own. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request to the server at `base`. */
export function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, agent }: RequestOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sized = body === undefined ? headers : { 'Content-Length': Buffer.byteLength(body), ...headers };
    const sent = request({ hostname, port, path, method, headers: sized, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers: named, rawHeaders } = response;
        resolve({ status, headers: named, rawHeaders, bytes, text: bytes.toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends a request and parses the response as JSON. */
export async function askJson<T>(base: string, path: string): Promise<T> {
  return JSON.parse((await ask(base, path)).text);
}
