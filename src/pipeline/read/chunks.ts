// Chunks: the course files shared out over jobs of reading; a chunk whose result is cached is not read again.
import { crc32 } from 'node:zlib';
import { whyUnreadable } from '../../source/errors.ts';
import type { SourceFile } from '../../source/find.ts';
import { fingerprintOf } from '../../source/fingerprint.ts';
import { chunkSize, isCut, splitFile, type SourceRange } from '../../source/ranges.ts';
import type { ChunkResult } from './result.ts';

/** A range that one job reads, with its fingerprint where that is known before it is read. */
export interface ChunkRange extends SourceRange {
  readonly fingerprint?: string;
}

/** Ranges that one job reads, one after another. */
export interface Chunk {
  readonly ranges: readonly ChunkRange[];
  readonly cached?: ChunkResult;
}

/** The ranges in which the last build read its source. */
export interface SavedRanges {
  /** Those of a file with the very stamp that it has now; undefined where there is no such file. */
  readonly of: (file: SourceFile) => readonly ChunkRange[] | undefined;
  /** Makes the fingerprints of ranges: see `Fingerprint`. */
  readonly fingerprintKey: string;
}

/**
 * Cuts the course files, in the order of their paths. Where there is something to compare them with, ranges get their
 * fingerprints, and a file whose stamp is the same is not even opened.
 */
export function cutCourses(
  files: readonly SourceFile[],
  saved: SavedRanges | undefined,
  size = chunkSize,
): ChunkRange[] {
  return files.filter(({ kind }) => kind === 'courses').flatMap((file) => cut(file, saved, size));
}

/** Gathers ranges into chunks; `find` returns the cached result of ranges with these fingerprints. */
export function planChunks(
  ranges: readonly ChunkRange[],
  find: ((ranges: readonly ChunkRange[]) => ChunkResult | undefined) | undefined,
  size = chunkSize,
): Chunk[] {
  return gather(ranges, size).map((group) => {
    const cached = find?.(group);
    return { ranges: group, ...(cached && { cached }) };
  });
}

/** What tells a range from any other, beside its fingerprint: the first and the last one of a file are read in other ways. */
export function formOf({ file: { format, size }, start, end }: SourceRange): string {
  return `${format}${start === 0 ? '^' : ''}${format === 'json' && end === size ? '$' : ''}`;
}

function cut(file: SourceFile, saved: SavedRanges | undefined, size: number): readonly ChunkRange[] {
  if (!saved) return splitFile(file, size);
  const known = saved.of(file);
  if (known) return known;
  const ranges = splitFile(file, size);
  try {
    return ranges.map((range) => ({ ...range, fingerprint: fingerprintOf(range, saved.fingerprintKey) }));
  } catch (error) {
    if (whyUnreadable(error, file.path) === undefined) throw error;
    // Reading the file reports what keeps it from being read.
    return ranges;
  }
}

/** Gathers small ranges. Where a group ends depends on the path and size of its last file, so an edit moves no other boundary. */
function gather(ranges: readonly ChunkRange[], size: number): ChunkRange[][] {
  const groups: ChunkRange[][] = [];
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
    isOpen = total < (2 * size) / 3 || !isCut(crc32(range.file.path), length, size);
  }
  return groups;
}
