// Side files: what a build writes for people and scripts beside its output; whole or not at all, and never where something else belongs.
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

/** A file and its text, in pieces that are made as they are asked for. */
export type SideFile = readonly [file: string, pieces: Iterable<string>];

/**
 * Says before a build why files could not be written after it; nothing is changed.
 * They may lie in none of `folders`, which are read or published.
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
 * Writes files, and makes the folders above them; the last one takes its place last.
 * Throws a ProblemsError (rule 'changes-write') where it cannot; what was there before is then still there.
 */
export function writeSideFiles(files: readonly SideFile[]): void {
  const problems = files.flatMap(([file]) => refusalOf(file, () => obstacleTo(realPath(file))));
  if (problems.length > 0) throw new ProblemsError(problems);
  const aside: Aside[] = [];
  try {
    for (const [file, pieces] of files) {
      const one = asideOf(file);
      aside.push(one);
      writePieces(one.path, pieces);
    }
    for (const { path, target } of aside) renameSync(path, target);
  } catch (error) {
    for (const { path } of aside) removeQuietly(path);
    if (!isRefusal(error)) throw error;
    throw new ProblemsError(files.slice(-1).map(([file]) => problem(file, `cannot be written: ${error.message}`)));
  }
}

/** Why a file cannot be written; the system's own words where it does not even let us look. */
function refusalOf(file: string, obstacle: () => string | undefined): Problem[] {
  try {
    const finding = obstacle();
    return finding === undefined ? [] : [problem(file, finding)];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [problem(file, `cannot be written: ${error.message}`)];
  }
}

/** What is there and no file stays as it is: a folder, a device, a pipe. */
function obstacleTo(path: string): string | undefined {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile()) return 'is there, and is not a file';
  if (path.startsWith('/proc/')) return 'is no place for a file; --json prints the result on stdout';
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory()) return `cannot be written: ${folder} is not a folder`;
  accessSync(folder, constants.W_OK);
  return undefined;
}

interface Aside {
  /** Beside the target, and always of the same name: what a killed build left is written over by the next. */
  readonly path: string;
  readonly target: string;
}

/** A link stays one: the file that it leads to is written. */
function asideOf(file: string): Aside {
  const target = realPath(file);
  mkdirSync(dirname(target), { recursive: true });
  return { path: join(dirname(target), `.${basename(target)}.writing`), target };
}

const chunkLength = 65_536;

function writePieces(path: string, pieces: Iterable<string>): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx');
  try {
    let chunk = '';
    for (const piece of pieces) {
      chunk += piece;
      if (chunk.length < chunkLength) continue;
      writeFileSync(descriptor, chunk);
      chunk = '';
    }
    writeFileSync(descriptor, chunk);
  } finally {
    closeSync(descriptor);
  }
}

function problem(file: string, finding: string): Problem {
  return problemAt(file, undefined, '', { rule: 'changes-write', finding });
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Why the file could not be written is told.
  }
}

/** Whether the system refused; everything else is a fault of ours. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
