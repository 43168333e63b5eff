// The newest courses: those that were last created by the journal, or without one, last published.
import type { CourseNumbering } from '../../catalog/membership.ts';

/** Compares courses by their numbers. */
type CompareCourses = (a: number, b: number) => number;

/** The order of feeds and pages: newest first, those of one time as in the latest list of the API. */
export function newestFirst({ created, published, ids }: CourseNumbering): CompareCourses {
  const keys = [created, published, ids];
  return (a, b) => {
    const key = keys.find((one) => one[a] !== one[b]);
    return (key?.[b] ?? 0) - (key?.[a] ?? 0);
  };
}

/** The first courses by an order, in it. */
export function firstCourses(courses: Uint32Array, count: number, compare: CompareCourses): Uint32Array {
  const first: number[] = [];
  // In most catalogs the newest have the highest ids.
  for (const course of courses.toReversed()) {
    if (first.length === count && compare(course, first.at(-1) ?? 0) > 0) continue;
    const place = first.findLastIndex((other) => compare(course, other) > 0) + 1;
    first.splice(place, 0, course);
    first.length = Math.min(first.length, count);
  }
  return Uint32Array.from(first);
}
