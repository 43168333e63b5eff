// Reads the chunks of a catalog whose results are not cached, in workers.
import type { BuildIo } from '../build-options.ts';
import { bytesToRead, type Chunk } from '../read/chunks.ts';
import { ChunkResult } from '../read/result.ts';
import type { Workers } from './pool.ts';

/** The results of all chunks in order. */
export async function readChunks(
  chunks: readonly Chunk[],
  workers: Workers,
  onProgress: BuildIo['onProgress'],
): Promise<ChunkResult[]> {
  const total = bytesToRead(chunks);
  let [done, courses] = [0, 0];
  return Promise.all(
    chunks.map(async (chunk) => {
      const result = chunk.cached ?? new ChunkResult(await workers.run('read', chunk.ranges));
      done += bytesToRead([chunk]);
      courses += result.columns().ids.length;
      onProgress({ phase: 'courses', done, total, courses });
      return result;
    }),
  );
}
