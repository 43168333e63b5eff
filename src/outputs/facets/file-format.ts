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
  /** The id of each course, as the difference from the previous one. */
  readonly ids: Digits;
}

/** What each course has of a facet. */
interface FacetColumn {
  /** The sets of values that occur, the most common first: names of languages, ids, or a day. A category comes with those above it. */
  readonly sets: readonly (readonly string[])[];
  /** The index of the set of each course. */
  readonly courses: Digits;
}

/**
 * Whole numbers, most of them small: a text with a digit of each number, from `#` for 0 to `~` for 91. A digit below 80 is the number
 * itself; otherwise the number is digit + 12 × n, where n is the next number of the next text, which is written likewise. So 3, 79, 80
 * and 93 are `['&rst', '#$']`: 93 = 81 + 12 × 1.
 */
export type Digits = readonly string[];

const zero = '#'.charCodeAt(0);
/** Digits of numbers that have only this one, and of others. */
const [alone, further] = [80, 12];

export function digitsOf(numbers: readonly number[]): Digits {
  const codes = numbers.map((number) => zero + (number < alone ? number : alone + ((number - alone) % further)));
  const rest = numbers.filter((number) => number >= alone).map((number) => Math.floor((number - alone) / further));
  return [new TextDecoder().decode(Uint8Array.from(codes)), ...(rest.length === 0 ? [] : digitsOf(rest))];
}

export function numbersOf([digits = '', ...others]: Digits): Float64Array {
  const rest = others.length === 0 ? [] : numbersOf(others);
  let next = 0;
  return new Float64Array(new TextEncoder().encode(digits)).map((code) => {
    const digit = code - zero;
    return digit < alone ? digit : digit + further * (rest[next++] ?? 0);
  });
}
