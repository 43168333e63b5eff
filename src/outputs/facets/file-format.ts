// The file format of facets: by what courses can be filtered and sorted. The build writes it, browsers read it.
import { searchFolder } from '../search/file-format.ts';
import type { FactKind, FactRow } from '../../catalog/source/facts.ts';
import type { ShownFact } from '../shared/fact-words.ts';
import type { ShownRoute } from '../shared/page-paths.ts';

export const facetsPath = 'facets/courses.json';
export const facetCountsPath = 'facets/counts.json';

/** What courses can be filtered by, in the order in which the page shows it: their lists, and what follows from their day. */
export const facetNames = ['language', 'category', 'provider', 'year'] as const satisfies (ShownRoute | 'year')[];
export type FacetName = (typeof facetNames)[number];

export function isFacet(name: string): name is FacetName {
  return facetNames.some((facet) => facet === name);
}

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
export interface FacetColumn {
  /** The sets of values that occur, each once: names of languages, ids, or a day. A category comes with those above it. */
  readonly sets: readonly (readonly string[])[];
  /** The index of the set of each course. */
  readonly courses: readonly number[];
}

/** The facts that courses of the catalog have, in the order in which pages show them: an empty array if they have none. */
export const factsPath = `${searchFolder}/facts.json`;

export type PublishedFact = ShownFact & {
  readonly name: string;
  readonly labels: FactRow['labels'];
  /** Whether at least two values occur, by which courses can be filtered. */
  readonly isFilter: boolean;
  /** Whether courses can be sorted by it. */
  readonly isSortable: boolean;
};

/** The file of a fact by which courses can be filtered or sorted. */
export function factPath(name: string): string {
  return `${searchFolder}/facts/${name}.json`;
}

/** What each course has of a fact, in the order of `FacetsFile`; a price or a day is as in the source. */
export interface FactFile extends FacetColumn {
  readonly kind: FactKind;
  /** Of the ids of these courses: the files of two builds do not fit together. */
  readonly idSum: number;
}

/** A sum of ids, which another order or number of them hardly has. */
export function idSumOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => (31 * sum + (id % 2 ** 32)) % 2 ** 40, 0);
}
