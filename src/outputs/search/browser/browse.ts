// Browsing: the courses of a search, of a list or of the whole catalog, filtered and sorted.
import {
  courseAt,
  filter,
  having,
  valuesOf,
  type Choice,
  type FacetCounts,
  type Facets,
} from '../../facets/browser/facets.ts';
import { dayOf } from '../../facets/format.ts';
import type { FoundCourse } from '../format.ts';
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

/** What a view shows of a course, and no list of the API has. */
export interface Facts {
  /** The id of the provider. */
  readonly provider: string;
  readonly date_published: string;
}

export interface Browsed {
  readonly total: number;
  /** The first ones. */
  readonly courses: readonly FoundCourse[];
  readonly counts: FacetCounts;
  /** The number of courses under other choices. */
  readonly totalWith: (choices: readonly Choice[]) => number;
  readonly factsOf: (id: number) => Facts | undefined;
}

/** Titles are in no file of their own, so that few courses can be sorted by them: those whose records are soon loaded. */
export const mostByTitle = 200;

/** The ranking with courses of equal weight in another order: those in a preferred language first, of these the newest. */
export function byPreference(
  ranking: readonly Ranked[],
  facets: Facets | undefined,
  isPreferred: (language: string) => boolean,
): readonly Ranked[] {
  if (facets === undefined) return ranking;
  const preferred = new Set(facets.of.language.values.filter(isPreferred));
  const keyed = ranking.map((ranked) => {
    const at = courseAt(facets, ranked.id);
    const languages = at === undefined ? [] : valuesOf(facets.of.language, at);
    const group = languages.some((name) => preferred.has(name)) ? 0 : 1;
    return { ranked, weight: ranked.weight, group, date: facets.days[at ?? -1] ?? 0 };
  });
  // The sort is stable, and the highest ids are first already.
  return keyed
    .toSorted((one, other) => one.weight - other.weight || one.group - other.group || other.date - one.date)
    .map(({ ranked }) => ranked);
}

/** `ranking` has the courses that match the terms; all do if it is undefined. */
export async function browsedOf(
  facets: Facets,
  ranking: readonly Ranked[] | undefined,
  { list, choices, sort, terms }: Asked & { readonly terms: readonly QueryTerm[] },
  limit: number,
  load: (courses: readonly Ranked[]) => Promise<readonly WeightedCourse[]>,
): Promise<Browsed> {
  const places = ranking && new Map(ranking.map(({ id }, place) => [courseAt(facets, id), place]));
  const isListed = list && having(facets, list);
  const among = (course: number) => (isListed?.(course) ?? true) && (places?.has(course) ?? true);
  const { courses, counts } = filter(facets, choices, among);
  const order = {
    match: (one: number, other: number) => (places?.get(one) ?? 0) - (places?.get(other) ?? 0),
    newest: (one: number, other: number) => (facets.days[other] ?? 0) - (facets.days[one] ?? 0) || other - one,
    // Of more, the order stays that of the API.
    title: (one: number, other: number) => one - other,
    listed: (one: number, other: number) => one - other,
  }[sort];
  const isByTitle = sort === 'title' && courses.length <= mostByTitle;
  const wanted = courses.toSorted(order).slice(0, isByTitle ? mostByTitle : limit);
  const loaded = await load(
    wanted.map((course) => ranking?.[places?.get(course) ?? -1] ?? { id: facets.ids[course] ?? 0, weight: 0 }),
  );
  const inOrder = sort === 'match' ? orderByTitle(loaded, terms) : loaded.map(({ course }) => course);
  const titles = new Intl.Collator(undefined, { numeric: true });
  return {
    total: courses.length,
    courses: isByTitle
      ? inOrder.toSorted((one, other) => titles.compare(one.title, other.title)).slice(0, limit)
      : inOrder,
    counts,
    totalWith: (others) => filter(facets, others, among).courses.length,
    factsOf(id) {
      const course = courseAt(facets, id);
      if (course === undefined) return undefined;
      const [provider = ''] = valuesOf(facets.of.provider, course);
      return { provider, date_published: dayOf(facets.days[course] ?? 0) };
    },
  };
}
