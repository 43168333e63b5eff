// How many threads a build is worth.
import { availableParallelism } from 'node:os';

/** Bytes of source below which starting threads costs more than they save. */
const worthThreads = 6 * 1024 * 1024;

/** How many threads to use for so many bytes of source in so many batches; `asked` is a person's own choice. */
export function threadsFor(size: number, batches: number, asked: number | undefined): number {
  const wanted = asked ?? (size < worthThreads ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, batches));
}
