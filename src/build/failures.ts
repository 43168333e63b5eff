// Failures: which errors of a build are problems of the user.
import { tmpdir } from 'node:os';
import { errorCode, isSystemError } from '../text/errors.ts';
import { fileProblem, ProblemsError, type Problem } from '../text/problems.ts';
import { DamagedFileError } from '../storage/value-file.ts';
import { count } from '../text/number-format.ts';
import { dryRunPrefix } from './build-folders.ts';
import type { BuildOptions } from './build-options.ts';
import { InterruptedPublication } from './publish/apply.ts';

/** Turns a system error or a damaged staging file into a ProblemsError; returns any other error unchanged. */
export function toProblem(error: unknown, { out, dryRun }: BuildOptions, mayHaveChanged: boolean): unknown {
  if (error instanceof InterruptedPublication) return new ProblemsError([halfPublished(error, out)], true);
  if (error instanceof DamagedFileError) return new ProblemsError([damagedFile(error, out)], mayHaveChanged);
  return isSystemError(error) ? new ProblemsError([refusedWrite(error, out, dryRun)], mayHaveChanged) : error;
}

function damagedFile({ message }: DamagedFileError, out: string): Problem {
  const finding = `cannot be built: a file of this build was changed meanwhile: ${message}`;
  return fileProblem(out, { rule: 'output-write', finding, remedy: 'build again' });
}

function halfPublished({ message, cause, done, total }: InterruptedPublication, out: string): Problem {
  const why = isSystemError(cause) ? `cannot be written: ${message}` : message;
  const finding = `${why}; ${count(done, 'change')} of ${total} had been published by then, the others were not`;
  const remedy =
    errorCode(cause) === 'EXDEV'
      ? 'build into a folder that has no other file system in it'
      : 'make sure it can be written and has free space, then build again: the next build completes it';
  return fileProblem(out, { rule: 'output-write', finding, remedy });
}

function refusedWrite({ message, path, syscall }: NodeJS.ErrnoException, out: string, dryRun: boolean): Problem {
  // The error of a write names no file.
  const isTemporary = dryRun && (path === undefined ? syscall === 'write' : path.includes(dryRunPrefix));
  const refusal = { rule: 'output-write', finding: `cannot be written: ${message}` } as const;
  return isTemporary ? fileProblem(tmpdir(), { ...refusal, remedy: temporaryRemedy }) : fileProblem(out, refusal);
}

const temporaryRemedy =
  'make sure the folder for temporary files is writable and has free space, or set TMPDIR to another one, then build again';
