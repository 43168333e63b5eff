// The newest courses: those that were last created by the journal, or without one, last published.
import type { PublishedDate } from '../../catalog/date.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { createdIn } from '../../storage/journal/line.ts';
import type { Chunks, RenderedCourse } from '../output.ts';

/** When each course of a chunk was created by the journal, 0 without one, and when it was published by its source, in milliseconds since 1970. */
export type CourseTimes = Readonly<Record<'created' | 'published', Float64Array>>;

/** Collects the times of courses. */
export function collectTimes() {
  let created: number[] = [];
  let published: number[] = [];
  return {
    add({ course, journalLine }: RenderedCourse): void {
      created.push(journalLine === '' ? 0 : Date.parse(createdIn(journalLine)));
      published.push(millisecondsOf(course.date));
    },
    finish(): CourseTimes {
      const times = { created: Float64Array.from(created), published: Float64Array.from(published) };
      [created, published] = [[], []];
      return times;
    },
  };
}

/** Compares courses by their numbers. */
type CompareCourses = (a: number, b: number) => number;

/** The order of feeds and pages: newest first, those of one time as in the latest list of the API. */
export function newestFirst(
  { ids, offsets }: CourseNumbering,
  { count, collected }: Chunks<CourseTimes>,
): CompareCourses {
  const [created, published] = [new Float64Array(ids.length), new Float64Array(ids.length)];
  for (let chunk = 0; chunk < count; chunk += 1) {
    created.set(collected.created(chunk), offsets[chunk]);
    published.set(collected.published(chunk), offsets[chunk]);
  }
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

/** With a fraction: dates have microseconds. */
function millisecondsOf({ order }: PublishedDate): number {
  const end = '0001-01-01T00:00:00.000'.length;
  return Date.parse(`${order.slice(0, end)}Z`) + Number(order.slice(end)) / 1000;
}
