// Reads and checks a catalog: the chunks whose results are not cached, then all problems at once, then the lists.
import type { BuildIo, CatalogOptions } from './build-options.ts';
import { checkCatalog, type CatalogReading, type CheckedCatalog } from './read/check-catalog.ts';
import { bytesToRead, type Chunk } from './read/chunks.ts';
import { ChunkResult } from './read/result.ts';
import type { Workers } from './workers/pool.ts';

/** Throws a ProblemsError with every problem if any is an error. */
export async function readCatalog(
  reading: CatalogReading,
  workers: Workers,
  options: CatalogOptions,
  onProgress: BuildIo['onProgress'],
): Promise<CheckedCatalog> {
  const results = await readChunks(reading.chunks, workers, onProgress);
  return checkCatalog(reading, results, options);
}

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
