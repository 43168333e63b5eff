// The dump plan: where the parts of each dump end, and what each is made from; parts made from the same stay as they are.
import { createHash } from 'node:crypto';
import { chunkOf, lowerBound, type NumberedCourses } from '../../catalog/lists.ts';
import { beginsBlock } from '../../outputs/dumps/blocks.ts';
import { dumpForms, dumpPath, maxCoursesPerPart, type DumpFile, type DumpFormat } from '../../outputs/dumps/formats.ts';
import type { RecordBlocks } from '../read/result.ts';

/** A part as it was written, and a digest of what it was made from. */
export interface WrittenPart extends DumpFile {
  readonly madeFrom: string;
}

export interface PlannedPart extends Pick<WrittenPart, 'format' | 'part' | 'path' | 'madeFrom'> {
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
}

/** What parts are planned from, for each chunk. */
export interface DumpedChunk extends RecordBlocks {
  /** The cache key of the chunk: the same key means the same records. */
  readonly key: string;
}

/** Every part of the courses in one format; an empty catalog has one too. */
export function planParts(
  format: DumpFormat,
  chunks: readonly DumpedChunk[],
  { byId, offsets }: Pick<NumberedCourses, 'byId' | 'offsets'>,
): PlannedPart[] {
  const { maxBytes } = dumpForms[format];
  const parts: PlannedPart[] = [];
  let [first, bytes, chunk, next] = [0, 0, -1, -1];
  let digest = createHash('sha256');
  const close = (end: number) => {
    const part = parts.length + 1;
    const path = dumpPath('courses', format, part);
    parts.push({ format, part, path, madeFrom: digest.digest('hex'), courses: byId.slice(first, end) });
    [first, bytes, chunk, next] = [end, 0, -1, -1];
    digest = createHash('sha256');
  };
  for (const [place, course] of byId.entries()) {
    const at =
      chunk !== -1 && course >= (offsets[chunk] ?? 0) && course < (offsets[chunk + 1] ?? 0)
        ? chunk
        : chunkOf(offsets, course);
    const ordinal = course - (offsets[at] ?? 0);
    const ends = chunks[at]?.ends;
    const size = (ends?.[ordinal] ?? 0) - (ends?.[ordinal - 1] ?? 0);
    if (place > first && (bytes + size > maxBytes || place - first === maxCoursesPerPart)) close(place);
    // Most courses follow one another as they do in their chunk.
    if (at !== chunk || course !== next) digest.update(`${place - first} ${chunks[at]?.key} ${ordinal}\n`);
    [chunk, next] = [at, course + 1];
    bytes += size;
  }
  digest.update(`${byId.length - first}`);
  close(byId.length);
  return parts;
}

/** A block of a part in NDJSON. */
export interface PlannedBlock {
  /** Where it ends among the courses of the part. */
  readonly end: number;
  /** The chunk that has it compressed, and its place there; undefined if none has. */
  readonly packed: { readonly chunk: number; readonly block: number } | undefined;
}

/** The blocks of courses, which are numbers by ascending id. */
export function planBlocks(
  courses: Uint32Array,
  chunks: readonly RecordBlocks[],
  { offsets, ids }: Pick<NumberedCourses, 'offsets' | 'ids'>,
): PlannedBlock[] {
  const ends = [...courses.keys()].filter((place) => place > 0 && beginsBlock(ids[courses[place] ?? 0] ?? 0));
  if (courses.length > 0) ends.push(courses.length);
  let start = 0;
  return ends.map((end) => {
    const block = courses.subarray(start, end);
    start = end;
    return { end, packed: packedIn(block, chunks, offsets) };
  });
}

/** Where courses are, in this order, all those of one block that is compressed. */
function packedIn(courses: Uint32Array, chunks: readonly RecordBlocks[], offsets: Uint32Array): PlannedBlock['packed'] {
  const first = courses[0] ?? 0;
  const chunk = chunkOf(offsets, first);
  const { blockEnds = new Uint32Array() } = chunks[chunk] ?? {};
  const ordinal = first - (offsets[chunk] ?? 0);
  const block = lowerBound(blockEnds, ordinal + 1);
  const isSame =
    block > 0 &&
    block < blockEnds.length - 1 &&
    blockEnds[block - 1] === ordinal &&
    blockEnds[block] === ordinal + courses.length &&
    courses.every((course, place) => course === first + place);
  return isSame ? { chunk, block } : undefined;
}
