// The file format of facets: by what courses can be filtered and ordered, in columns. The build writes it, browsers read it.
import { dayPart } from '../../catalog/date.ts';

export const facetsPath = 'facets/courses.json';

/** What courses can be filtered by, in the order in which the page shows it. */
export const facetNames = ['language', 'category', 'provider', 'year'] as const;
export type FacetName = (typeof facetNames)[number];

/**
 * Whole numbers, most of them small: a text with a digit of each number, from `#` for 0 to `~` for 91. A digit below 80 is
 * the number itself. One of 80 and more is the first of a number that is 12 × a number of the next text larger; that text
 * has only these, and its numbers are written likewise. So 3, 79, 80 and 93 are `['&rst', '#$']`: 93 = 81 + 12 × 1.
 */
export type Column = readonly string[];

/** Courses are in ascending order of ids. */
export interface FacetsFile {
  /** The id of each course, as the difference from the previous one. */
  readonly ids: Column;
  /** The days of publication that occur, as the number of days before the last of them. */
  readonly days: Column;
  /** That last day as the number of days since 0001-01-01; 0 if there are no courses. */
  readonly lastDay: number;
  /** Which of `days` each course has; see `placesIn`. */
  readonly dayOf: Column;
  /** Which combination of values each course has; see `placesIn`. */
  readonly combinationOf: Column;
  /** A course has one year, which follows from its day. */
  readonly facets: Readonly<Record<Exclude<FacetName, 'year'>, FacetColumns> & { readonly year: FacetValues }>;
}

/** The values that occur, the most common first. */
export interface FacetValues {
  /** Names of languages, ids of categories or providers, or years. */
  readonly values: readonly string[];
  /** The number of courses with each value, those of a category with those below it. */
  readonly counts: readonly number[];
  /** For each, the place of the one above it; missing or -1 if there is none, as there is only for categories. */
  readonly parents: readonly number[];
}

export interface FacetColumns extends FacetValues {
  /** How many values each combination has. A category does not count if there is one below it. */
  readonly sizes: Column;
  /** The places of these values, combination after combination. */
  readonly places: Column;
}

const zero = '#'.charCodeAt(0);
/** Digits of numbers that have only this one, and of others. */
const [alone, further] = [80, 12];

/** The column of some numbers. */
export function columnOf(numbers: ArrayLike<number>): Column {
  const digits = new Uint8Array(numbers.length);
  const rest: number[] = [];
  for (let index = 0; index < digits.length; index += 1) {
    const number = numbers[index] ?? 0;
    const over = number - alone;
    digits[index] = zero + (over < 0 ? number : alone + (over % further));
    if (over >= 0) rest.push(Math.floor(over / further));
  }
  return [new TextDecoder().decode(digits), ...(rest.length === 0 ? [] : columnOf(rest))];
}

/** The numbers of a column. */
export function numbersIn([digits = '', ...others]: Column): Float64Array {
  const numbers = new Float64Array(digits.length);
  const rest = others.length === 0 ? numbers : numbersIn(others);
  let next = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - zero;
    numbers[index] = digit < alone ? digit : digit + further * (rest[next++] ?? 0);
  }
  return numbers;
}

/**
 * What each course has, as places among `count` things, the common ones first. In the column, their numbers are one more
 * than their places. 0 stands for what hardly any other course has: these are at the end, in reverse order, each as often
 * as it occurs.
 */
export function placesIn(column: Column, count: number): Float64Array {
  const places = numbersIn(column);
  let last = count;
  for (let index = 0; index < places.length; index += 1)
    places[index] = places[index] === 0 ? --last : (places[index] ?? 0) - 1;
  return places;
}

const dayMs = 86_400_000;
const dayOne = Date.parse('0001-01-01T00:00:00Z');

/** The number of a day such as `2024-05-28`, from 0001-01-01 on. */
export function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - dayOne) / dayMs;
}

/** The day with this number. */
export function dayOf(number: number): string {
  return dayPart(new Date(number * dayMs + dayOne).toISOString());
}

/** The year of the day with this number. */
export function yearOf(number: number): number {
  return new Date(number * dayMs + dayOne).getUTCFullYear();
}
