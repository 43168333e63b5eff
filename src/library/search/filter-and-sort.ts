// Filters and sorts the courses of a search, of a list or of the whole catalog.
import type { Choice, Filters } from '../../outputs/filters/filters.ts';
import { isFilterName, type FilterCounts } from '../../outputs/filters/file-format.ts';
import { memoize } from '../../memoize.ts';
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import type { QueryTerm } from '../../outputs/search/terms.ts';
import type { Ranked } from './ranking.ts';
import { orderByTitle, type RankedCourse } from './title-order.ts';

/** The best match, the newest, the title, or the order of lists in the API: ascending ids. */
export const usualSorts = ['match', 'newest', 'title', 'listed'] as const;
export type UsualSort = (typeof usualSorts)[number];
/** One of these, or the name of a field. */
export type Sort = string;

export function isUsualSort(sort: Sort): sort is UsualSort {
  return usualSorts.some((usual) => usual === sort);
}

export interface FilterRequest {
  /** Empty for courses of any text. */
  readonly query: string;
  /** The list whose courses are asked for; undefined for all. */
  readonly list?: Choice | undefined;
  readonly choices: readonly Choice[];
  /** What a value of a field has to be, as it is in the source. */
  readonly within?: readonly Within[] | undefined;
  readonly sort: Sort;
}

export type Within = readonly [field: string, isWithin: (value: string) => boolean];

export type FilteredCourses = ReturnType<typeof filterAndSort> & {
  /** Loads the values of a field, for `counts`. */
  readonly loadField: (name: string) => Promise<void>;
};
export type CountedCourses = Omit<FilteredCourses, 'first' | 'loadField'>;

/** Titles are in no file that is loaded as a whole, so only as many courses can be sorted by title as are loaded soon. */
export const mostByTitle = 200;

/** `ranking` has the courses that match the terms; all do if it is undefined. `preferred` has the languages of the reader. */
export function filterAndSort(
  filters: Filters,
  ranking: readonly Ranked[] | undefined,
  { list, choices, within = [], sort, terms }: FilterRequest & { readonly terms: readonly QueryTerm[] },
  preferred: ReadonlySet<string>,
  load: (courses: readonly Ranked[]) => Promise<readonly RankedCourse[]>,
) {
  const costs = new Map(ranking?.map(({ id, cost }) => [filters.withId(id) ?? -1, cost]));
  costs.delete(-1);
  const matching = ranking ? [...costs.keys()] : filters.all();
  const narrowed = (courses: readonly number[], chosen: readonly Choice[]) =>
    [...new Set(chosen.map(([name]) => name))].reduce((narrower, filter) => {
      const values = new Set(chosen.flatMap(([name, value]) => (name === filter ? [value] : [])));
      return narrower.filter(filters.having(filter, (value) => values.has(value)));
    }, courses);
  const listed = narrowed(matching, list ? [list] : []);
  const under = (chosen: readonly Choice[], ranges = within) =>
    ranges.reduce(
      (narrower, [field, isWithin]) => narrower.filter(filters.having(field, isWithin, true)),
      narrowed(listed, chosen),
    );
  const left = under(choices);
  const total = left.length;
  const dayOf = (course: number) => filters.valueOf('day', course);
  let inOrder: readonly number[] | undefined;
  const counted = memoize((filter) => {
    const isOther = ([name]: Choice | Within) => name !== filter;
    return filters.countIn(filter, under(choices.filter(isOther), within.filter(isOther)));
  });
  return {
    total,
    /** The values with courses, the largest first: how many there would be if it were the only choice of its filter. Undefined for a field that is not loaded. */
    counts: (filter: string) => (filters.has(filter) ? counted(filter) : undefined),
    /** The number of courses under other choices. */
    totalWith: (others: readonly Choice[]) => under(others).length,
    /** What a row shows of a course, and no list of the API has: the id of its provider, and its day of publication. */
    fieldsOf(id: number) {
      const course = filters.withId(id);
      if (course === undefined) return undefined;
      return { provider: filters.valueOf('provider', course), date_published: dayOf(course) };
    },
    /** Loads the courses from position `from` up to `limit`. `from` is a multiple of the size of a batch. */
    first: async (limit: number, from = 0): Promise<readonly FoundCourse[]> => {
      const isMine = filters.having('language', (language) => preferred.has(language));
      const costOf = (course: number) => costs.get(course) ?? 0;
      const newest = (a: number, b: number) => Number(dayOf(a) < dayOf(b)) - Number(dayOf(a) > dayOf(b)) || b - a;
      // Of equally good matches, those in a preferred language come first, and of these the newest.
      const match = (a: number, b: number) =>
        costOf(a) - costOf(b) || Number(isMine(b)) - Number(isMine(a)) || newest(a, b);
      const keyOf = (course: number) => filters.sortKeyOf(sort, course);
      const byField = (a: number, b: number) =>
        Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)) || newest(a, b);
      const isByTitle = sort === 'title' && total <= mostByTitle;
      // Too many to sort by title, and equal titles: the newest first.
      const usual = { match, newest, title: newest, listed: (a: number, b: number) => a - b };
      const order = isUsualSort(sort) ? usual[sort] : byField;
      // More than a few are no longer found faster than by sorting all.
      if (limit > fewFirst && !isByTitle) inOrder ??= left.toSorted(order);
      const first =
        inOrder?.slice(from, limit) ?? firstOf(left, isByTitle ? total : limit, order).slice(isByTitle ? 0 : from);
      const loaded = await load(first.map((course) => ({ id: filters.ids()[course] ?? 0, cost: costOf(course) })));
      if (sort === 'match') return orderByTitle(loaded, terms);
      const courses = loaded.map(({ course }) => course);
      const titles = new Intl.Collator(undefined, { numeric: true });
      return isByTitle ? courses.toSorted((a, b) => titles.compare(a.title, b.title)).slice(from, limit) : courses;
    },
  };
}

/** All courses, of which nothing but their counts is known. */
export function countedCourses(counts: FilterCounts): CountedCourses {
  const total = counts.year.reduce((sum, [, count]) => sum + count, 0);
  return {
    total,
    counts: (filter) => (isFilterName(filter) ? counts[filter] : undefined),
    totalWith: () => total,
    fieldsOf: () => undefined,
  };
}

const fewFirst = 200;

/** The first ones in an order. */
function firstOf(all: readonly number[], limit: number, compare: (a: number, b: number) => number): number[] {
  const first = all.slice(0, limit).toSorted(compare);
  for (const course of all.slice(limit)) {
    first.splice(first.findLastIndex((earlier) => compare(earlier, course) < 0) + 1, 0, course);
    first.pop();
  }
  return first;
}
