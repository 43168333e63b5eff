// The stage: a build is written aside, and takes the place of the one before it once it is whole.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
// Whose stage a leftover is can only be asked of the system's processes.
import { kill, pid } from 'node:process';
import { apiRoot } from '../api/routes.ts';
import { manifestFile, manifestText } from './manifest.ts';
import { goneFrom, pathsAbove } from './obstacles.ts';
import { homeOf, isInside, prefixOf, realPath } from './target.ts';

export interface Stage {
  /** Where to write. */
  readonly folder: string;
  /**
   * Puts what was written in the place of the build before it; what others put into the output folder stays.
   * `rootFiles` are the files outside `api/v1`, the manifest apart.
   */
  publish(rootFiles: readonly string[]): Promise<void>;
  /** Removes what was written and not published. */
  discard(): Promise<void>;
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
    async publish(rootFiles) {
      if (!existsSync(target)) {
        renameSync(folder, target);
        return;
      }
      replace(folder, target, previous, rootFiles);
      // Hundreds of thousands of files take seconds; whoever serves them from this process goes on meanwhile.
      await rm(previous, { recursive: true, force: true });
    },
    async discard() {
      await rm(folder, { recursive: true, force: true });
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

function replace(folder: string, target: string, previous: string, rootFiles: readonly string[]): void {
  const gone = goneFrom(target, rootFiles);
  // Until the new ones are in their places, the list names old and new: whatever happens between, the next build knows them all.
  const both = join(folder, 'manifest');
  writeFileSync(both, manifestText([...gone, ...rootFiles]));
  renameSync(both, join(target, manifestFile));
  const first = inTheWayOf(rootFiles, gone);
  for (const path of first) removeFile(target, path);
  for (const path of rootFiles) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(join(folder, path), join(target, path));
  }
  replaceApi(join(folder, apiRoot), join(target, apiRoot), previous);
  for (const path of gone.filter((one) => !first.includes(one))) removeFile(target, path);
  renameSync(join(folder, manifestFile), join(target, manifestFile));
}

/** Those of the gone files that stand where a new one needs a folder, or in a folder where a new one stands. */
function inTheWayOf(rootFiles: readonly string[], gone: readonly string[]): string[] {
  const [written, folders] = [new Set(rootFiles), new Set(rootFiles.flatMap(pathsAbove))];
  return gone.filter((path) => folders.has(path) || pathsAbove(path).some((one) => written.has(one)));
}

function replaceApi(staged: string, published: string, previous: string): void {
  mkdirSync(dirname(published), { recursive: true });
  const isRebuild = lstatSync(published, { throwIfNoEntry: false }) !== undefined;
  if (isRebuild) renameSync(published, previous);
  try {
    renameSync(staged, published);
  } catch (error) {
    if (isRebuild) renameSync(previous, published);
    throw error;
  }
}

/** Removes a file that an earlier build made, and the folders that it leaves empty. */
function removeFile(target: string, path: string): void {
  rmSync(join(target, path), { force: true });
  const folder = dirname(join(target, path));
  if (isInside(folder, target)) removeEmpty(folder, join(target, path.split('/')[0] ?? ''));
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
