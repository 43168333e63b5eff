// Chunks: splits the course files into jobs; a chunk whose result is cached is not read again.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { SourceFile } from '../../source/find.ts';
import { rangeSize, isCut, splitFile, type SourceRange } from '../../source/ranges.ts';
import type { ChunkResult } from './result.ts';

/** Ranges that one job reads in sequence. */
export interface Chunk {
  readonly ranges: readonly SourceRange[];
  readonly cached?: ChunkResult;
}

/** The ranges into which the last build split a file; undefined unless its stamp is the same. */
export type SavedRanges = (file: SourceFile) => readonly SourceRange[] | undefined;

/**
 * Splits the course files, in the order of their paths. With saved ranges to compare with, each range gets its fingerprint,
 * and a file whose stamp is the same is not even opened.
 */
export function splitCourseFiles(
  files: readonly SourceFile[],
  saved: SavedRanges | undefined,
  size = rangeSize,
): SourceRange[] {
  const courseFiles = files.filter(({ kind }) => kind === 'courses');
  return courseFiles.flatMap((file) => saved?.(file) ?? splitFile(file, size, saved !== undefined));
}

/** Groups ranges into chunks; `find` looks up the cached result of a chunk. */
export function planChunks(
  ranges: readonly SourceRange[],
  find: ((ranges: readonly SourceRange[]) => ChunkResult | undefined) | undefined,
  size = rangeSize,
): Chunk[] {
  return groupRanges(ranges, size).map((group) => {
    const cached = find?.(group);
    return { ranges: group, ...(cached && { cached }) };
  });
}

/** Bytes of the chunks that are not cached. */
export function bytesToRead(chunks: readonly Chunk[]): number {
  const fresh = chunks.filter(({ cached }) => !cached);
  return fresh.reduce((sum, { ranges }) => ranges.reduce((size, { start, end }) => size + end - start, sum), 0);
}

/** Part of the key of a range besides its fingerprint: the first and last range of a file are parsed differently. */
export function rangeType({ file: { format, size }, start, end }: SourceRange): string {
  return `${format}${start === 0 ? '^' : ''}${format === 'json' && end === size ? '$' : ''}`;
}

/** Groups small ranges. Where a group ends depends on the name and size of its last file, so an edit moves no other boundary. */
function groupRanges(ranges: readonly SourceRange[], size: number): SourceRange[][] {
  const groups: SourceRange[][] = [];
  let isOpen = false;
  let total = 0;
  for (const range of ranges) {
    const length = range.end - range.start;
    const group = groups.at(-1);
    if (isOpen && group && total + length <= 2 * size) group.push(range);
    else {
      groups.push([range]);
      total = 0;
    }
    total += length;
    isOpen = total < (2 * size) / 3 || !isCut(nameDigest(range.file), length, size);
  }
  return groups;
}

/** A number of 32 bits that is far apart for similar names, wherever the source folder lies. */
function nameDigest({ path }: SourceFile): number {
  return createHash('md5').update(basename(path)).digest().readUInt32LE(0);
}
