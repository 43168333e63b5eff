// Side files: files that a command writes beside its work for people and scripts; completely or not at all.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError } from '../text/errors.ts';
import { folderAround, realPath } from '../paths.ts';
import { fileProblem, type Finding, type Problem } from '../text/problems.ts';
import { replaceFile, type Content } from './replace-file.ts';

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

/** Writes a file, creating its folder. If it cannot, an existing file stays, and it returns why. */
export function writeSideFile(file: string, content: Content, refusal: Refusal = changesRefusal): Problem[] {
  return refusalOf(file, refusal, () => {
    const obstacle = obstacleTo(realPath(file));
    if (obstacle === undefined) replaceFile(file, content);
    return obstacle;
  });
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

function problem(file: string, refusal: Refusal, finding: string): Problem {
  return fileProblem(file, { ...refusal, finding });
}
