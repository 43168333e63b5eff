// Browsing: the courses of a search, of a list or of the whole catalog, filtered and sorted.
import {
  courseAt,
  filter,
  having,
  valueOf,
  type Choice,
  type FacetCounts,
  type Facets,
} from '../../facets/browser/facets.ts';
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
  readonly counts: FacetCounts;
  /** The number of courses under other choices. */
  readonly totalWith: (choices: readonly Choice[]) => number;
  /** What a row shows of a course, and no list of the API has: the id of its provider, and its day of publication. */
  readonly factsOf: (id: number) => { readonly provider: string; readonly date_published: string } | undefined;
  /** Loads the first of the courses. */
  readonly first: (limit: number) => Promise<readonly FoundCourse[]>;
}

/** Titles are in no file that is loaded as a whole, so only so many courses can be sorted by them as are loaded soon. */
export const mostByTitle = 200;

/** `ranking` has the courses that match the terms; all do if it is undefined. */
export function browsedOf(
  facets: Facets,
  ranking: readonly Ranked[] | undefined,
  { list, choices, sort, terms }: Asked & { readonly terms: readonly QueryTerm[] },
  isPreferred: (language: string) => boolean,
  load: (courses: readonly Ranked[]) => Promise<readonly WeightedCourse[]>,
): Browsed {
  const weights = ranking && new Map(ranking.map(({ id, weight }) => [courseAt(facets, id) ?? -1, weight]));
  weights?.delete(-1);
  const matching = weights && [...weights.keys()];
  const weightOf = (course: number) => weights?.get(course) ?? 0;
  const dayOf = (course: number) => valueOf(facets, 'day', course);
  const { total, courses, counts } = filter(facets, list, matching, choices);
  return {
    total,
    counts,
    totalWith: (others) => filter(facets, list, matching, others).total,
    factsOf(id) {
      const course = courseAt(facets, id);
      return course === undefined
        ? undefined
        : { provider: valueOf(facets, 'provider', course), date_published: dayOf(course) };
    },
    async first(limit) {
      const isByTitle = sort === 'title' && total <= mostByTitle;
      const first = firstOf(courses(), isByTitle ? total : limit, orders()[sort]);
      const loaded = await load(first.map((course) => ({ id: facets.ids()[course] ?? 0, weight: weightOf(course) })));
      if (sort === 'match') return orderByTitle(loaded, terms);
      const inOrder = loaded.map(({ course }) => course);
      const titles = new Intl.Collator(undefined, { numeric: true });
      return isByTitle ? inOrder.toSorted((a, b) => titles.compare(a.title, b.title)).slice(0, limit) : inOrder;
    },
  };

  /** Of equally good matches, those in a preferred language come first, and of these the newest. */
  function orders(): Readonly<Record<Sort, (a: number, b: number) => number>> {
    const isMine = having(facets, 'language', isPreferred);
    const newest = (a: number, b: number) => Number(dayOf(a) < dayOf(b)) - Number(dayOf(a) > dayOf(b)) || b - a;
    const match = (a: number, b: number) =>
      weightOf(a) - weightOf(b) || Number(isMine(b)) - Number(isMine(a)) || newest(a, b);
    const listed = (a: number, b: number) => a - b;
    // More courses than can be sorted by title stay in the order of ids.
    return { match, newest, listed, title: listed };
  }
}

/** The first ones in an order, which is cheaper than to sort all. */
function firstOf<T>(all: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit >= all.length) return all.toSorted(compare);
  const first: T[] = [];
  for (const item of all) {
    const last = first[limit - 1];
    if (last !== undefined && compare(item, last) >= 0) continue;
    const place = first.findIndex((later) => compare(item, later) < 0);
    first.splice(place === -1 ? first.length : place, 0, item);
    if (last !== undefined) first.pop();
  }
  return first;
}
