// The target: whether the output folder may be written, and where its stages and lock are.
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { viewsFolder } from '../api/routes.ts';
import { isInside, realPath } from '../paths.ts';
import { problemAt, type Problem } from '../problems.ts';
import { coursePagesFolder } from '../site/pages/paths.ts';
import { isOurs, rootFilesIn } from './manifest.ts';
import { obstaclesTo } from './obstacles.ts';

/** Why `out` cannot be written: it is not ours, it overlaps the source, or files of others are in the way. Changes nothing. */
export function outputProblems(out: string, source: string, rootFiles: readonly string[]): Problem[] {
  const problem = (finding: string) => [problemAt(out, undefined, '', { rule: 'output-folder', finding })];
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
  // If the output is a file system of its own, it contains the stages and the lock.
  const isStage = (name: string) =>
    name.startsWith(prefixOf(target)) ||
    name.startsWith(basename(lockFileOf(target, target))) ||
    name === basename(marksFolderOf(target));
  const entries = readdirSync(target).filter((name) => !isStage(name));
  if (entries.length === 0) return [];
  const areMarked = existsSync(marksFolderOf(target));
  if (!isOurs(target) && !areMarked && !holdsOnlyCourses(target, entries))
    return problem('is not empty and was not made by this tool');
  return obstacleProblems(out, target, rootFiles);
}

/** Reports files of others where a build writes these files into `target`, which the user calls `out`. */
export function obstacleProblems(out: string, target: string, rootFiles: readonly string[]): Problem[] {
  return obstaclesTo(target, rootFiles, ownRootFiles(target)).map((path) =>
    problemAt(join(out, path), undefined, '', {
      rule: 'output-file',
      finding: 'was not made by this tool, but the build writes to this path',
    }),
  );
}

/** The folder for stages and the lock: the parent of the target, or the target if it is a file system of its own. */
export function homeOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

/** The prefix of the names of stages; `part` names the part of the output that is written, if not all of it. */
export function prefixOf(target: string, part?: string): string {
  return `.${basename(target)}.building-${part === undefined ? '' : `${part}-`}`;
}

/** The lock file in `home`, of the whole output or of a part of it. */
export function lockFileOf(target: string, home: string, part?: string): string {
  return join(home, `.${basename(target)}.lock${part === undefined ? '' : `-${part}`}`);
}

/** The folder with a file for each part of a build that wrote into the output: it lists folders to which only builds write. */
export function marksFolderOf(target: string): string {
  return join(homeOf(target), `.${basename(target)}.shards`);
}

/** The folders outside the API that parts of builds have begun to write, and that no manifest lists yet. */
export function markedFolders(target: string): string[] {
  const folder = marksFolderOf(target);
  const lines = marksIn(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The names of the parts in such a folder; those with a dot are still being written. */
export function marksIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

/** The files and whole folders outside the API that builds, or shards that are not merged yet, have written. */
export function ownRootFiles(target: string): string[] {
  const moved = !isOurs(target) && existsSync(target) && holdsOnlyCourses(target, readdirSync(target));
  return [...rootFilesIn(target), ...(moved ? [`${coursePagesFolder}/`] : markedFolders(target))];
}

/** The name of the folder of a course. */
const linkhash = /^[0-9a-f]{32}$/u;

/** Whether a folder contains only views and course pages, as shards leave it before they are merged. It may have been moved without its marks. */
function holdsOnlyCourses(target: string, entries: readonly string[]): boolean {
  const [api = '', ...below] = viewsFolder.split('/');
  const isChain = below.every((name, at) => {
    const folder = join(target, api, ...below.slice(0, at));
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).join() === name;
  });
  const others = entries.filter((name) => name !== api);
  return isChain && entries.includes(api) && others.every((name) => name === coursePagesFolder && holdsCourses(target));
}

function holdsCourses(target: string): boolean {
  const folder = join(target, coursePagesFolder);
  return (
    statSync(folder).isDirectory() &&
    readdirSync(folder, { withFileTypes: true }).every((entry) => entry.isDirectory() && linkhash.test(entry.name))
  );
}
