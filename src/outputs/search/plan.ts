// The search plan: which files of the search index to write; all others stay as they are.
import { dirname } from 'node:path';
import { groupCourses } from '../../catalog/lists.ts';
import type { OutputFile } from '../../storage/writer.ts';
import type { SearchChanges } from './changes.ts';
import type { TermBoundary } from './chunk-terms.ts';
import { bitsFor, courseFilePath, courseFileOf, holdersFolder, termsPath, type SearchIndex } from './format.ts';
import type { CourseFile, TermRange } from './row.ts';

/** The search index of the last build, if it is intact. */
export interface SearchBefore {
  readonly courses: number;
  readonly files: readonly OutputFile[];
  /** By chunk. */
  readonly boundaries: readonly (readonly TermBoundary[])[];
  readonly changes: SearchChanges;
}

export interface SearchPlan {
  readonly index: SearchIndex;
  readonly ranges: readonly TermRange[];
  readonly files: readonly CourseFile[];
  /** Files of the last build that stay. */
  readonly kept: readonly OutputFile[];
}

/**
 * Plans the index. `ids` are in the order of course numbers; `members` are the course numbers by ascending id; `pack` says
 * whether the API is in packs, as it was in the last build.
 */
export function planSearch(
  ids: Float64Array,
  members: Uint32Array,
  boundaries: readonly (readonly TermBoundary[])[],
  before: SearchBefore | undefined,
  pack: boolean,
): SearchPlan {
  const bits = bitsFor(ids.length, pack);
  const ranges = rangesOf(boundaries);
  const files = filesOf(ids, members, bits);
  const index = { courses: ids.length, bits, firsts: ranges.map(({ first }) => first) };
  if (!before) return { index, ranges, files, kept: [] };
  const dirtyRanges = dirtyOf(ranges, rangesOf(before.boundaries), before.changes.terms);
  const dirtyFiles =
    bitsFor(before.courses, pack) === bits
      ? new Set([...before.changes.courses].map((id) => courseFileOf(id, bits)))
      : new Set(files.map(({ file }) => file));
  const clean = ranges.filter((range) => !dirtyRanges.has(range));
  const cleanPaths = new Set([
    ...clean.map(({ first }) => termsPath(first)),
    ...files.flatMap(({ file }) => (dirtyFiles.has(file) ? [] : [courseFilePath(file)])),
  ]);
  const cleanFolders = new Set(clean.map(({ first }) => holdersFolder(first)));
  return {
    index,
    ranges: [...dirtyRanges],
    files: files.filter(({ file }) => dirtyFiles.has(file)),
    kept: before.files.filter(({ path }) => cleanPaths.has(path) || cleanFolders.has(dirname(path))),
  };
}

function rangesOf(chunks: readonly (readonly TermBoundary[])[]): TermRange[] {
  const firsts = [...new Set(['', ...chunks.flatMap((boundaries) => boundaries.map(({ term }) => term))])].toSorted();
  return firsts.map((first, at) => ({ first, end: firsts[at + 1] ?? null }));
}

/** The ranges that are new or contain a changed term. */
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
  return new Set(now.filter((range) => dirty.has(range)));
}

/** The files that are not empty, with the courses of each by ascending id. */
function filesOf(ids: Float64Array, members: Uint32Array, bits: number): CourseFile[] {
  const groups = groupCourses(members, 2 ** bits, (course) => courseFileOf(ids[course] ?? 0, bits));
  return groups.map(({ group, courses }) => ({ file: group, courses }));
}
