// Browsing: the courses of a search, of a list or of the whole catalog, filtered and sorted.
import {
  courseAt,
  filter,
  having,
  providerOf,
  type Choice,
  type FacetCounts,
  type Facets,
} from '../../facets/browser/facets.ts';
import { dayOf } from '../../facets/file-format.ts';
import type { FoundCourse } from '../file-format.ts';
import type { QueryTerm } from '../terms.ts';
import type { Ranked } from './ranking.ts';
import { orderByTitle, type WeightedCourse } from './title-order.ts';

/** The best match, the newest, the title, or the order of lists in the API: ascending ids. */
export type Sort = 'match' | 'newest' | 'title' | 'listed';

export interface Asked {
  /** Empty for courses of any text. */
  readonly query: string;
  /** The list whose courses are asked for; undefined for all. */
  readonly list?: Choice | undefined;
  readonly choices: readonly Choice[];
  readonly sort: Sort;
}

export interface Browsed {
  readonly total: number;
  /** The first ones; none until they are loaded. */
  readonly courses: readonly FoundCourse[];
  readonly counts: FacetCounts;
  /** The number of courses under other choices. */
  readonly totalWith: (choices: readonly Choice[]) => number;
  /** What a row shows of a course, and no list of the API has: the id of its provider, and its day of publication. */
  readonly factsOf: (id: number) => { readonly provider: string; readonly date_published: string } | undefined;
}

/** Titles are in no file that is loaded as a whole, so only so many courses can be sorted by them as are loaded soon. */
export const mostByTitle = 200;

const moreThanAnyDay = 10_000_000;

/** Puts the best matches first, of equal ones those in a preferred language, of these the newest. */
export function preferring(facets: Facets, isPreferred: (language: string) => boolean) {
  const isMine = having(facets, 'language', facets.values.language.values.filter(isPreferred));
  const { days } = facets.courses();
  const keyOf = ({ id }: Ranked) => {
    const course = courseAt(facets, id);
    return course === undefined ? 0 : (days[course] ?? 0) + (isMine(course) ? moreThanAnyDay : 0);
  };
  return (a: Ranked, b: Ranked) => a.weight - b.weight || keyOf(b) - keyOf(a) || b.id - a.id;
}

/** The first ones in an order, which is cheaper than to sort all. */
export function firstOf<T>(all: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit >= all.length) return all.toSorted(compare);
  const first: T[] = [];
  for (const item of all) {
    const last = first[limit - 1];
    if (limit === 0 || (last !== undefined && compare(item, last) >= 0)) continue;
    const place = first.findIndex((later) => compare(item, later) < 0);
    first.splice(place === -1 ? first.length : place, 0, item);
    if (last !== undefined) first.pop();
  }
  return first;
}

/** `ranking` has the courses that match the terms; all do if it is undefined. `early` gets what there is without the courses. */
export async function browsedOf(
  facets: Facets,
  ranking: readonly Ranked[] | undefined,
  { list, choices, sort, terms }: Asked & { readonly terms: readonly QueryTerm[] },
  limit: number,
  isPreferred: (language: string) => boolean,
  load: (courses: readonly Ranked[]) => Promise<readonly WeightedCourse[]>,
  early: (browsed: Browsed) => void | Promise<void>,
): Promise<Browsed> {
  const weights = ranking && new Map(ranking.map(({ id, weight }) => [courseAt(facets, id) ?? -1, weight]));
  weights?.delete(-1);
  const matching = weights && [...weights.keys()];
  const filtered = filter(facets, list, matching, choices);
  const browsed: Browsed = {
    total: filtered.total,
    courses: [],
    counts: filtered.counts,
    totalWith: (others) => filter(facets, list, matching, others).total,
    factsOf(id) {
      const course = courseAt(facets, id);
      if (course === undefined) return undefined;
      return { provider: providerOf(facets, course), date_published: dayOf(facets.courses().days[course] ?? 0) };
    },
  };
  await early(browsed);
  const { ids, days } = facets.courses();
  const courses = filtered.courses();
  const ranked = (course: number): Ranked => ({ id: ids[course] ?? 0, weight: weights?.get(course) ?? 0 });
  const order = () => {
    const newest = (a: number, b: number) => (days[b] ?? 0) - (days[a] ?? 0) || b - a;
    // In the order of ids. More courses than can be sorted by title stay in it.
    const listed = (a: number, b: number) => a - b;
    if (sort !== 'match') return sort === 'newest' ? newest : listed;
    const prefer = preferring(facets, isPreferred);
    return (a: number, b: number) => prefer(ranked(a), ranked(b));
  };
  const isByTitle = sort === 'title' && courses.length <= mostByTitle;
  const loaded = await load((isByTitle ? courses : firstOf(courses, limit, order())).map(ranked));
  const inOrder = sort === 'match' ? orderByTitle(loaded, terms) : loaded.map(({ course }) => course);
  const titles = new Intl.Collator(undefined, { numeric: true });
  const byTitle = () => inOrder.toSorted((a, b) => titles.compare(a.title, b.title)).slice(0, limit);
  return { ...browsed, courses: isByTitle ? byTitle() : inOrder };
}
