// Reads every chunk that is not cached.
import type { SourceRange } from '../../source/ranges.ts';
import type { Chunk } from './chunks.ts';
import { resultOf, type ChunkResult, type ReadChunk } from './result.ts';

/** How far the reading is. */
export interface ReadProgress {
  /** Bytes of source that are read, and that are to be read. */
  readonly done: number;
  readonly total: number;
  /** Courses read so far. */
  readonly courses: number;
}

/** Returns the results of all chunks, in their order; `readOne` runs a job. */
export async function readChunks(
  chunks: readonly Chunk[],
  readOne: (ranges: readonly SourceRange[]) => Promise<ReadChunk>,
  onProgress: (progress: ReadProgress) => void,
): Promise<ChunkResult[]> {
  const total = bytesToRead(chunks);
  let [done, courses] = [0, 0];
  return Promise.all(
    chunks.map(async (chunk) => {
      const result = chunk.cached ?? resultOf(await readOne(chunk.ranges));
      done += bytesToRead([chunk]);
      courses += result.columns().ids.length;
      onProgress({ done, total, courses });
      return result;
    }),
  );
}

/** Bytes of the chunks that are not cached. */
export function bytesToRead(chunks: readonly Chunk[]): number {
  const fresh = chunks.filter(({ cached }) => !cached);
  return fresh.reduce((sum, { ranges }) => ranges.reduce((size, { start, end }) => size + end - start, sum), 0);
}
