// Reads and checks a catalog: the chunks whose results are not cached, then all problems at once, then the lists.
import type { ReadReferences } from '../catalog/references.ts';
import type { FoundSource } from '../source/find.ts';
import type { BuildIo, CatalogOptions } from './options.ts';
import { checkCatalog, type CheckedCatalog } from './read/catalog.ts';
import { bytesToRead, type Chunk } from './read/chunks.ts';
import { ChunkResult } from './read/result.ts';
import type { Workers } from './workers/pool.ts';

export interface CatalogReading {
  readonly source: FoundSource;
  readonly references: ReadReferences;
  readonly chunks: readonly Chunk[];
}

/** Throws a ProblemsError with every problem if any is an error. */
export async function readCatalog(
  { source, references, chunks }: CatalogReading,
  workers: Workers,
  options: CatalogOptions,
  onProgress: BuildIo['onProgress'],
): Promise<CheckedCatalog> {
  const results = await readChunks(chunks, workers, onProgress);
  return checkCatalog(source, references, { chunks, results }, options);
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
