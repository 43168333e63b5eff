// The files of the index as a browser gets them: each once, however often it is asked for.
import {
  chunkPath,
  coursesPath,
  holdersPath,
  searchIndexPath,
  type Chunk,
  type FoundCourse,
  type Holders,
  type SearchIndex,
} from '../../site/search/format.ts';

/** The files below the root of a published catalog. A file that could not be had is asked for again the next time. */
export interface IndexFiles {
  readonly index: () => Promise<SearchIndex>;
  readonly chunk: (first: string) => Promise<Chunk>;
  readonly holders: (first: string, term: string) => Promise<Holders>;
  readonly courses: (file: number) => Promise<readonly FoundCourse[]>;
}

/** The files below `root`, whose path ends with a slash. */
export function openFiles(root: URL): IndexFiles {
  const files = new Map<string, Promise<unknown>>();
  // What a build wrote is as the format says it is: nothing is validated here.
  const read = async <T>(path: string): Promise<T> => {
    const known = files.get(path);
    const file = known ?? fetchJson(new URL(path, root));
    if (known === undefined) {
      files.set(path, file);
      file.catch(() => files.delete(path));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return (await file) as T;
  };
  return {
    index: () => read<SearchIndex>(searchIndexPath),
    chunk: (first) => read<Chunk>(chunkPath(first)),
    holders: (first, term) => read<Holders>(holdersPath(first, term)),
    courses: (file) => read<readonly FoundCourse[]>(coursesPath(file)),
  };
}

async function fetchJson(address: URL): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} answered with ${response.status}`);
  return response.json();
}
