// The stage: a build is written aside, and takes the place of the one before it once it is whole.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
// Whose stage a leftover is can only be asked of the system's processes.
import { kill, pid } from 'node:process';
import { apiRoot } from '../api/routes.ts';
import { problemAt, type Problem } from '../problems.ts';
import { marker, markerFile, siteFiles } from '../site/files.ts';

/** Says why `out` cannot be written: it is not ours, or it would mix with the source. Nothing is changed. */
export function outputProblems(out: string, source: string): Problem[] {
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
  const isStage = (name: string) => name.startsWith(prefixOf(target, 'building'));
  if (!readdirSync(target).every(isStage) && !isOurs(target))
    return problem('is not empty and was not made by this tool');
  return [];
}

export interface Stage {
  /** Where to write. */
  readonly folder: string;
  /** Puts what was written in the place of the build before it; what others put into the output folder stays. */
  publish(): void;
  /** Removes what was written and not published. */
  discard(): void;
}

/**
 * Opens an empty stage for `out`, after putting right what a killed build left behind.
 *
 * A first build appears all at once, by one rename. A later one leaves the output folder itself alone, so that it keeps its
 * mode, may be a mount or somebody's working folder, and holds what others put there: the files of the site are renamed over
 * the old ones, then the old `api/v1` is renamed away and the new one to its place. Between these two renames there is an
 * instant without `api/v1`; a build that is killed in it is undone by the next one.
 */
export function openStage(out: string): Stage {
  const target = realPath(out);
  const made = mkdirSync(dirname(target), { recursive: true });
  const home = homeOf(target);
  heal(target, home);
  const folder = makeOwn(join(home, `${prefixOf(target, 'building')}${pid}`));
  const previous = join(
    home,
    prefixOf(target, 'previous') + basename(folder).slice(prefixOf(target, 'building').length),
  );
  return {
    folder,
    publish() {
      if (existsSync(target)) replace(folder, target, previous);
      else renameSync(folder, target);
    },
    discard() {
      rmSync(folder, { recursive: true, force: true });
      if (made !== undefined && !existsSync(target)) removeEmpty(dirname(target), made);
    },
  };
}

/** Makes a folder that no other build of this process has. */
function makeOwn(path: string): string {
  for (let number = 1; ; number += 1) {
    const made = mkdirSync(`${path}-${number}`, { recursive: true });
    if (made !== undefined) return made;
  }
}

/** The folder that stages stand in: beside the target, or in it where it is a file system of its own. */
function homeOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

function prefixOf(target: string, role: 'building' | 'previous'): string {
  return `.${basename(target)}.${role}-`;
}

function replace(folder: string, target: string, previous: string): void {
  const [staged, published] = [join(folder, apiRoot), join(target, apiRoot)];
  for (const path of siteFiles.keys()) renameSync(join(folder, path), join(target, path));
  if (statSync(dirname(published), { throwIfNoEntry: false })?.isFile()) rmSync(dirname(published));
  mkdirSync(dirname(published), { recursive: true });
  const isRebuild = existsSync(published);
  if (isRebuild) renameSync(published, previous);
  try {
    renameSync(staged, published);
  } catch (error) {
    if (isRebuild) renameSync(previous, published);
    throw error;
  }
  rmSync(previous, { recursive: true, force: true });
}

/** Finishes or undoes what builds that are no longer running began. */
function heal(target: string, home: string): void {
  for (const name of readdirSync(home)) {
    const role = (['building', 'previous'] as const).find((one) => name.startsWith(prefixOf(target, one)));
    const owner = role && /^(\d+)-\d+$/u.exec(name.slice(prefixOf(target, role).length))?.[1];
    const path = join(home, name);
    if (owner === undefined || isRunning(Number(owner), path)) continue;
    if (role === 'previous' && existsSync(target) && !existsSync(join(target, apiRoot))) {
      mkdirSync(dirname(join(target, apiRoot)), { recursive: true });
      renameSync(path, join(target, apiRoot));
    } else rmSync(path, { recursive: true, force: true });
  }
}

/** Whether the process that made the folder at `path` is still there. */
function isRunning(owner: number, path: string): boolean {
  // A leftover may have our own number, as containers count from 1: it is older than this process.
  if (owner === pid) return statSync(path).ctimeMs >= performance.timeOrigin;
  try {
    return kill(owner, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes a folder and those above it up to `top`, as long as they are empty. */
function removeEmpty(folder: string, top: string): void {
  for (let at = folder; at === top || isInside(at, top); at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

function isOurs(folder: string): boolean {
  const file = join(folder, markerFile);
  // Trimmed, as it ends with a line end, which may change where the folder was committed.
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file, 'utf8').trim() === marker;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** The path with every link followed, as far as it exists. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
}
