// The file format of facets: by what courses can be filtered and sorted. The build writes it, browsers read it.
import type { ShownRoute } from '../static-pages/paths.ts';

export const facetsPath = 'facets/courses.json';
export const facetCountsPath = 'facets/counts.json';

/** What courses can be filtered by, in the order in which the page shows it: their lists, and what follows from their day. */
export const facetNames = ['language', 'category', 'provider', 'year'] as const satisfies (ShownRoute | 'year')[];
export type FacetName = (typeof facetNames)[number];

/** A value, and its number of courses. */
export type ValueCount = readonly [value: string, count: number];

/** The values that courses have, the largest first: a small file, for which the first filters of all courses need not wait long. */
export type FacetCounts = Readonly<Record<FacetName, readonly ValueCount[]>>;

/** Courses are in ascending order of ids. */
export interface FacetsFile extends Readonly<Record<ShownRoute | 'day', FacetColumn>> {
  /** The id of each course, as the difference from the previous one: the numbers stay small, which compresses to half the size. */
  readonly ids: readonly number[];
}

/** What each course has of a facet. */
interface FacetColumn {
  /** The sets of values that occur, each once: names of languages, ids, or a day. A category comes with those above it. */
  readonly sets: readonly (readonly string[])[];
  /** The index of the set of each course. */
  readonly courses: readonly number[];
}
