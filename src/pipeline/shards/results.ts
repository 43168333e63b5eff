// The results of a shard: a file for each chunk, and what the manifest says of it.
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keyOfRead } from '../cache/key.ts';
import { chunkFileOf } from '../cache/store.ts';
import type { Chunk } from '../read/chunks.ts';
import type { ChunkResult } from '../read/result.ts';
import type { ShardChunk } from './manifest.ts';
import { relativePath } from './source.ts';

/** What the manifest says of the result of a chunk; `data` is the source folder, and `context` a `contextKey`. */
export function resultEntry(result: ChunkResult, { ranges }: Chunk, data: string, context: string): ShardChunk {
  return {
    key: keyOfRead(ranges, result, context),
    bytes: statSync(result.file).size,
    ranges: ranges.map(({ file: { path }, start, end }, index) => {
      const { fingerprint = '', records = 0, lines = 0 } = result.ranges[index] ?? {};
      return { file: relativePath({ path }, data), start, end, fingerprint, records, lines };
    }),
  };
}

/** Moves the files of results to the folder of their shard, and removes those of earlier runs. */
export function moveResults(results: readonly ChunkResult[], folder: string): void {
  const files = new Set(results.map(({ file }) => file));
  const names = new Set(Array.from(files, (file) => basename(file)));
  for (const file of files) renameSync(file, join(folder, basename(file)));
  const isOld = (name: string) => name.startsWith(chunkFileOf('')) && !names.has(name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
}
