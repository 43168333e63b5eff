// Columns: what the lists need to know of the courses of one chunk of the source, side by side; the courses themselves are let go.
import type { Course } from './course.ts';

/** A language name as courses of one chunk write it. */
export interface UsedLanguage {
  readonly written: string;
  /** Ordinal of the first record that uses it. */
  readonly first: number;
  /** How many records use it. */
  uses: number;
}

/** The records of one chunk, by ordinal: sound or not, so that each keeps its place. Everything can be passed between threads. */
export interface CourseColumns {
  /** NaN where the record has no sound id. */
  readonly ids: Float64Array;
  /** The first 52 bits of each linkhash; NaN where the record has no `linkurl`. */
  readonly hashes: Float64Array;
  readonly hasCatalogId: Uint8Array;
  /** The days of the last changes as numbers, 20240528; 0 where it is unknown. */
  readonly modified: Uint32Array;
  /**
   * The lists that each course is in, course after course: indexes of providers, then of categories, then of `languages`
   * below, numbered through. Each list once for a course, its provider first.
   */
  readonly lists: Uint32Array;
  /** Where the lists of each course end. */
  readonly listEnds: Uint32Array;
  readonly languages: readonly UsedLanguage[];
  /** The newest courses of the chunk, newest first. */
  readonly latest: readonly Course[];
  /** Years of publication, and how many courses are of each. */
  readonly years: readonly (readonly [year: number, courses: number])[];
}

/** The order of the latest list: newest first, ties by higher id. */
export function compareLatest(a: Course, b: Course): number {
  if (a.date.order !== b.date.order) return a.date.order < b.date.order ? 1 : -1;
  return b.id - a.id;
}

/** A day, `2024-05-28`, as a number; 0 for an empty text. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** The first 52 bits of a linkhash as a number: as many as a number holds exactly, and has room for. */
export function hashKey(linkhash: string): number {
  return Number.parseInt(linkhash.slice(0, 13), 16);
}
