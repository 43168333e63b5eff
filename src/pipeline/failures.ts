// Failures: which errors of a build are problems of the user, and which may come from a saved state.
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { isSystemError } from '../errors.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../problems.ts';
import { DamagedStateError } from '../storage/value-file.ts';
import { dryRunPrefix } from './build-folders.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildState } from './cache/state.ts';
import { chunkFileOf } from './cache/store.ts';
import { RollbackError } from './publish/undo-log.ts';

/** A state can pass its checksums and still be wrong, so any error may come from it but those of the source, the disk and the target. */
export function mayComeFromState(error: unknown, state: BuildState | undefined): boolean {
  if (error instanceof DamagedStateError) {
    const name = basename(error.path);
    // The files of other chunks are those of this build.
    return !name.startsWith(chunkFileOf('')) || state?.chunks.some(({ key }) => chunkFileOf(key) === name) === true;
  }
  return !(error instanceof ProblemsError || error instanceof RollbackError || isSystemError(error));
}

/** A damaged result of a shard, or a refusal of the system to write, as a problem; any other error as it is. */
export function asProblem(error: unknown, { merge, out, shard, dryRun }: BuildOptions): unknown {
  const isDamage = error instanceof DamagedStateError;
  if (merge !== undefined && isDamage) {
    const finding = `holds a damaged result: ${error.message}`;
    const remedy = 'run the shard with that file again, then merge again';
    return errorAt(merge, { rule: 'shard-damaged', finding, remedy });
  }
  if (!isDamage && !isRefusal(error)) return error;
  const problem = isDamage ? damagedFile(error, out) : refusedWrite(error, out, dryRun);
  // A shard is not finished any more once it has begun to publish.
  return new ProblemsError([problem], shard !== undefined);
}

/** Whether the system refused to write, or to undo what was written. */
function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return isSystemError(error instanceof RollbackError ? error.cause : error);
}

/** What is damaged and neither of a state nor of a shard is a file of the staging folder. */
function damagedFile({ message }: DamagedStateError, out: string): Problem {
  const finding = `cannot be built: a file of this build was changed meanwhile: ${message}`;
  return fileProblem(out, { rule: 'output-write', finding, remedy: 'build again' });
}

function refusedWrite({ message, path, syscall }: NodeJS.ErrnoException, out: string, dryRun: boolean): Problem {
  // The error of a write names no file.
  const isTemporary = dryRun && (path === undefined ? syscall === 'write' : path.includes(dryRunPrefix));
  const refusal = { rule: 'output-write', finding: `cannot be written: ${message}` } as const;
  return isTemporary ? fileProblem(tmpdir(), { ...refusal, remedy: temporaryRemedy }) : fileProblem(out, refusal);
}

const temporaryRemedy =
  'make sure the folder for temporary files is writable and has free space, or set TMPDIR to another one, then build again';
