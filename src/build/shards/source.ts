// The source as shards divide and compare it: each reads its own ranges, and paths are relative to a folder that may be elsewhere on another machine.
import { relative } from 'node:path';
import { reasonOf } from '../../catalog/source/file-errors.ts';
import type { SourceFile } from '../../catalog/source/find.ts';
import {
  digestOfRange,
  divisibleForm,
  lineEndAfter,
  rangeSize,
  splitFile,
  type SourceRange,
} from '../../catalog/source/ranges.ts';
import { groupRanges, type Chunk } from '../read/chunks.ts';
import type { ShardChunk, ShardSourceFile } from './shard-manifest.ts';
import type { Shard } from './shard.ts';

/** The path of a source file below the source folder. */
function relativePath({ path }: Pick<SourceFile, 'path'>, data: string): string {
  return relative(data, path);
}

/** The files of a source; reads those that every shard reads. */
export function listSource(files: readonly SourceFile[], data: string): ShardSourceFile[] {
  return files.map((file) => ({
    path: relativePath(file, data),
    size: file.size,
    digest: file.kind === 'courses' ? null : digestIfReadable({ file, start: 0, end: file.size }),
  }));
}

/** A range of a file, with the digest of its bytes. */
export type DigestedRange = Pick<ShardChunk['ranges'][number], 'file' | 'start' | 'end' | 'digest'>;

/** The ranges of a chunk with their digests. */
export function digestChunk(chunk: Chunk, data: string): DigestedRange[] {
  return chunk.map(({ file, start, end }) => {
    return { file: relativePath(file, data), start, end, digest: digestIfReadable({ file, start, end }) };
  });
}

/** Empty for a file that cannot be read: reading its records reports the problem. Throws any other error. */
function digestIfReadable(range: Pick<SourceRange, 'file' | 'start' | 'end'>): string {
  try {
    return digestOfRange(range);
  } catch (error) {
    reasonOf(error, range.file.path);
    return '';
  }
}

/**
 * The chunks of a shard. Shards divide the bytes of the course files: files of lines are divided at the end of a line, and ranges of
 * others belong to the shard that has their middle.
 */
export function chunksOfShard(files: readonly SourceFile[], shard: Shard, size = rangeSize): Chunk[] {
  const courseFiles = files.filter(({ kind }) => kind === 'courses');
  const total = courseFiles.reduce((sum, file) => sum + file.size, 0);
  const boundOf = (index: number) => (index === shard.total ? total : Math.floor((total / shard.total) * index));
  const [from, to] = [boundOf(shard.index - 1), boundOf(shard.index)];
  let next = 0;
  const ranges = courseFiles.flatMap((file) => {
    const offset = next;
    next += file.size;
    const isOwn = ({ start, end }: Pick<SourceRange, 'start' | 'end'>) =>
      shardAt(offset + (start + end) / 2, total, shard.total) === shard.index;
    const form = divisibleForm(file, size);
    if (form === undefined) return isOwn({ start: 0, end: file.size }) ? splitFile(file, size) : [];
    if (offset >= to || offset + file.size <= from) return [];
    if (form === 'json') return splitFile(file, size).filter(isOwn);
    const [start, end] = [lineEndAfter(file, from - offset), lineEndAfter(file, to - offset)];
    return start < end ? splitFile(file, size, start, end) : [];
  });
  return groupRanges(ranges, size);
}

/** The number of the shard that contains a position below `sum`. */
function shardAt(position: number, sum: number, total: number): number {
  return sum === 0 ? 1 : Math.min(total, 1 + Math.floor((position / sum) * total));
}
