// Folders served on this machine as a service of the interface would serve them.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

export interface Served {
  readonly base: string;
  /** The path and query of every request. */
  readonly log: string[];
  /** The status of every response from the folder. */
  readonly statuses: number[];
  /** The user agent of every request. */
  readonly agents: Set<string | undefined>;
}

/** Changes a response: sends its own and returns true, or leaves it to the folder. */
export type Meddle = (path: string, response: ServerResponse, base: string) => boolean;

/** Serves a folder until `use` is done. `?page=2` is `page/2/index.json` or `page=2.json`. */
export async function serving<T>(
  folder: string,
  use: (served: Served) => Promise<T>,
  meddle: Meddle = () => false,
): Promise<T> {
  const log: string[] = [];
  const served = { base: '', log, statuses: new Array<number>(), agents: new Set<string | undefined>() };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    log.push(path);
    if (meddle(path, response, served.base)) return;
    served.agents.add(request.headers['user-agent']);
    const file = fileFor(folder, path);
    const body = file === undefined ? '{"detail":"Not found."}' : readFileSync(file);
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = file !== undefined && request.headers['if-none-match'] === etag;
    const status = file === undefined ? 404 : isKnown ? 304 : 200;
    served.statuses.push(status);
    const headers = { 'content-type': 'application/json', date: 'Mon, 02 Mar 2026 10:00:00 GMT', etag };
    response.writeHead(status, headers).end(isKnown ? undefined : body);
  });
  // On a busy machine a connection may be idle for long between two requests of one import.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  served.base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  try {
    return await use(served);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

function fileFor(folder: string, path: string): string | undefined {
  const url = new URL(path, 'http://host');
  const below = join(folder, decodeURIComponent(url.pathname));
  const page = url.searchParams.get('page');
  const files =
    page === null
      ? [join(below, 'index.json'), below]
      : [join(below, `page/${page}/index.json`), join(below, `page=${page}.json`)];
  return files.find((file) => existsSync(file) && statSync(file).isFile());
}
