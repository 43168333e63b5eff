// The files of the index as a browser gets them: each once, however often it is asked for.
import {
  termsPath,
  coursesPath,
  holdersPath,
  searchIndexPath,
  type Chunk,
  type FoundCourse,
  type Holders,
  type SearchIndex,
} from '../../site/search/format.ts';

/** The files do not belong together: they are of more than one build, as caches may keep each for a while. */
export class Outdated extends Error {}

/**
 * The files below the root of a published catalog. A file that could not be had is asked for again the next time. Where
 * one is missing it rejects with `Outdated`.
 */
export interface IndexFiles {
  readonly index: () => Promise<SearchIndex>;
  readonly chunk: (first: string) => Promise<Chunk>;
  readonly holders: (first: string, term: string) => Promise<Holders>;
  readonly courses: (file: number) => Promise<readonly FoundCourse[]>;
}

/** As a browser names it: `reload` reads past its cache. */
export type Caching = 'default' | 'reload';

/** The files below `root`, whose path ends with a slash. */
export function openFiles(root: URL, cache: Caching = 'default'): IndexFiles {
  const files = new Map<string, Promise<unknown>>();
  // What a build wrote is as the format says it is: nothing is validated here.
  const read = async <T>(path: string): Promise<T> => {
    const known = files.get(path);
    const file = known ?? fetchJson(new URL(path, root), cache);
    if (known === undefined) {
      files.set(path, file);
      file.catch(() => files.delete(path));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return (await file) as T;
  };
  return {
    index: () => read<SearchIndex>(searchIndexPath),
    chunk: (first) => read<Chunk>(termsPath(first)),
    holders: (first, term) => read<Holders>(holdersPath(first, term)),
    courses: (file) => read<readonly FoundCourse[]>(coursesPath(file)),
  };
}

async function fetchJson(address: URL, cache: Caching): Promise<unknown> {
  // A value of its own: the types of Node know no cache, and leave a name that they do not know only in such a one.
  const how = { method: 'GET', cache };
  const response = await fetch(address, how);
  const failure = `${address.href} answered with ${response.status}`;
  if (response.status === 404) throw new Outdated(failure);
  if (!response.ok) throw new Error(failure);
  return response.json();
}
