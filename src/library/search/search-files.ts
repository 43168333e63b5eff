// Loads the files of the search index and of the facets, each only once.
import { facetsIn, type Facets } from '../../outputs/facets/facets.ts';
import type { AddFact } from '../../outputs/facets/add-fact.ts';
import {
  facetCountsPath,
  facetsPath,
  factPath,
  type FacetCounts,
  type FacetsFile,
  type FactFile,
} from '../../outputs/facets/file-format.ts';
import {
  termsPath,
  courseFilePath,
  postingsPath,
  searchIndexPath,
  type TermFile,
  type FoundCourse,
  type Postings,
  type SearchIndex,
} from '../../outputs/search/file-format.ts';
import { addressOf } from '../../api/routes.ts';
import type { ListedCategory, ListedProvider } from '../../api/records.ts';
import { CatalogError } from '../errors.ts';
import { checkedBody, type Caching, type Requests } from '../requests.ts';

export type SearchFiles = ReturnType<typeof openSearchFiles>;

/** The index files of the catalog. A file that failed to load is requested again the next time. Without `addFact` there are no facts. */
export function openSearchFiles(requests: Requests, cache: Caching = 'default', addFact?: AddFact) {
  const files = new Map<string, Promise<unknown>>();
  let facets: Facets | undefined;
  // Hardly validated: the files come from a build of this same version.
  const read = async <Body>(path: string, field: keyof Body): Promise<Body> => {
    const loaded = files.get(path);
    const file = loaded ?? requests.json(path, cache);
    if (loaded === undefined) {
      files.set(path, file);
      file.catch(() => files.delete(path));
    }
    return checkedBody(await file, requests.addressOf(path), field);
  };
  return {
    index: async () => read<SearchIndex>(searchIndexPath, 'firsts'),
    terms: async (first: string) => read<TermFile>(termsPath(first), 'length'),
    postings: async (first: string, term: string) => read<Postings>(postingsPath(first, term), 'length'),
    courses: async (file: number) => read<readonly FoundCourse[]>(courseFilePath(file), 'length'),
    /** The facets, with these facts. */
    async facets(facts: readonly string[] = []): Promise<Facets> {
      const [file, ...added] = await Promise.all([
        read<FacetsFile>(facetsPath, 'ids'),
        ...facts.map(async (name) => [name, await read<FactFile>(factPath(name), 'sets')] as const),
      ]);
      const loaded = (facets ??= facetsIn(file));
      for (const [name, fact] of added)
        if (!loaded.has(name) && (await addFact?.(loaded, name, fact)) !== true)
          throw new CatalogError('is of other courses', requests.addressOf(factPath(name)), 200);
      return loaded;
    },
    facetCounts: async () => read<FacetCounts>(facetCountsPath, 'year'),
    hasFacets: () => facets !== undefined,
    addressOf: requests.addressOf,
    providers: async () => read<readonly ListedProvider[]>(addressOf('.', 'providers'), 'length'),
    categories: async () => read<readonly ListedCategory[]>(addressOf('.', 'categories'), 'length'),
  };
}
