// The search plan: which files of the search index are to be written, shared out over jobs; the others stay as they are.
import { dirname } from 'node:path';
import { startsOf } from '../../catalog/lists.ts';
import { sharedNumbers } from '../../output/bytes.ts';
import { bitsFor, chunkPath, coursesPath, fileOf, holdersFolder, type SearchIndex } from '../../site/search/format.ts';
import type { KnownOutput } from '../known.ts';
import type { Stretch } from './chunks.ts';
import type { SearchChanges } from './changed.ts';
import type { CourseFile } from './found.ts';
import type { BatchTerms } from './terms.ts';

/** The search index of the build before, where it is still what was written. */
export interface SearchBefore {
  readonly courses: number;
  /** Of each batch. */
  readonly marks: readonly BatchTerms['marks'][];
  /** The files that are no view and no page. */
  readonly rest: readonly KnownOutput[];
  readonly changes: SearchChanges;
}

export interface SearchPlan {
  readonly index: SearchIndex;
  readonly stretches: readonly Stretch[];
  readonly files: readonly CourseFile[];
  /** Files of the build before that stay. */
  readonly kept: readonly KnownOutput[];
}

/** Plans the index of courses with these ids, in the order of their numbers; `members` names them by ascending id. */
export function planSearch(
  ids: Float64Array,
  members: Uint32Array,
  marks: readonly BatchTerms['marks'][],
  before: SearchBefore | undefined,
): SearchPlan {
  const bits = bitsFor(ids.length);
  const stretches = stretchesOf(marks);
  const files = shareOut(ids, members, bits);
  const index = { courses: ids.length, bits, firsts: stretches.map(({ first }) => first) };
  if (!before) return { index, stretches, files, kept: [] };
  const dirtyStretches = dirtyOf(stretches, stretchesOf(before.marks), before.changes.terms);
  const dirtyFiles =
    bitsFor(before.courses) === bits
      ? new Set([...before.changes.courses].map((id) => fileOf(id, bits)))
      : new Set(files.map(({ file }) => file));
  const clean = stretches.filter((stretch) => !dirtyStretches.has(stretch));
  const cleanPaths = new Set([
    ...clean.map(({ first }) => chunkPath(first)),
    ...files.flatMap(({ file }) => (dirtyFiles.has(file) ? [] : [coursesPath(file)])),
  ]);
  const cleanFolders = new Set(clean.map(({ first }) => holdersFolder(first)));
  return {
    index,
    stretches: [...dirtyStretches],
    files: files.filter(({ file }) => dirtyFiles.has(file)),
    kept: before.rest.filter(({ path }) => cleanPaths.has(path) || cleanFolders.has(dirname(path))),
  };
}

function stretchesOf(batches: readonly BatchTerms['marks'][]): Stretch[] {
  const firsts = [...new Set(['', ...batches.flatMap((marks) => marks.map(({ term }) => term))])].toSorted();
  return firsts.map((first, at) => ({ first, end: firsts[at + 1] ?? null }));
}

/** The stretches that are new, and those in which a term changed. */
function dirtyOf(now: readonly Stretch[], before: readonly Stretch[], changed: ReadonlySet<string>): Set<Stretch> {
  const ends = new Map(before.map(({ first, end }) => [first, end]));
  const dirty = new Set(now.filter(({ first, end }) => ends.get(first) !== end));
  const terms = [...changed].toSorted();
  let at = 0;
  for (const stretch of now) {
    const from = at;
    while (at < terms.length && (stretch.end === null || (terms[at] ?? '') < stretch.end)) at += 1;
    if (at > from) dirty.add(stretch);
  }
  // In their order.
  return new Set(now.filter((stretch) => dirty.has(stretch)));
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
