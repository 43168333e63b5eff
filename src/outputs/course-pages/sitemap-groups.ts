// The groups of courses in the files of the sitemap: one of all courses, or several by the start of the linkhash.
import { digitsToDivide, leadingDigits } from '../../catalog/hash-keys.ts';
import { chunkOf, groupCourses } from '../../catalog/membership.ts';
import { textAt } from '../../storage/course-texts.ts';
import type { PreviousOutput, Chunks, PlanInput } from '../output.ts';
import { changedChunks } from '../shared/changed-chunks.ts';
import type { CoursePagesTypes } from './declaration.ts';

/** The courses of a file, by their numbers. */
interface CourseGroup {
  /** The leading digits of their linkhashes; empty for the file of all courses. */
  readonly prefix: string;
  readonly courses: Uint32Array;
  /** Whether they and their entries are those of the last build. */
  readonly isUnchanged: boolean;
}

/** Groups courses so that there is room for each group, and for so many `others` beside all courses. */
export function groupByLinkhash(
  { catalog: { numbering }, chunks, previous }: PlanInput<CoursePagesTypes>,
  maxSize: number,
  others: number,
): CourseGroup[] {
  const { byId, offsets } = numbering;
  const changed = previous && changedHashes(chunks, previous);
  if (byId.length + others <= maxSize) return [{ prefix: '', courses: byId, isUnchanged: changed?.size === 0 }];
  const keysByChunk = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
  const digits = Math.max(1, digitsToDivide(keysByChunk, maxSize));
  const groupOf = leadingDigits(digits);
  const changedGroups = changed && new Set([...changed].map(groupOf));
  const groups = groupCourses(byId, 16 ** digits, (course) => {
    const chunk = chunkOf(offsets, course);
    return groupOf(keysByChunk[chunk]?.[course - (offsets[chunk] ?? 0)] ?? 0);
  });
  return groups.map(({ group, courses }) => {
    const prefix = group.toString(16).padStart(digits, '0');
    return { prefix, courses, isUnchanged: changedGroups?.has(group) === false };
  });
}

/** The hash keys of courses that are new, gone, or have another id or entry: those of chunks that were read again are compared. */
function changedHashes(
  chunks: Chunks<CoursePagesTypes['collected']>,
  previous: PreviousOutput<CoursePagesTypes>,
): Set<number> {
  const unmatched = new Map<string, number>();
  for (const [side, chunk] of changedChunks<CoursePagesTypes>(previous, chunks)) {
    const { ids, hashes } = side.columns(chunk);
    const entries = side.collected.urls(chunk);
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${ids[ordinal]} ${Buffer.from(textAt(entries, ordinal)).toString('latin1')}`;
      if (!unmatched.delete(key)) unmatched.set(key, hash);
    }
  }
  return new Set(unmatched.values());
}
