// The files of the sitemap with courses: one for all courses, or several by the start of the linkhash. Their entries are rendered as the courses are read.
import { digitsToDivide, leadingDigits } from '../../catalog/hash-keys.ts';
import { chunkOf, groupCourses, type ChunkOffsets } from '../../catalog/lists.ts';
import { GatheredTexts, textAt } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { Before, Chunks, PlanInput, RunContext } from '../output.ts';
import { changedChunks } from '../shared/changed-chunks.ts';
import type { CoursePagesTypes } from './row.ts';

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
  { catalog: { numbered }, chunks, before }: PlanInput<CoursePagesTypes>,
  maxSize: number,
  others: number,
): CourseGroup[] {
  const { byId, offsets } = numbered;
  const changed = before && changedHashes(chunks, before);
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
function changedHashes(chunks: Chunks<CoursePagesTypes['part']>, before: Before<CoursePagesTypes>): Set<number> {
  const unmatched = new Map<string, number>();
  for (const [side, chunk] of changedChunks<CoursePagesTypes>(before, chunks)) {
    const { ids, hashes } = side.columns(chunk);
    const entries = side.parts.urls(chunk);
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${ids[ordinal]} ${Buffer.from(textAt(entries, ordinal)).toString('latin1')}`;
      if (!unmatched.delete(key)) unmatched.set(key, hash);
    }
  }
  return new Set(unmatched.values());
}

/** A file: what comes before the entries of courses, and their numbers. */
interface SitemapFile {
  readonly path: string;
  readonly first: string;
  readonly courses: Uint32Array;
}

const gathered = new GatheredTexts();
const noSeparator = new Uint8Array();

/** Writes files with the entries of chunks. */
export function writeSitemaps(
  sitemaps: readonly SitemapFile[],
  offsets: ChunkOffsets,
  { parts, siteWriter, throwIfAborted }: RunContext<CoursePagesTypes>,
): void {
  gathered.gather(
    offsets,
    sitemaps.map(({ courses }) => courses),
    parts.urls,
  );
  const text = new GrowingBytes();
  for (const { path, first, courses } of sitemaps) {
    throwIfAborted();
    text.clear();
    text.addText(first);
    gathered.addTo(text, courses, noSeparator);
    text.addText('</urlset>\n');
    siteWriter.write(path, text);
  }
}
