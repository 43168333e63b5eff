// Side files: files that a command writes beside its work for people and scripts; completely or not at all.
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt, isSystemError } from '../errors.ts';
import { folderAround, realPath } from '../paths.ts';
import { fileProblem, type Finding, type Problem } from '../problems.ts';
import { writePieces } from './write-pieces.ts';

/** The rule by which a side file is refused, and its remedy if it is not that of the rule. */
type Refusal = Pick<Finding, 'rule' | 'remedy'>;

/** What a side file must not replace. */
export interface ProtectedPaths {
  /** Folders that are read or published. */
  readonly folders: readonly string[];
  /** Other files that the command reads; they need not exist. */
  readonly inputs: readonly string[];
}

/** Checks before the work whether a file could be written after it, and changes nothing. */
export function sideFileProblems(
  file: string,
  { folders, inputs }: ProtectedPaths,
  refusal: Refusal = changesRefusal,
): Problem[] {
  return refusalOf(file, refusal, () => {
    const path = realPath(file);
    const folder = folderAround(path, folders);
    if (folder !== undefined) return `lies inside the folder ${folder}`;
    return inputs.some((input) => path === realPath(input)) ? 'is a file that this command reads' : obstacleTo(path);
  });
}

const changesRefusal: Refusal = { rule: 'changes-write' };

/**
 * Writes a file from pieces that are generated on demand, creating its folder. If it cannot, an existing file stays, and it returns
 * why.
 */
export function writeSideFile(file: string, pieces: Iterable<string>, refusal: Refusal = changesRefusal): Problem[] {
  const problems = refusalOf(file, refusal, () => obstacleTo(realPath(file)));
  if (problems.length > 0) return problems;
  let temporary: string | undefined;
  try {
    const { path, target } = temporaryFor(file);
    temporary = path;
    writePieces(path, pieces);
    renameSync(path, target);
    return [];
  } catch (error) {
    if (temporary !== undefined) tryRemove(temporary);
    if (!isSystemError(error)) throw error;
    return [problem(file, refusal, `cannot be written: ${error.message}`)];
  }
}

/** Why a file cannot be written; the system's message if it cannot even be checked. */
function refusalOf(file: string, refusal: Refusal, obstacle: () => string | undefined): Problem[] {
  try {
    const finding = obstacle();
    return finding === undefined ? [] : [problem(file, refusal, finding)];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [problem(file, refusal, `cannot be written: ${error.message}`)];
  }
}

/** What prevents a file at a path. A folder, a device or a pipe is never replaced. */
function obstacleTo(path: string): string | undefined {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile()) return 'exists, and is not a regular file';
  if (path.startsWith('/proc/')) return 'cannot hold a file; use --json to print the result on stdout';
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory()) return `cannot be written: ${folder} is not a folder`;
  accessSync(folder, constants.W_OK);
  return undefined;
}

/**
 * The temporary file for a file: beside it and always of the same name, so that the next run overwrites what a killed one left. A link
 * is kept: the file that it leads to is replaced.
 */
function temporaryFor(file: string) {
  const target = realPath(file);
  mkdirSync(dirname(target), { recursive: true });
  return { path: join(dirname(target), `.${basename(target)}.writing`), target };
}

function problem(file: string, refusal: Refusal, finding: string): Problem {
  return fileProblem(file, { ...refusal, finding });
}

/** Removes a file of no further use, never a folder. If that fails, the next run tries again. */
export function tryRemove(file: string): void {
  attempt(() => rmSync(file, { force: true }));
}
