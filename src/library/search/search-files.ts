// Loads the files of the search index and of the filters, each only once.
import { filtersIn, type Filters } from '../../outputs/filters/filters.ts';
import type { AddField } from '../../outputs/filters/add-field.ts';
import {
  filterCountsPath,
  filtersPath,
  fieldPath,
  languagesPath,
  type FilterCounts,
  type FiltersFile,
  type FieldFile,
  type TaggedLanguage,
} from '../../outputs/filters/file-format.ts';
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

/** The index files of the catalog. A file that failed to load is requested again the next time. Without `addField` there are no fields. */
export function openSearchFiles(requests: Requests, cache?: Caching, addField?: AddField) {
  const files = new Map<string, Promise<unknown>>();
  let filters: Filters | undefined;
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
    /** The filters, with these fields. */
    async filters(fields: readonly string[] = []): Promise<Filters> {
      const [file, ...added] = await Promise.all([
        read<FiltersFile>(filtersPath, 'ids'),
        ...fields.map(async (name) => [name, await read<FieldFile>(fieldPath(name), 'sets')] as const),
      ]);
      const loaded = (filters ??= filtersIn(file));
      for (const [name, field] of added)
        if (!loaded.has(name) && (await addField?.(loaded, name, field)) !== true)
          throw new CatalogError('is of other courses', requests.addressOf(fieldPath(name)), 200);
      return loaded;
    },
    languages: async () => read<readonly TaggedLanguage[]>(languagesPath, 'length'),
    filterCounts: async () => read<FilterCounts>(filterCountsPath, 'year'),
    hasFilters: () => filters !== undefined,
    addressOf: requests.addressOf,
    providers: async () => read<readonly ListedProvider[]>(addressOf('.', 'providers'), 'length'),
    categories: async () => read<readonly ListedCategory[]>(addressOf('.', 'categories'), 'length'),
  };
}
