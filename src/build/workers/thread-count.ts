// How many threads to use.
import { availableParallelism } from 'node:os';
import { bytesOf, type Chunk } from '../read/chunks.ts';

/** Below this many bytes of source, starting threads costs more than it saves. */
const minBytes = 6 * 1024 * 1024;
/**
 * Bytes of source for each thread of a shard or a merge, of which there are many: a thread costs half a second of processor time before
 * it is fast, and 100 MB of memory in a merge; at this size that is less than 60 bytes a course.
 */
const bytesPerThread = { shard: 512 * 1024 * 1024, merge: 2048 * 1024 * 1024 } as const;

/** Number of threads for these chunks; `requested` is the user's choice. */
export function threadsFor(chunks: readonly Chunk[], requested: number | undefined): number {
  const wanted = requested ?? (bytesIn(chunks) < minBytes ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, chunks.length));
}

/** Number of threads for a shard or a merge; `chunks` are those that it reads or merges. */
export function shardThreads(
  step: keyof typeof bytesPerThread,
  chunks: readonly Chunk[],
  requested: number | undefined,
): number {
  const maxThreads = Math.ceil(bytesIn(chunks) / bytesPerThread[step]);
  return threadsFor(chunks, requested ?? Math.min(maxThreads, availableParallelism()));
}

function bytesIn(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
}
