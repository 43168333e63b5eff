// Loads what a list shows: the courses that its address asks for, and the filters with their counts.
import { mostByTitle, type FilteredCourses } from '../../library/search/filter-and-sort.ts';
import { appliedFilters, type WordFilter } from '../../library/search/word-filters.ts';
import type { Choice } from '../../outputs/facets/facets.ts';
import { isFacet } from '../../outputs/facets/file-format.ts';
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import { mostBeside, type Filter, type FilterBar, type FilterValue } from '../../outputs/shared/filter-bar.ts';
import { ignoredPart, readAddress, withChoice, type ListRequest } from './address.ts';
import { everyCourse, type ListCatalog } from './catalog.ts';
import type { Names } from './names.ts';

/** Courses on a page of results. */
export const pageSize = 20;

export interface LoadedList {
  readonly catalog: ListCatalog;
  readonly names: Names;
  /** The list whose courses are shown; undefined for all. */
  readonly list: Choice | undefined;
  readonly request: ListRequest;
  /** What is unknown of the address. */
  readonly ignored: readonly string[];
  readonly results: FilteredCourses;
  /** The order that they are in, and all that there are. */
  readonly sort: string;
  readonly sorts: readonly string[];
}

/** Loads a list as the query of an address asks for it. */
export async function readList(catalog: ListCatalog, list: Choice | undefined, search: string): Promise<LoadedList> {
  const names = await catalog.names();
  const { filters, sorts } = names;
  const named = filters.filter((name) => new URLSearchParams(search).has(name));
  const all = named.length > 0 ? await catalog.filter(everyCourse) : undefined;
  await Promise.all(named.filter((name) => !isFacet(name)).map(async (name) => all?.loadFact(name)));
  const values = new Map(named.map((name) => [name, new Set([...names.knownValues(name), ...valuesOf(all, name)])]));
  const hasValue = (name: string, value: string) => values.get(name)?.has(value) === true;
  const { request, ignored } = readAddress(search, { filters, sorts, hasValue });
  return loadList(catalog, list, request, ignored);
}

/** Loads a list as it is asked for. */
export async function loadList(
  catalog: ListCatalog,
  list: Choice | undefined,
  asked: ListRequest,
  unknown: readonly string[] = [],
): Promise<LoadedList> {
  const names = await catalog.names();
  const { query, choices } = asked;
  const isWhole = query === '' && choices.length === 0;
  const usual = query === '' ? (isWhole && list !== undefined ? 'listed' : 'newest') : 'match';
  const sorts = [...new Set([usual, ...names.sorts.filter((sort) => sort !== 'match' && sort !== 'listed')])];
  const wanted = asked.sort ?? usual;
  const isKnown = sorts.includes(wanted);
  const results = await catalog.filter({ query, list, choices, sort: isKnown ? wanted : usual });
  const isTooMany = wanted === 'title' && results.total > mostByTitle;
  const isBeyond = asked.page > Math.max(1, pagesOf(results));
  return {
    catalog,
    names,
    list,
    request: { ...asked, page: isBeyond ? 1 : asked.page, sort: isKnown && !isTooMany ? asked.sort : undefined },
    ignored: [
      ...unknown,
      ...(isKnown && !isTooMany ? [] : [ignoredPart('sort', wanted)]),
      ...(isBeyond ? [ignoredPart('page', String(asked.page))] : []),
    ],
    results,
    sort: isTooMany ? 'newest' : isKnown ? wanted : usual,
    sorts,
  };
}

export function pagesOf({ total }: FilteredCourses): number {
  return Math.ceil(total / pageSize);
}

/** Loads the facts that are shown as filters beside the others, or all of them. */
export async function loadFilters({ names, results }: LoadedList, isAll: boolean): Promise<void> {
  const shown = isAll ? names.filters : names.filters.slice(0, mostBeside);
  await Promise.all(shown.filter((name) => !isFacet(name)).map(async (name) => results.loadFact(name)));
}

/** The fields of the filters; those that are still to load have no values. */
export function filterBarOf(loaded: LoadedList): FilterBar {
  const { names, sorts, sort, results } = loaded;
  return {
    filters: names.filters.map((name): Filter => {
      return { name, label: names.labelOf(name), values: filterValues(name, loaded) };
    }),
    sorts: sorts.map((value) => {
      const isDisabled = value === 'title' && results.total > mostByTitle;
      return { value, name: names.sortName(value, isDisabled), isChosen: value === sort, isDisabled };
    }),
  };
}

/** The values that narrow the list; each category comes before those below it. */
function filterValues(
  filter: string,
  { catalog, names, list, request, results }: LoadedList,
): FilterValue[] | undefined {
  const counted = results.counts(filter);
  if (counted === undefined) return undefined;
  const counts = new Map(counted);
  const chosen = new Set(request.choices.flatMap(([name, value]) => (name === filter ? [value] : [])));
  // All courses of a list have its value.
  const ofList = list?.[0] === filter ? list[1] : undefined;
  const parentOf = (value: string) => names.parentOf(filter, value);
  const isShown = (value: string) => value !== ofList && (parentOf(value) !== undefined || chosen.has(value));
  const shown = new Set([...counts.keys(), ...chosen].filter(isShown));
  const below = new Map<string, string[]>();
  for (const value of shown) {
    const parent = parentOf(value) ?? '';
    if (shown.has(parent)) below.set(parent, [...(below.get(parent) ?? []), value]);
  }
  const valueOf = (value: string, isBelow: boolean): FilterValue => {
    const count = catalog.words.number(counts.get(value) ?? 0);
    return { value, name: names.nameOf(filter, value), count, isChosen: chosen.has(value), isBelow };
  };
  return [...shown]
    .filter((value) => !shown.has(parentOf(value) ?? ''))
    .flatMap((top) => [valueOf(top, false), ...(below.get(top) ?? []).map((value) => valueOf(value, true))]);
}

function valuesOf(results: FilteredCourses | undefined, filter: string): string[] {
  return (results?.counts(filter) ?? []).map(([value]) => value);
}

/** Filters that are offered for words of a query. */
const mostOffers = 6;

/** A filter that is offered for words of the query: the list with it, and its number of courses. */
export interface Offer extends WordFilter {
  readonly request: ListRequest;
  readonly total: number;
}

/** The filters that words of the query name, with which there are courses. */
export async function loadOffers({ catalog, list, request, sorts }: LoadedList): Promise<Offer[]> {
  if (request.query.trim() === '') return [];
  const find = await catalog.wordFilters();
  const offers = find(request.query)
    .slice(0, mostOffers)
    .map(async (filter): Promise<Offer> => {
      const [name, value] = filter.choice;
      const narrowed = { ...withChoice(request, name, value), query: filter.rest, sort: undefined };
      const { query, choices } = narrowed;
      const { total } = await catalog.filter({ query, list, choices, sort: sorts[0] ?? 'newest' });
      return { ...filter, request: narrowed, total };
    });
  return (await Promise.all(offers)).filter(({ total }) => total > 0);
}

/** A page of results: its courses and, where there are none, what words of the query may mean. */
export interface Results {
  readonly loaded: LoadedList;
  readonly courses: readonly FoundCourse[];
  /** Undefined until they are loaded. */
  readonly offers: readonly Offer[] | undefined;
  /** Words of the query that became filters, as nothing was found with them. */
  readonly applied: readonly Choice[];
}

/** Loads the page of a list; where it is empty and `mayApply`, with filters instead of the words that name them. */
export async function loadResults(loaded: LoadedList, mayApply: boolean): Promise<Results> {
  const { results, request, catalog, list, ignored } = loaded;
  const firstOf = async ({ results: found, request: { page } }: LoadedList) =>
    found.first(page * pageSize, (page - 1) * pageSize);
  if (results.total > 0) return { loaded, courses: await firstOf(loaded), offers: undefined, applied: [] };
  const filters = mayApply && request.query !== '' ? (await catalog.wordFilters())(request.query) : [];
  const { query, choices } = appliedFilters(request.query, filters);
  const narrowed = choices.reduce((narrower, [name, value]) => withChoice(narrower, name, value), {
    ...request,
    query,
  });
  const applied = filters.length > 0 ? await loadList(catalog, list, narrowed, ignored) : undefined;
  if (applied && applied.results.total > 0)
    return { loaded: applied, courses: await firstOf(applied), offers: [], applied: choices };
  return { loaded, courses: [], offers: await loadOffers(loaded), applied: [] };
}
