// The search plan: which files of the search index are to be written, shared out over jobs; the others stay as they are.
import { dirname } from 'node:path';
import { startsOf } from '../../catalog/lists.ts';
import { sharedNumbers } from '../../output/bytes.ts';
import { bitsFor, termsPath, coursesPath, fileOf, holdersFolder, type SearchIndex } from '../../site/search/format.ts';
import type { OutputFile } from '../lists/totals.ts';
import type { TermBoundary } from '../read/terms.ts';
import type { SearchChanges } from './changes.ts';
import type { CourseFile } from './course-files.ts';
import type { TermRange } from './term-files.ts';

/** The search index of the build before, where it is still what was written. */
export interface SearchBefore {
  readonly courses: number;
  /** Of each chunk of the source. */
  readonly boundaries: readonly (readonly TermBoundary[])[];
  /** The files that are neither a page nor a view. */
  readonly otherFiles: readonly OutputFile[];
  readonly changes: SearchChanges;
}

export interface SearchPlan {
  readonly index: SearchIndex;
  readonly ranges: readonly TermRange[];
  readonly files: readonly CourseFile[];
  /** Files of the build before that stay. */
  readonly kept: readonly OutputFile[];
}

/** Plans the index of courses with these ids, in the order of their numbers; `members` names them by ascending id. */
export function planSearch(
  ids: Float64Array,
  members: Uint32Array,
  boundaries: readonly (readonly TermBoundary[])[],
  before: SearchBefore | undefined,
): SearchPlan {
  const bits = bitsFor(ids.length);
  const ranges = rangesOf(boundaries);
  const files = shareOut(ids, members, bits);
  const index = { courses: ids.length, bits, firsts: ranges.map(({ first }) => first) };
  if (!before) return { index, ranges, files, kept: [] };
  const dirtyRanges = dirtyOf(ranges, rangesOf(before.boundaries), before.changes.terms);
  const dirtyFiles =
    bitsFor(before.courses) === bits
      ? new Set([...before.changes.courses].map((id) => fileOf(id, bits)))
      : new Set(files.map(({ file }) => file));
  const clean = ranges.filter((range) => !dirtyRanges.has(range));
  const cleanPaths = new Set([
    ...clean.map(({ first }) => termsPath(first)),
    ...files.flatMap(({ file }) => (dirtyFiles.has(file) ? [] : [coursesPath(file)])),
  ]);
  const cleanFolders = new Set(clean.map(({ first }) => holdersFolder(first)));
  return {
    index,
    ranges: [...dirtyRanges],
    files: files.filter(({ file }) => dirtyFiles.has(file)),
    kept: before.otherFiles.filter(({ path }) => cleanPaths.has(path) || cleanFolders.has(dirname(path))),
  };
}

function rangesOf(chunks: readonly (readonly TermBoundary[])[]): TermRange[] {
  const firsts = [...new Set(['', ...chunks.flatMap((boundaries) => boundaries.map(({ term }) => term))])].toSorted();
  return firsts.map((first, at) => ({ first, end: firsts[at + 1] ?? null }));
}

/** The ranges that are new, and those in which a term changed. */
function dirtyOf(
  now: readonly TermRange[],
  before: readonly TermRange[],
  changed: ReadonlySet<string>,
): Set<TermRange> {
  const ends = new Map(before.map(({ first, end }) => [first, end]));
  const dirty = new Set(now.filter(({ first, end }) => ends.get(first) !== end));
  const terms = [...changed].toSorted();
  let at = 0;
  for (const range of now) {
    const from = at;
    while (at < terms.length && (range.end === null || (terms[at] ?? '') < range.end)) at += 1;
    if (at > from) dirty.add(range);
  }
  // In their order.
  return new Set(now.filter((range) => dirty.has(range)));
}

/** The files that hold a course, with the courses of each by ascending id. */
function shareOut(ids: Float64Array, members: Uint32Array, bits: number): CourseFile[] {
  const counts = new Uint32Array(2 ** bits);
  const fileOfCourse = Uint32Array.from(ids, (id) => fileOf(id, bits));
  for (const file of fileOfCourse) counts[file] = (counts[file] ?? 0) + 1;
  const starts = startsOf(counts);
  const next = starts.slice();
  const all = sharedNumbers(members.length);
  for (const course of members) {
    const file = fileOfCourse[course] ?? 0;
    const place = next[file] ?? 0;
    all[place] = course;
    next[file] = place + 1;
  }
  return [...counts].flatMap((count, file) => {
    const start = starts[file] ?? 0;
    return count === 0 ? [] : [{ file, courses: all.subarray(start, start + count) }];
  });
}
