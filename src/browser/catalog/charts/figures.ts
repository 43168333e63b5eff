// The figures behind the charts: what is drawn, and what is told in a table.
import type { Item } from '../items.ts';

/** Rows of their own; the others are one sum. */
const shownRows = 20;

export interface Ranking {
  readonly shown: readonly Item[];
  /** How many others there are, and their courses. */
  readonly others: number;
  readonly rest: number;
  readonly most: number;
}

/** The largest and the sum of the others; of categories only the top level. */
export function rankingOf(items: readonly Item[]): Ranking {
  const sorted = items.toSorted((a, b) => b.course_count - a.course_count);
  const shown = sorted.slice(0, shownRows);
  const others = sorted.slice(shownRows);
  return {
    shown,
    others: others.length,
    rest: others.reduce((sum, { course_count }) => sum + course_count, 0),
    most: shown[0]?.course_count ?? 0,
  };
}

export type Year = readonly [year: number, courses: number];

/** Most years that are drawn: a wrong date must not draw a thousand empty ones. */
const mostYears = 200;

/** Every year from the first to the last: one without courses is a gap that should be seen. */
export function withGaps(years: readonly Year[]): readonly Year[] {
  const first = years[0]?.[0] ?? 0;
  const last = years.at(-1)?.[0] ?? -1;
  if (last - first >= mostYears) return years;
  const known = new Map(years);
  return Array.from({ length: last - first + 1 }, (_, at) => [first + at, known.get(first + at) ?? 0]);
}
