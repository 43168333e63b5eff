// Reads the chunks of a catalog in workers.
import type { BuildIo } from '../build-options.ts';
import { bytesOf, type Chunk } from '../read/chunks.ts';
import { ChunkResult } from '../read/result.ts';
import type { Workers } from './pool.ts';

/** The results of all chunks in order. */
export async function readChunks(
  chunks: readonly Chunk[],
  workers: Workers,
  onProgress: BuildIo['onProgress'],
): Promise<ChunkResult[]> {
  const total = chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
  let [done, courses] = [0, 0];
  return Promise.all(
    chunks.map(async (chunk, number) => {
      const result = new ChunkResult(await workers.run('read', { chunk, number }));
      done += bytesOf(chunk);
      courses += result.columns().ids.length;
      onProgress({ phase: 'courses', done, total, courses });
      return result;
    }),
  );
}
