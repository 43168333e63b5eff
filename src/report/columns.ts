// Columns of a chart over years: one a year, or one for some years where there are many.
import type { Year } from './data.ts';

/** Columns that a phone has room for. */
const mostColumns = 80;

export interface Column {
  /** Its place among all columns that there could be, counted from the year 0: every tenth is a round one. */
  readonly place: number;
  /** The year, or the first and the last: `1990–1999`. */
  readonly label: string;
  readonly courses: number;
}

/** Columns without a gap from the first year to the last. */
export function columnsOf(byYear: readonly Year[]): Column[] {
  const first = byYear.at(0)?.year;
  const last = byYear.at(-1)?.year;
  if (first === undefined || last === undefined) return [];
  const years = everyFor(last - first + 1, mostColumns - 1);
  const from = Math.floor(first / years);
  const sums = Array.from({ length: Math.floor(last / years) - from + 1 }, () => 0);
  for (const { year, courses } of byYear) {
    const index = Math.floor(year / years) - from;
    sums[index] = (sums[index] ?? 0) + courses;
  }
  return sums.map((courses, index) => {
    const start = (from + index) * years;
    const label = years === 1 ? String(start) : `${start}–${start + years - 1}`;
    return { place: from + index, label, courses };
  });
}

/** The smallest round step (1, 2, 5, 10, 20 …) that goes into a length no more often than so many times. */
export function everyFor(length: number, times: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [power, 2 * power, 5 * power].find((candidate) => length / candidate <= times);
    if (step !== undefined) return step;
  }
}
