// How many threads to use.
import { availableParallelism } from 'node:os';
import { bytesToRead, type Chunk } from '../read/chunks.ts';

/** Below this many bytes of source, starting threads costs more than it saves. */
const minBytes = 6 * 1024 * 1024;
/**
 * Bytes of source for each thread of a shard or a merge, of which there are many: a thread costs half a second of processor time before
 * it is fast, and 100 MB of memory in a merge; at this size that is less than 60 bytes a course.
 */
const bytesPerThread = { shard: 512 * 1024 * 1024, merge: 2048 * 1024 * 1024 } as const;
/** Below this many courses, a second thread for the audit costs more than it saves. */
const minCourses = 20_000;

/** Number of threads for reading chunks; `requested` is the user's choice. */
export function readThreads(chunks: readonly Chunk[], requested: number | undefined): number {
  const wanted = requested ?? (bytesToRead(chunks) < minBytes ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, chunks.filter(({ cached }) => !cached).length));
}

/** Number of threads for a shard or a merge; `chunks` are those that it reads or merges. */
export function shardThreads(
  step: keyof typeof bytesPerThread,
  chunks: readonly Chunk[],
  requested: number | undefined,
): number {
  // The chunks of a merge have results already, and count nevertheless.
  const uncached = chunks.map(({ ranges }) => ({ ranges }));
  const maxThreads = Math.ceil(bytesToRead(uncached) / bytesPerThread[step]);
  return readThreads(uncached, requested ?? Math.min(maxThreads, availableParallelism()));
}

/** Number of threads for auditing the target: two at most. */
export function auditThreads(courses: number, requested: number | undefined): number {
  return Math.min(2, requested ?? (courses < minCourses ? 1 : availableParallelism()));
}
