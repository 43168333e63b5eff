// The results of a shard: a file for each chunk, written as soon as the chunk is read, so that few are in memory at a time.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tallyOf } from '../../output/writer.ts';
import { loadChunkFile, writeChunkFile } from '../cache/chunk-file.ts';
import { keyOfRead } from '../cache/key.ts';
import { chunkFileOf } from '../cache/store.ts';
import type { Chunk } from '../read/chunks.ts';
import { resultOf, type ChunkResult, type ReadChunk } from '../read/result.ts';
import type { ShardChunk } from './manifest.ts';
import { relativePath } from './source.ts';

export interface ResultPlace {
  /** The folder of the shard's results. */
  readonly folder: string;
  /** The source folder. */
  readonly data: string;
  /** See `contextKey`. */
  readonly context: string;
}

/** The result of a chunk, its large parts in a file, and what the manifest says of it. */
export interface KeptResult {
  readonly result: ChunkResult;
  readonly entry: ShardChunk;
}

/** Writes the result of a chunk to its file. */
export function keepResult(read: ReadChunk, chunk: Chunk, { folder, data, context }: ResultPlace): KeptResult {
  const key = keyOfRead(chunk.ranges, read, context);
  const file = join(folder, chunkFileOf(key));
  writeChunkFile(file, resultOf(read));
  return {
    result: {
      ...loadChunkFile(file, read.ranges, read),
      views: read.views,
      coursePages: read.coursePages,
      columns: () => read.columns,
    },
    entry: {
      key,
      bytes: statSync(file).size,
      ranges: chunk.ranges.map(({ file: { path }, start, end }, at) => {
        const { fingerprint = '', records = 0, lines = 0 } = read.ranges[at] ?? {};
        return { file: relativePath({ path }, data), start, end, fingerprint, records, lines };
      }),
      views: tallyOf(read.views),
      coursePages: tallyOf(read.coursePages),
    },
  };
}

/** Removes the results of earlier runs. */
export function removeOtherResults(folder: string, entries: readonly ShardChunk[]): void {
  const kept = new Set(entries.map(({ key }) => chunkFileOf(key)));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(chunkFileOf('')) && !kept.has(name)) rmSync(join(folder, name), { force: true });
  }
}
