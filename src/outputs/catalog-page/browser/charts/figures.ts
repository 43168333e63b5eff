// The data of the charts and of their tables.
import type { Item } from '../lists/items.ts';

/** Number of rows; all other items are added up. */
const shownRows = 20;

/** The largest items, the number of the others and of their courses, and the largest number of courses. Children are ignored. */
export function rankingOf(items: readonly Item[]) {
  const sorted = items.toSorted((a, b) => b.course_count - a.course_count);
  const shown = sorted.slice(0, shownRows);
  const others = sorted.slice(shownRows);
  return {
    shown,
    others: others.length,
    otherCourses: others.reduce((sum, { course_count }) => sum + course_count, 0),
    max: shown[0]?.course_count ?? 0,
  };
}

export type Year = readonly [year: number, courses: number];

/** Over longer spans gaps are not shown, since one wrong date could add a thousand empty years. */
const maxYears = 200;

/** Adds the years without courses, so that gaps are visible. */
export function withGaps(years: readonly Year[]): readonly Year[] {
  const first = years[0]?.[0] ?? 0;
  const last = years.at(-1)?.[0] ?? -1;
  if (last - first >= maxYears) return years;
  const known = new Map(years);
  return Array.from({ length: last - first + 1 }, (_, index) => [first + index, known.get(first + index) ?? 0]);
}
