// Loads a page of the results of a list and, where it is empty, what may be meant instead.
import { appliedFilters, withoutParts, type WordFilter } from '../../library/search/word-filters.ts';
import type { Choice } from '../../outputs/filters/filters.ts';
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import { wholeList, withChoice, type ListRequest } from './address.ts';
import type { ListCatalog } from './catalog.ts';
import { loadList, pageSize, type LoadedList } from './load-list.ts';
import { nextTask } from './when-wanted.ts';

/** Filters that are offered for words of a query. */
const mostOffers = 6;

/** A filter that is offered for words of the query: the list with it, and its number of courses. */
export interface Offer extends WordFilter {
  readonly request: ListRequest;
  readonly total: number;
}

/** The filters that words of the query name, with which there are courses. */
export async function loadOffers({ catalog, list, request, results }: LoadedList): Promise<Offer[]> {
  if (request.query.trim() === '') return [];
  const find = await catalog.wordFilters();
  const offers = find(request.query)
    .slice(0, mostOffers)
    .map(async (filter): Promise<Offer> => {
      const query = withoutParts(request.query, [filter]);
      const narrowed = { ...withChoice(request, ...filter.choice), query, sort: undefined };
      const total = await totalOf(catalog, list, narrowed);
      if (total > 0 || results.total > 0) return { ...filter, request: narrowed, total };
      // Where nothing is found at all, the filter by itself is better than nothing.
      const alone = { ...wholeList, choices: [filter.choice] };
      return { ...filter, request: alone, total: await totalOf(catalog, list, alone) };
    });
  return (await Promise.all(offers)).filter(({ total }) => total > 0);
}

/** Another request that finds courses where the present one finds none. */
export interface WayOut {
  /** The word that is left out; undefined for the filters. */
  readonly word: string | undefined;
  readonly request: ListRequest;
  readonly total: number;
}

/** Words of a query that can be left out. */
const mostWords = 8;

async function loadWaysOut({ catalog, list, request }: LoadedList): Promise<WayOut[]> {
  const words = request.query.trim().split(/\s+/u);
  const others = words.length < 2 ? [] : words.slice(0, mostWords);
  const ways = [
    ...others.map((word, index) => ({ word, changed: { query: words.toSpliced(index, 1).join(' ') } })),
    ...(request.choices.length === 0 ? [] : [{ word: undefined, changed: { choices: [] } }]),
  ].map(async ({ word, changed }): Promise<WayOut> => {
    const loosened = { ...request, ...changed, page: 1 };
    return { word, request: loosened, total: await totalOf(catalog, list, loosened) };
  });
  return (await Promise.all(ways)).filter(({ total }) => total > 0);
}

async function totalOf(
  catalog: ListCatalog,
  list: Choice | undefined,
  { query, choices }: ListRequest,
): Promise<number> {
  return (await catalog.filter({ query, list, choices, sort: 'newest' })).total;
}

/** A page of results: its courses, what words of the query may mean and, where there are no courses, ways out. */
export interface Results {
  readonly loaded: LoadedList;
  readonly courses: readonly FoundCourse[];
  readonly offers: readonly Offer[];
  /** Words of the query that became filters, as nothing was found with them. */
  readonly applied: readonly Choice[];
  readonly waysOut: readonly WayOut[];
}

/** Loads the page of a list; where it is empty and `mayApply`, with filters instead of the words that name them. */
export async function loadResults(loaded: LoadedList, mayApply: boolean): Promise<Results> {
  const { results, request, catalog, list, ignored } = loaded;
  const firstOf = async ({ results: found, request: { page } }: LoadedList) =>
    found.first(page * pageSize, (page - 1) * pageSize);
  if (results.total > 0) {
    // Together, so that nothing moves when the later ones come.
    const [courses, offers] = await Promise.all([firstOf(loaded), nextTask().then(async () => loadOffers(loaded))]);
    return { loaded, courses, offers, applied: [], waysOut: [] };
  }
  const filters = mayApply && request.query !== '' ? (await catalog.wordFilters())(request.query) : [];
  const { query, choices } = appliedFilters(request.query, filters);
  const narrowed = choices.reduce((narrower, [name, value]) => withChoice(narrower, name, value), {
    ...request,
    query,
  });
  const applied = filters.length > 0 ? await loadList(catalog, list, narrowed, ignored) : undefined;
  if (applied && applied.results.total > 0)
    return { loaded: applied, courses: await firstOf(applied), offers: [], applied: choices, waysOut: [] };
  const [offers, waysOut] = await Promise.all([loadOffers(loaded), loadWaysOut(loaded)]);
  return { loaded, courses: [], offers, applied: [], waysOut };
}
