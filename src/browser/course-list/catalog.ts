// A catalog as lists read it: its search, its filters, and the names of their values in the words of a reader.
import type { FilterRequest, FilteredCourses } from '../../library/search/filter-and-sort.ts';
import { openRequests } from '../../library/requests.ts';
import { openSearch } from '../../library/search/search.ts';
import { openWordFilters } from '../../library/search/word-filters.ts';
import { lazyAsync } from '../../memoize.ts';
import { addField } from '../../outputs/filters/add-field.ts';
import { fieldsPath, type PublishedField } from '../../outputs/filters/file-format.ts';
import type { ListedLanguage } from '../../api/records.ts';
import { addressOf } from '../../api/routes.ts';
import { withoutVariant } from '../../text/locales/language-names.ts';
import { openNames, type Names } from './names.ts';
import { preferredLanguages } from './visitor.ts';
import { namedChoices } from './named-choices.ts';
import type { Words } from './words.ts';

export interface ListCatalog {
  /** The address of its site, with a trailing slash. */
  readonly root: string;
  readonly words: Words;
  readonly names: () => Promise<Names>;
  /** As `filter` of the search, for queries with names of languages in the words of the reader. */
  readonly filter: (request: FilterRequest) => Promise<FilteredCourses>;
  /** The filters that words of a query name. */
  readonly wordFilters: () => Promise<ReturnType<typeof openWordFilters>>;
}

/** The catalogs of one language, by their addresses. */
export interface ListCatalogs {
  readonly words: Words;
  readonly at: (root: string) => ListCatalog;
}

export const everyCourse: FilterRequest = { query: '', choices: [], sort: 'newest' };

/** Opens the catalog at an address with a trailing slash. Loads nothing yet. */
export function openListCatalog(root: string, words: Words): ListCatalog {
  const requests = openRequests(new URL(root));
  const search = openSearch(requests, undefined, preferredLanguages(), async (...field) => addField(...field));
  const fields = lazyAsync(async () => requests.body<readonly PublishedField[]>(fieldsPath, 'length'));
  const names = lazyAsync(async () => openNames(...(await Promise.all([search.names(), fields()])), words));
  const languages = lazyAsync(async () => {
    if (words.language === 'en') return new Map<string, string>();
    const listed = await requests.body<readonly ListedLanguage[]>(addressOf('.', 'languages'), 'length');
    const named = listed.map(({ name }) => [withoutVariant(words.languageName(name)).toLowerCase(), name] as const);
    return new Map(named);
  });
  /** What is searched are the catalog's names of languages. */
  const inItsWords = async (query: string) => {
    // Without them, names are searched as they are typed.
    const known = query === '' ? undefined : await languages().catch(() => undefined);
    return query.replaceAll(/\S+/gu, (word) => withoutVariant(known?.get(word.toLowerCase()) ?? word));
  };
  const filter = async (request: FilterRequest) =>
    search.filter({ ...request, query: await inItsWords(request.query) });
  const wordFilters = lazyAsync(async () => {
    const [all, known] = await Promise.all([search.filter(everyCourse), names()]);
    return openWordFilters(namedChoices(known, all, words));
  });
  return { root, words, names, filter, wordFilters };
}
