// The file format of facets: by what courses can be filtered and ordered, in columns. The build writes it, browsers read it.

export const facetsPath = 'facets/courses.json';

/** What courses can be filtered by, in the order in which the page shows it. */
export const facetNames = ['language', 'category', 'provider', 'year'] as const;
export type FacetName = (typeof facetNames)[number];

/** Whole numbers: their digits in base 92, a text for each place, the lowest first. The digit 0 is `#`, 91 is `~`. */
export type Column = readonly string[];

/** Courses are in ascending order of ids. */
export interface FacetsFile {
  /** The id of each course, as the difference from the previous one. */
  readonly ids: Column;
  /** The day of publication of each course, as the number of days since the first of them. */
  readonly days: Column;
  /** That first day as the number of days since 0001-01-01; 0 if there are no courses. */
  readonly firstDay: number;
  /** The years follow from the days. */
  readonly facets: Readonly<Record<Exclude<FacetName, 'year'>, FacetColumns>>;
}

export interface FacetColumns {
  /** Names of languages, or ids of categories or providers; the most common first. */
  readonly values: readonly (string | number)[];
  /** For each of these categories, the place of the one above it; -1 for a top-level one. */
  readonly parents?: readonly number[];
  /** How many of the values each course has. A category does not count if the course has one below it. */
  readonly counts: Column;
  /** The places of these values, course after course. */
  readonly places: Column;
}

const base = 92;
const zero = '#'.charCodeAt(0);

/** The column of some numbers. */
export function columnOf(numbers: ArrayLike<number>): Column {
  const column: string[] = [];
  const ascii = new TextDecoder();
  let rest = new Float64Array(numbers);
  do {
    column.push(ascii.decode(new Uint8Array(rest.map((number) => zero + (number % base)))));
    rest = rest.map((number) => Math.floor(number / base));
  } while (rest.some((number) => number > 0));
  return column;
}

/** The numbers of a column. */
export function numbersIn(column: Column): Float64Array {
  const numbers = new Float64Array(column[0]?.length ?? 0);
  for (const [place, digits] of column.entries()) {
    const unit = base ** place;
    for (let at = 0; at < digits.length; at += 1) {
      numbers[at] = (numbers[at] ?? 0) + unit * (digits.charCodeAt(at) - zero);
    }
  }
  return numbers;
}

const dayMs = 86_400_000;
const dayOne = Date.parse('0001-01-01T00:00:00Z');

/** The number of a day such as `2024-05-28`, from 0001-01-01 on. */
export function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - dayOne) / dayMs;
}

/** The day with this number. */
export function dayOf(number: number): string {
  return new Date(number * dayMs + dayOne).toISOString().slice(0, dayLength);
}

/** The year of the day with this number. */
export function yearOf(number: number): number {
  // At most one off.
  const year = Math.floor(number / 365.2425) + 1;
  if (number < firstDayOf(year)) return year - 1;
  return number < firstDayOf(year + 1) ? year : year + 1;
}

/** The number of the first day of a year. */
function firstDayOf(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
}

export const dayLength = 'YYYY-MM-DD'.length;
