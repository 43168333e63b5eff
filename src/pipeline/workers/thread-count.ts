// How many threads to use.
import { availableParallelism } from 'node:os';
import type { Chunk } from '../read/chunks.ts';
import { bytesToRead } from '../read/read-chunks.ts';

/** Below this many bytes of source, starting threads costs more than it saves. */
const minBytes = 6 * 1024 * 1024;
/** Below this many courses, a second thread for the audit costs more than it saves. */
const minCourses = 20_000;

/** Number of threads for reading chunks; `requested` is the user's choice. */
export function readThreads(chunks: readonly Chunk[], requested: number | undefined): number {
  const wanted = requested ?? (bytesToRead(chunks) < minBytes ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, chunks.filter(({ cached }) => !cached).length));
}

/** Number of threads for auditing the output: two at most. */
export function auditThreads(courses: number, requested: number | undefined): number {
  return Math.min(2, requested ?? (courses < minCourses ? 1 : availableParallelism()));
}
