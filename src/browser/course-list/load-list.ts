// Loads a list of courses: what its address asks for, in which order, and what of it is unknown.
import { mostByTitle, type FilteredCourses } from '../../library/search/filter-and-sort.ts';
import type { Choice } from '../../outputs/filters/filters.ts';
import { isFilterName } from '../../outputs/filters/file-format.ts';
import { ignoredPart, readAddress, type ListRequest } from './address.ts';
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
  await Promise.all(named.filter((name) => !isFilterName(name)).map(async (name) => all?.loadField(name)));
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
  const wanted = asked.sort ?? usual;
  const others = names.sorts.filter((sort) => sort !== 'match' && sort !== 'listed');
  const inOrder = async (sort: string) => catalog.filter({ query, list, choices, sort });
  const found = await inOrder(wanted);
  const isTooMany = wanted === 'title' && found.total > mostByTitle;
  const results = isTooMany ? await inOrder(usual) : found;
  const isBeyond = asked.page > Math.max(1, pagesOf(results));
  return {
    catalog,
    names,
    list,
    request: { ...asked, page: isBeyond ? 1 : asked.page, sort: isTooMany ? undefined : asked.sort },
    ignored: [
      ...unknown,
      ...(isTooMany ? [ignoredPart('sort', wanted)] : []),
      ...(isBeyond ? [ignoredPart('page', String(asked.page))] : []),
    ],
    results,
    sort: isTooMany ? usual : wanted,
    sorts: [...new Set([usual, ...others, wanted])],
  };
}

export function pagesOf({ total }: FilteredCourses): number {
  return Math.ceil(total / pageSize);
}

function valuesOf(results: FilteredCourses | undefined, filter: string): string[] {
  return (results?.counts(filter) ?? []).map(([value]) => value);
}
