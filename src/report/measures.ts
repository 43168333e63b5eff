// Measures of a report: times and shares as people read them.
import { grouped } from '../amounts.ts';

/** A time: `0.31 s`, `12.4 s`, `1,204 s`. */
export function duration(seconds: number): string {
  if (seconds >= 99.95) return `${grouped(Math.round(seconds))} s`;
  return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
}

/** A part of a whole, as a length of CSS: `37.5%`; none of nothing. */
export function share(part: number, whole: number): string {
  return whole > 0 ? `${Number(((100 * part) / whole).toFixed(2))}%` : '0%';
}

/** The sum of what is picked from each. */
export function sumOf<T>(items: readonly T[], pick: (item: T) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}

/** The most of what is picked from any; 0 where there is none. */
export function mostOf<T>(items: readonly T[], pick: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, pick(item)), 0);
}
