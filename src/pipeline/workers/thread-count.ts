// How many threads a build is worth.
import { availableParallelism } from 'node:os';
import type { Chunk } from '../read/chunks.ts';
import { bytesToRead } from '../read/read-chunks.ts';

/** Bytes of source below which starting threads costs more than they save. */
const minBytes = 6 * 1024 * 1024;
/** Courses below which a second thread for the audit, if nobody asked for one, costs more than it saves. */
const minCourses = 20_000;

/** Threads to read chunks with; `asked` is a person's own choice. */
export function readThreads(chunks: readonly Chunk[], asked: number | undefined): number {
  const wanted = asked ?? (bytesToRead(chunks) < minBytes ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, chunks.filter(({ cached }) => !cached).length));
}

/** Threads to audit the output of so many courses with: two at most. */
export function auditThreads(courses: number, asked: number | undefined): number {
  return Math.min(2, asked ?? (courses < minCourses ? 1 : availableParallelism()));
}
