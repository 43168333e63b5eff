// The files of a sitemap, or of a list of ResourceSync: one for all courses, or several by the start of the linkhash. Their entries are rendered as the courses are read.
import { digitsToDivide, leadingDigits } from '../../catalog/hash-keys.ts';
import { chunkOf, groupCourses } from '../../catalog/lists.ts';
import { GatheredTexts, textAt, type CourseTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { Chunks, PlanInput, RunContext } from '../output.ts';

/** The courses of a file, by their numbers. */
export interface CourseGroup {
  /** The leading digits of their linkhashes; empty for the file of all courses. */
  readonly prefix: string;
  readonly courses: Uint32Array;
  /** Whether they and their entries are those of the last build. */
  readonly isUnchanged: boolean;
}

/** Reads the entries of the courses of a chunk. */
type EntriesIn<Part> = (chunks: Chunks<Part>, chunk: number) => CourseTexts;

/** Groups courses so that there is room for each group, and for so many `others` beside all courses. */
export function groupByLinkhash<Part>(
  { catalog: { numbered }, chunks, before }: Pick<PlanInput, 'catalog'> & Sides<Part>,
  entriesIn: EntriesIn<Part>,
  maxSize: number,
  others = 0,
): CourseGroup[] {
  const { byId, offsets } = numbered;
  const changed = before && changedHashes({ chunks, before }, entriesIn);
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

interface Sides<Part> {
  readonly chunks: Chunks<Part>;
  readonly before:
    | ({ readonly chunks: Chunks<Part> } & Pick<NonNullable<PlanInput['before']>, 'numbersNow' | 'fresh'>)
    | undefined;
}

/** The hash keys of courses that are new, gone, or have another id or entry: those of chunks that were read again are compared. */
function changedHashes<Part>(
  { chunks, before }: { readonly chunks: Chunks<Part>; readonly before: NonNullable<Sides<Part>['before']> },
  entriesIn: EntriesIn<Part>,
): Set<number> {
  const unmatched = new Map<string, number>();
  const compare = (side: Chunks<Part>, chunk: number) => {
    const { ids, hashes } = side.columns(chunk);
    const entries = entriesIn(side, chunk);
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${ids[ordinal]} ${Buffer.from(textAt(entries, ordinal)).toString('latin1')}`;
      if (!unmatched.delete(key)) unmatched.set(key, hash);
    }
  };
  for (const [chunkBefore, chunkNow] of before.numbersNow.entries())
    if (chunkNow === undefined) compare(before.chunks, chunkBefore);
  for (const chunk of before.fresh) compare(chunks, chunk);
  return new Set(unmatched.values());
}

/** A file: what comes before the entries of courses, and their numbers. */
interface SitemapFile {
  readonly path: string;
  readonly first: string;
  readonly courses: Uint32Array;
}

export interface SitemapTask {
  readonly sitemaps: readonly SitemapFile[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

const gathered = new GatheredTexts();
const noSeparator = new Uint8Array();

/** Writes files with the entries of chunks. */
export function writeSitemaps(
  { sitemaps, offsets }: SitemapTask,
  entries: (chunk: number) => CourseTexts,
  { siteWriter, throwIfAborted }: Pick<RunContext, 'siteWriter' | 'throwIfAborted'>,
): void {
  gathered.gather(
    offsets,
    sitemaps.map(({ courses }) => courses),
    entries,
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
