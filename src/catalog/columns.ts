// Columns: what the lists need to know of each course, as numbers and bytes side by side; the courses themselves are let go.

/** One course of the latest list. */
export interface LatestCourse {
  /** Orders by date, as text. */
  readonly order: string;
  readonly id: number;
  /** The full record as JSON, in a UTF-8 text. */
  readonly full: string;
}

/** A language name as courses of one batch write it. */
export interface UsedLanguage {
  readonly written: string;
  /** Ordinal of the first record that uses it, and how many do. */
  readonly first: number;
  uses: number;
}

/**
 * The records of one batch, by ordinal: sound or not, so that each keeps its place.
 * All arrays can be handed from thread to thread, the bytes without being copied.
 */
export interface CourseColumns {
  /** NaN where the record has no sound id. */
  readonly ids: Float64Array;
  /** The first 52 bits of the linkhash; NaN where the record has no `linkurl`. */
  readonly hashes: Float64Array;
  readonly hasCatalogId: Uint8Array;
  /**
   * The lists that each course is in, course after course: indexes of providers, then of categories, then of `languages`
   * below, numbered through. Each list once for a course, its provider first.
   */
  readonly lists: Uint32Array;
  /** Where the lists of each course end. */
  readonly listEnds: Uint32Array;
  readonly languages: readonly UsedLanguage[];
  /** The summary records as JSON, one after another, in shared memory. */
  readonly summaries: Uint8Array;
  /** Where the summary of each course ends, in shared memory. */
  readonly summaryEnds: Uint32Array;
  /** The newest courses of the batch, newest first. */
  readonly latest: readonly LatestCourse[];
  /** Years of publication, and how many courses are of each. */
  readonly years: readonly (readonly [year: number, courses: number])[];
  /** Which compressed twins the file of each course has, a bit for each encoding; empty where none are asked for. */
  readonly twins: Uint8Array;
}

/** The order of the latest list: newest first, ties by higher id. */
export function compareLatest(a: LatestCourse, b: LatestCourse): number {
  if (a.order !== b.order) return a.order < b.order ? 1 : -1;
  return b.id - a.id;
}

/** The first 52 bits of a linkhash as a number: as many as a number holds exactly, and has room for. */
export function hashKey(linkhash: string): number {
  return Number.parseInt(linkhash.slice(0, 13), 16);
}
