// The filters of a list: their values with counts, in words, and the orders of its courses.
import { mostByTitle } from '../../library/search/filter-and-sort.ts';
import { isFilterName } from '../../outputs/filters/file-format.ts';
import { mostBeside, type Filter, type FilterBar, type FilterValue } from '../../outputs/shared/filter-bar.ts';
import type { LoadedList } from './load-list.ts';

/** Loads the fields that are shown as filters beside the others, or all of them. */
export async function loadFilters({ names, results }: LoadedList, isAll: boolean): Promise<void> {
  const shown = isAll ? names.filters : names.filters.slice(0, mostBeside);
  await Promise.all(shown.filter((name) => !isFilterName(name)).map(async (name) => results.loadField(name)));
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
