// Chunks: groups the ranges of the course files, so that each job has about as much to read.
import type { SourceFile } from '../../catalog/source/find.ts';
import { rangeSize, splitFile, type SourceRange } from '../../catalog/source/ranges.ts';

/** Ranges that one job reads in sequence. */
export type Chunk = readonly SourceRange[];

/** Cuts the course files, in the order of their paths, into chunks of about `size` bytes. */
export function cutIntoChunks(files: readonly SourceFile[], size = rangeSize): Chunk[] {
  const courseFiles = files.filter(({ kind }) => kind === 'courses');
  return groupRanges(
    courseFiles.flatMap((file) => splitFile(file, size)),
    size,
  );
}

/** Groups small ranges that follow one another. */
export function groupRanges(ranges: readonly SourceRange[], size = rangeSize): Chunk[] {
  const groups: SourceRange[][] = [];
  let room = 0;
  for (const range of ranges) {
    const group = groups.at(-1);
    if (group && room > 0) group.push(range);
    else {
      groups.push([range]);
      room = size;
    }
    room -= range.end - range.start;
  }
  return groups;
}

export function bytesOf(chunk: Chunk): number {
  return chunk.reduce((sum, { start, end }) => sum + end - start, 0);
}
