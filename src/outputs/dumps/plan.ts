// The dump plan: where the parts of each dump end, and what each is made from; parts made from the same stay as they are.
import { createHash } from 'node:crypto';
import { chunkOf, type NumberedCourses } from '../../catalog/lists.ts';
import { dumpForms, dumpPath, maxCoursesPerPart, type DumpFormat } from './formats.ts';
import type { WrittenPart } from './row.ts';

interface PlannedPart extends Pick<WrittenPart, 'format' | 'part' | 'path' | 'madeFrom'> {
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
}

/** Every part of the courses in one format; an empty catalog has one too. Chunks with the same key have the same lines, which end at `ends`. */
export function planParts(
  format: DumpFormat,
  chunks: readonly { readonly key: string; readonly ends: Uint32Array }[],
  { byId, offsets }: Pick<NumberedCourses, 'byId' | 'offsets'>,
): PlannedPart[] {
  const { maxBytes } = dumpForms[format];
  const parts: PlannedPart[] = [];
  let [first, bytes, previousChunk, nextCourse] = [0, 0, -1, -1];
  let digest = createHash('sha256');
  const close = (end: number) => {
    const part = parts.length + 1;
    digest.update(`${end - first}`);
    const path = dumpPath('courses', format, part);
    parts.push({ format, part, path, madeFrom: digest.digest('hex'), courses: byId.slice(first, end) });
    [first, bytes, previousChunk, nextCourse] = [end, 0, -1, -1];
    digest = createHash('sha256');
  };
  for (const [place, course] of byId.entries()) {
    const chunk =
      previousChunk !== -1 && course >= (offsets[previousChunk] ?? 0) && course < (offsets[previousChunk + 1] ?? 0)
        ? previousChunk
        : chunkOf(offsets, course);
    const ordinal = course - (offsets[chunk] ?? 0);
    const ends = chunks[chunk]?.ends;
    const size = (ends?.[ordinal] ?? 0) - (ends?.[ordinal - 1] ?? 0);
    if (place > first && (bytes + size > maxBytes || place - first === maxCoursesPerPart)) close(place);
    // Most courses follow one another as they do in their chunk.
    if (chunk !== previousChunk || course !== nextCourse)
      digest.update(`${place - first} ${chunks[chunk]?.key} ${ordinal}\n`);
    [previousChunk, nextCourse] = [chunk, course + 1];
    bytes += size;
  }
  close(byId.length);
  return parts;
}
