// The outcome of a job as plain data: on its way to another thread, an error would lose all but its name, message and stack.
import { isSystemError } from '../../text/errors.ts';
import { DamagedFileError } from '../../storage/value-file.ts';

export type JobOutcome<T> =
  | { readonly type: 'done'; readonly result: T }
  | { readonly type: 'damaged'; readonly path: string; readonly finding: string }
  | { readonly type: 'failed'; readonly error: unknown; readonly fields: object };

/** Runs a job in its thread. */
export async function outcomeOf<T>(job: () => Promise<T>): Promise<JobOutcome<T>> {
  try {
    return { type: 'done', result: await job() };
  } catch (error) {
    if (error instanceof DamagedFileError) return { type: 'damaged', path: error.path, finding: error.finding };
    if (!isSystemError(error)) return { type: 'failed', error, fields: {} };
    const { code, path, syscall } = error;
    return { type: 'failed', error, fields: { code, path, syscall } };
  }
}

/** The result of a job in another thread. Throws what the job has thrown. */
export function resultOf<T>(outcome: JobOutcome<T>): T {
  if (outcome.type === 'done') return outcome.result;
  if (outcome.type === 'damaged') throw new DamagedFileError(outcome.path, outcome.finding);
  const { error, fields } = outcome;
  throw error instanceof Error ? Object.assign(error, fields) : error;
}
