// The target: whether the output folder may be written, and where its staging folders and lock are.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside, realPath } from '../../paths.ts';
import { fileProblem, type Problem } from '../../problems.ts';
import { isOurs, rootFilesIn } from './manifest.ts';
import { obstaclesTo } from './obstacles.ts';

/** Why `out` cannot be written: it is not ours, it overlaps the source, or foreign files are in the way. Changes nothing. */
export function outputProblems(out: string, source: string, rootFiles: readonly string[]): Problem[] {
  const problem = (finding: string) => [fileProblem(out, { rule: 'output-folder', finding })];
  const [target, origin] = [realPath(out), realPath(source)];
  if (target === origin) return problem('is the source folder');
  if (isInside(origin, target)) return problem(`contains the source folder ${source}`);
  if (isInside(target, origin)) return problem(`is inside the source folder ${source}`);
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) {
    const isLink = lstatSync(resolve(out), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? problem('is a link to a folder that does not exist') : [];
  }
  if (!entry.isDirectory()) return problem('is not a folder');
  // If the output is a file system of its own, it contains the staging folders and the lock.
  const isOwn = (name: string) => name.startsWith(`.${basename(target)}.`);
  const entries = readdirSync(target).filter((name) => !isOwn(name));
  if (entries.length === 0) return [];
  if (!isOurs(target)) return problem('is not empty and was not made by this tool');
  return obstacleProblems(out, target, rootFiles);
}

/** Reports foreign files where a build writes these files into `target`, which the user calls `out`. */
export function obstacleProblems(out: string, target: string, rootFiles: readonly string[]): Problem[] {
  return obstaclesTo(target, rootFiles, rootFilesIn(target)).map((path) =>
    fileProblem(join(out, path), {
      rule: 'output-file',
      finding: 'was not made by this tool, but the build writes to this path',
    }),
  );
}

/** The folder for staging folders and the lock: the parent of the target, or the target if it is a file system of its own. */
export function homeOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

/** The prefix of the names of staging folders. */
export function prefixOf(target: string): string {
  return `.${basename(target)}.building-`;
}

export function lockFileOf(target: string, home: string): string {
  return join(home, `.${basename(target)}.lock`);
}
