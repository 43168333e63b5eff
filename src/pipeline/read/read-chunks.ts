// Reads all chunks that are not cached.
import type { Chunk } from './chunks.ts';
import type { ChunkResult } from './result.ts';

export interface ReadProgress {
  readonly phase: 'courses';
  /** Bytes of source read so far, and in total. */
  readonly done: number;
  readonly total: number;
  /** Courses read so far. */
  readonly courses: number;
}

/** Returns the results of all chunks in order; `readOne` runs a job. */
export async function readChunks(
  chunks: readonly Chunk[],
  readOne: (chunk: Chunk) => Promise<ChunkResult>,
  onProgress: (progress: ReadProgress) => void,
): Promise<ChunkResult[]> {
  const total = bytesToRead(chunks);
  let [done, courses] = [0, 0];
  return Promise.all(
    chunks.map(async (chunk) => {
      const result = chunk.cached ?? (await readOne(chunk));
      done += bytesToRead([chunk]);
      courses += result.columns().ids.length;
      onProgress({ phase: 'courses', done, total, courses });
      return result;
    }),
  );
}

/** Bytes of the chunks that are not cached. */
export function bytesToRead(chunks: readonly Chunk[]): number {
  const fresh = chunks.filter(({ cached }) => !cached);
  return fresh.reduce((sum, { ranges }) => ranges.reduce((size, { start, end }) => size + end - start, sum), 0);
}
