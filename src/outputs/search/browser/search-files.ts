// Loads the files of the search index and of the facets, each only once.
import { facetsIn, type Facets } from '../../facets/browser/facets.ts';
import { facetCountsPath, facetsPath, type FacetCounts, type FacetsFile } from '../../facets/file-format.ts';
import {
  termsPath,
  courseFilePath,
  postingsPath,
  searchIndexPath,
  type TermFile,
  type FoundCourse,
  type Postings,
  type SearchIndex,
} from '../file-format.ts';
import { shortened } from '../../../text/shortened.ts';

/** The files are from more than one build, since each may be cached for a while. */
export class OutdatedIndexError extends Error {}

export type SearchFiles = ReturnType<typeof openSearchFiles>;

/** The `cache` option of `fetch`: `reload` bypasses the cache. */
export type Caching = 'default' | 'reload';

/**
 * The index files of the catalog at `root`, whose path ends with a slash. A file that failed to load is requested again
 * the next time. Rejects with `OutdatedIndexError` if a file is missing.
 */
export function openSearchFiles(root: URL, cache: Caching = 'default') {
  const files = new Map<string, Promise<unknown>>();
  let facets: Facets | undefined;
  // Not validated: the files come from a build of this same version.
  const read = async <T>(path: string): Promise<T> => {
    const loaded = files.get(path);
    const file = loaded ?? fetchJson(new URL(path, root), cache);
    if (loaded === undefined) {
      files.set(path, file);
      file.catch(() => files.delete(path));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return (await file) as T;
  };
  return {
    index: () => read<SearchIndex>(searchIndexPath),
    terms: (first: string) => read<TermFile>(termsPath(first)),
    postings: (first: string, term: string) => read<Postings>(postingsPath(first, term)),
    async courses(file: number): Promise<FoundCourse[]> {
      const courses = await read<readonly FoundCourse[]>(courseFilePath(file));
      return courses.map((course) => ({ ...course, title: shortened(course.title), author: shortened(course.author) }));
    },
    async facets(): Promise<Facets> {
      const file = await read<FacetsFile>(facetsPath);
      facets ??= facetsIn(file);
      return facets;
    },
    facetCounts: () => read<FacetCounts>(facetCountsPath),
    hasFacets: () => facets !== undefined,
  };
}

async function fetchJson(address: URL, cache: Caching): Promise<unknown> {
  // In a variable, because Node's types lack `cache` and TypeScript rejects unknown properties in a literal argument.
  const options = { method: 'GET', cache };
  const response = await fetch(address, options);
  const failure = `${address.href} answered with ${response.status}`;
  if (response.status === 404) throw new OutdatedIndexError(failure);
  if (!response.ok) throw new Error(failure);
  return response.json();
}
