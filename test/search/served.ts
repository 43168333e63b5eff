// A static server with the files of an index, and the page's search over it.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { openRequests } from '../../src/library/requests.ts';
import { addField } from '../../src/outputs/filters/add-field.ts';
import { filtersPath, type FiltersFile } from '../../src/outputs/filters/file-format.ts';
import type { FoundCourse } from '../../src/outputs/search/file-format.ts';
import { openSearch, type Search } from '../../src/library/search/search.ts';

export interface FoundCourses {
  readonly total: number;
  readonly courses: readonly FoundCourse[];
}

export interface Server {
  /** A search that has loaded nothing yet, with a clock. */
  readonly open: (now?: () => number) => Search;
  /** The paths requested since the last `forget`. */
  readonly requests: readonly string[];
  readonly forget: () => void;
  /** The bytes sent since then, uncompressed. */
  readonly sent: () => number;
  /** Whether every request fails. */
  isDown: boolean;
  readonly close: () => void;
}

/**
 * Serves the files of an index by path, under a prefix. Those of `cached`, of an older build, are served instead except for requests that bypass
 * the cache, as a browser cache would.
 */
export async function serve(
  files: Readonly<Record<string, string>>,
  cached: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/prefix/', '');
    requests.push(path);
    const isReload = request.headers['cache-control'] === 'no-cache';
    const file = (isReload ? undefined : cached[path]) ?? files[path];
    const text = served.isDown ? undefined : (file ?? (path === filtersPath ? filtersOf(files) : undefined));
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(text);
  });
  // Otherwise the server may close an idle connection just as the next request is sent.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const served: Server = {
    open: (now) =>
      openSearch(openRequests(new URL(`http://127.0.0.1:${port}/prefix/`)), now, undefined, async (...field) =>
        addField(...field),
      ),
    requests,
    forget: () => void (requests.length = 0),
    sent: () => requests.reduce((sum, path) => sum + Buffer.byteLength(files[path] ?? ''), 0),
    isDown: false,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return served;
}

/** The courses that match a query: the first of them, and how many there are. */
export async function find(search: Search, query: string, limit: number): Promise<FoundCourses> {
  const { total, first } = await search.filter({ query, choices: [], sort: 'match' });
  return { total, courses: await first(limit) };
}

/** The filters of the courses in the files, which have none. */
export function filtersOf(files: Readonly<Record<string, string>>): string {
  const courses = Object.entries(files).flatMap(([path, text]): readonly FoundCourse[] =>
    path.startsWith('search/courses/') ? JSON.parse(text) : [],
  );
  const ids = courses.map(({ id }) => id).toSorted((a, b) => a - b);
  const none = { sets: [['']], courses: ids.map(() => 0) };
  const file: FiltersFile = {
    ids: ids.map((id, at) => id - (ids[at - 1] ?? 0)),
    language: none,
    category: none,
    provider: none,
    day: none,
  };
  return JSON.stringify(file);
}

/** Serves such files while `use` runs. */
export async function serving<T>(
  files: Readonly<Record<string, string>>,
  use: (server: Server, search: Search) => Promise<T>,
  cached: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await serve(files, cached);
  try {
    return await use(server, server.open());
  } finally {
    server.close();
  }
}
