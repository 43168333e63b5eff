// The results of a shard: a file for each chunk, written as soon as the chunk is read, so that few are in memory at a time.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyOfRead } from '../cache/key.ts';
import { chunkFileOf } from '../cache/store.ts';
import type { Chunk } from '../read/chunks.ts';
import { writeChunkFile } from '../read/chunk-file.ts';
import { ChunkResult, type ReadChunk } from '../read/result.ts';
import type { ShardChunk } from './manifest.ts';
import { relativePath } from './source.ts';

/** The result of a chunk, its large parts in a file, and what the manifest says of it. */
export interface KeptResult {
  readonly result: ChunkResult;
  readonly entry: ShardChunk;
}

/** Writes the result of a chunk to its file in a folder; `data` is the source folder, and `context` a `contextKey`. */
export function keepResult(
  read: ReadChunk,
  chunk: Chunk,
  { folder, data, context }: { readonly folder: string; readonly data: string; readonly context: string },
): KeptResult {
  const key = keyOfRead(chunk.ranges, read, context);
  const file = join(folder, chunkFileOf(key));
  mkdirSync(folder, { recursive: true });
  writeChunkFile(file, read.values);
  const { columns, linkhashes } = read.values;
  return {
    // Nothing else of what was read stays in memory.
    result: new ChunkResult({ ...read, values: { columns, linkhashes }, file }),
    entry: {
      key,
      bytes: statSync(file).size,
      ranges: chunk.ranges.map(({ file: { path }, start, end }, at) => {
        const { fingerprint = '', records = 0, lines = 0 } = read.ranges[at] ?? {};
        return { file: relativePath({ path }, data), start, end, fingerprint, records, lines };
      }),
    },
  };
}

/** Moves the files of results to the folder of their shard, and removes those of earlier runs. */
export function moveResults(entries: readonly ShardChunk[], from: string, folder: string): void {
  const names = new Set(entries.map(({ key }) => chunkFileOf(key)));
  for (const name of names) renameSync(join(from, name), join(folder, name));
  const isOld = (name: string) => name.startsWith(chunkFileOf('')) && !names.has(name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
}
