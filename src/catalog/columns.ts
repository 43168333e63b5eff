// Columns: the data of the courses of a chunk from which lists and filters are derived, in arrays; the courses themselves are not kept.
import type { Course } from './course.ts';
import type { NamedRoute } from './named-lists.ts';

/** A name of a list as written by the courses of a chunk. */
export interface UsedName {
  readonly route: NamedRoute;
  readonly written: string;
  /** Ordinal of the first record that uses it. */
  readonly first: number;
  /** Number of records that use it. */
  uses: number;
}

/** The records of a chunk by ordinal, including invalid ones. Everything can be passed between threads. */
export interface CourseColumns {
  /** NaN if the record has no valid id. */
  readonly ids: Float64Array;
  /** The first 52 bits of each linkhash; NaN if the record has no `linkurl`. */
  readonly hashes: Float64Array;
  readonly hasCatalogId: Uint8Array;
  /** The day of publication, in days since 1970; 0 for an invalid record. */
  readonly days: Int32Array;
  /** When valid courses were published, and created by the journal, in milliseconds since 1970; without a journal the second is empty. */
  readonly published: Float64Array;
  readonly created: Float64Array;
  /**
   * The lists of each course, course after course. Lists are numbered consecutively: providers, then categories, then
   * `names` below. Each list occurs once per course, the provider first.
   */
  readonly lists: Uint32Array;
  /** The end of the lists of each course. */
  readonly listEnds: Uint32Array;
  readonly names: readonly UsedName[];
}

/** The order of the latest list: newest first, ties by higher id. */
export function compareLatest(a: Course, b: Course): number {
  if (a.date.order !== b.date.order) return a.date.order < b.date.order ? 1 : -1;
  return b.id - a.id;
}
