// The target: whether the output folder may be written, and where a build of it is made.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside, realPath } from '../paths.ts';
import { problemAt, type Problem } from '../problems.ts';
import { isOurs } from './manifest.ts';
import { obstaclesTo } from './obstacles.ts';

/** Says why `out` cannot be written: it is not ours, it would mix with what is read, or files of others are in the way. Nothing is changed. */
export function outputProblems(out: string, source: string, rootFiles: readonly string[]): Problem[] {
  const problem = (finding: string) => [problemAt(out, undefined, '', { rule: 'output-folder', finding })];
  const [target, origin] = [realPath(out), realPath(source)];
  if (target === origin) return problem('is the source folder');
  if (isInside(origin, target)) return problem(`holds the source folder ${source}`);
  if (isInside(target, origin)) return problem(`lies inside the source folder ${source}`);
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) {
    const isLink = lstatSync(resolve(out), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? problem('is a link to a folder that is not there') : [];
  }
  if (!entry.isDirectory()) return problem('is not a folder');
  // Where the output is a file system of its own, stages and the lock lie in it.
  const isStage = (name: string) =>
    name.startsWith(prefixOf(target)) || name.startsWith(basename(lockFileOf(target, target)));
  if (readdirSync(target).every(isStage)) return [];
  if (!isOurs(target)) return problem('is not empty and was not made by this tool');
  return obstacleProblems(out, target, rootFiles);
}

/** Says what of others stands where a build of `target`, which the person named `out`, writes these files. */
export function obstacleProblems(out: string, target: string, rootFiles: readonly string[]): Problem[] {
  return obstaclesTo(target, rootFiles).map((path) =>
    problemAt(join(out, path), undefined, '', {
      rule: 'output-file',
      finding: 'was not made by this tool, and stands where the build writes',
    }),
  );
}

/** The folder that stages stand in: beside the target, or in it where it is a file system of its own. */
export function homeOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

/** How the names of folders begin in which a build of `target` is made. */
export function prefixOf(target: string): string {
  return `.${basename(target)}.building-`;
}

/** The file in `home` that says who builds `target` at the moment. */
export function lockFileOf(target: string, home: string): string {
  return join(home, `.${basename(target)}.lock`);
}
