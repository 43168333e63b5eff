// Failures: which errors of a build are problems of the user, and which may come from a saved state.
import { tmpdir } from 'node:os';
import { RollbackError } from './publish/undo-log.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../problems.ts';
import { DamagedStateError } from '../storage/value-file.ts';
import type { BuildState } from './cache/state.ts';
import type { BuildOptions } from './options.ts';
import { dryRunFolder } from './places.ts';

/** A state can pass its checksums and still be wrong, so any error may come from it but those of the source, the disk and the output. */
export function mayComeFromState(error: unknown, state: BuildState | undefined): boolean {
  const [, damaged] = (isDamage(error) && damagePattern.exec(error.message)) || [];
  // The files of other chunks are those of this build.
  if (damaged !== undefined && !state?.chunks.some(({ key }) => key === damaged)) return false;
  return !(error instanceof ProblemsError || error instanceof RollbackError || isRefusal(error));
}

/** A damaged result of a shard, or a refusal of the system to write, as a problem; any other error as it is. */
export function asProblem(error: unknown, { merge, out, shard, dryRun }: BuildOptions): unknown {
  if (merge !== undefined && isDamage(error)) {
    const finding = `holds a damaged result: ${error.message}`;
    const remedy = 'run the shard with that file again, then merge again';
    return errorAt(merge, { rule: 'shard-damaged', finding, remedy });
  }
  if (!isRefusal(error) && !isDamage(error)) return error;
  // A shard is not finished any more once it has begun to publish.
  return new ProblemsError([outputProblem(error, out, dryRun)], shard !== undefined);
}

function outputProblem(error: Error, out: string, dryRun: boolean): Problem {
  const rule = 'output-write';
  const { message } = error;
  if (isDamage(error)) {
    // What else is damaged than a result of a shard is a file of the staging folder.
    const changed = `cannot be built: a file of this build was changed meanwhile: ${message}`;
    return fileProblem(out, { rule, finding: changed, remedy: 'build again' });
  }
  const finding = `cannot be written: ${message}`;
  // The error of a write names no file.
  const isTemporary = dryRun && (message.includes(dryRunFolder) || message.endsWith(', write'));
  return isTemporary
    ? fileProblem(tmpdir(), { rule, finding, remedy: temporaryRemedy })
    : fileProblem(out, { rule, finding });
}

const temporaryRemedy =
  'make sure the folder for temporary files is writable and has free space, or set TMPDIR to another one, then build again';

// From worker threads only the message of an error comes.
const damagePattern = /^chunk-([0-9a-f]+): /u;

function isDamage(error: unknown): error is Error {
  return error instanceof DamagedStateError || (error instanceof Error && damagePattern.test(error.message));
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^E[A-Z0-9]+: /u.test(error.message);
}
