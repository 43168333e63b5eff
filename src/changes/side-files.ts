// Side files: files that a build writes outside its output for people and scripts; completely or not at all.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside, realPath } from '../paths.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';

/** A file and its text, as chunks that are generated on demand. */
export type SideFile = readonly [file: string, chunks: Iterable<string>];

/**
 * Checks before a build whether files could be written after it, and changes nothing. They must not be inside `folders`, which
 * are read or published.
 */
export function sideFileProblems(files: readonly string[], folders: readonly string[]): Problem[] {
  return files.flatMap((file) =>
    refusalOf(file, () => {
      const path = realPath(file);
      const folder = folders.find((one) => path === realPath(one) || isInside(path, realPath(one)));
      return folder === undefined ? obstacleTo(path) : `lies inside the folder ${folder}`;
    }),
  );
}

/**
 * Writes files, creating their folders; the last file is replaced last.
 * Throws a ProblemsError (rule 'changes-write') if it cannot, and leaves existing files unchanged.
 */
export function writeSideFiles(files: readonly SideFile[]): void {
  const problems = files.flatMap(([file]) => refusalOf(file, () => obstacleTo(realPath(file))));
  if (problems.length > 0) throw new ProblemsError(problems);
  const temporaryFiles: TemporaryFile[] = [];
  try {
    for (const [file, chunks] of files) {
      const temporary = temporaryFor(file);
      temporaryFiles.push(temporary);
      writeChunks(temporary.path, chunks);
    }
    for (const { path, target } of temporaryFiles) renameSync(path, target);
  } catch (error) {
    for (const { path } of temporaryFiles) tryRemove(path);
    if (!isRefusal(error)) throw error;
    throw new ProblemsError(files.slice(-1).map(([file]) => problem(file, `cannot be written: ${error.message}`)));
  }
}

/** Why a file cannot be written; the system's message if it cannot even be checked. */
function refusalOf(file: string, obstacle: () => string | undefined): Problem[] {
  try {
    const finding = obstacle();
    return finding === undefined ? [] : [problem(file, finding)];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [problem(file, `cannot be written: ${error.message}`)];
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

interface TemporaryFile {
  /** Beside the target and always of the same name, so that the next build overwrites what a killed one left. */
  readonly path: string;
  readonly target: string;
}

/** The temporary file for a file. A link is kept: the file that it leads to is replaced. */
function temporaryFor(file: string): TemporaryFile {
  const target = realPath(file);
  mkdirSync(dirname(target), { recursive: true });
  return { path: join(dirname(target), `.${basename(target)}.writing`), target };
}

const bufferLength = 65_536;

function writeChunks(path: string, chunks: Iterable<string>): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx');
  try {
    let buffer = '';
    for (const chunk of chunks) {
      buffer += chunk;
      if (buffer.length < bufferLength) continue;
      writeFileSync(descriptor, buffer);
      buffer = '';
    }
    writeFileSync(descriptor, buffer);
  } finally {
    closeSync(descriptor);
  }
}

function problem(file: string, finding: string): Problem {
  return problemAt(file, undefined, '', { rule: 'changes-write', finding });
}

function tryRemove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The error that caused the removal is the one to report.
  }
}

/** Whether the system refused an operation; any other error is a bug. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
