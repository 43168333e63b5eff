// The staging folder: a folder beside the target in which a build writes, and the lock that it holds meanwhile.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { attempt, errorCode, isSystemError, messageOf } from '../../text/errors.ts';
import { fileProblem, type Problem } from '../../text/problems.ts';
import { acquireLock, lockFileOf } from '../../storage/lock.ts';
import { makeFolder } from '../../storage/temporary-folder.ts';

export interface StagingFolder {
  readonly lockedTarget: LockedTarget;
  readonly folder: string;
  /** For new and changed files. */
  readonly site: string;
  /** For the files of chunks. */
  readonly chunks: string;
}

/** The target while one build holds its lock. */
export interface LockedTarget {
  /** Makes a staging folder. */
  staging(): StagingFolder;
  /** Throws a ProblemsError if another build took the lock over. */
  assertHeld: () => void;
  /** Removes the staging folder, and those that killed builds left, and releases the lock. Returns a warning for each path that could not be removed; the next build ignores it. */
  close(): Promise<readonly Problem[]>;
}

/**
 * Locks the target for a build, and removes the staging folders of killed builds while it runs. Throws a ProblemsError if another build
 * holds the lock.
 */
export function lockTarget(out: string, target: string): LockedTarget {
  const removeMade = makeFolder(dirname(target));
  const lockFolder = lockFolderOf(target);
  const lock = acquireLock(out, target, lockFolder);
  let leftovers: readonly string[];
  try {
    leftovers = [lockFolder, target].flatMap((home) => leftoversOf(target, home));
  } catch (error) {
    lock.release();
    throw error;
  }
  const removingLeftovers = removeAll(leftovers);
  const folders: string[] = [];
  const lockedTarget: LockedTarget = {
    staging() {
      const folder = makeNext(join(lockFolder, `${prefixOf(target)}${pid}`), leftovers);
      folders.push(folder);
      const [site, chunks] = [join(folder, 'site'), join(folder, 'chunks')];
      if (lockFolder === target || !makeInside(target, site, leftovers)) mkdirSync(site);
      mkdirSync(chunks);
      return { lockedTarget, folder, site, chunks };
    },
    assertHeld: () => lock.assertHeld(),
    async close() {
      const removed = await Promise.all([removingLeftovers, removeAll(folders)]);
      const lockFile = await warningsOf(lockFileOf(target, lockFolder), () => lock.release());
      const parents = await warningsOf(dirname(target), removeMade);
      return [...removed.flat(), ...lockFile, ...parents];
    },
  };
  return lockedTarget;
}

/** The folder for staging folders and the lock: the parent of the target, or the target if it is a separate file system. */
export function lockFolderOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

/** The prefix of the names of staging folders. */
function prefixOf(target: string): string {
  return `.${basename(target)}.building-`;
}

/** The staging folders of killed builds. Only the lock holder may call it, before it makes its own: then every staging folder is a leftover. */
function leftoversOf(target: string, home: string): string[] {
  const prefix = prefixOf(target);
  const isStaging = (name: string) => name.startsWith(prefix) && /^\d+-\d+$/u.test(name.slice(prefix.length));
  const names = existsSync(home) ? readdirSync(home).filter(isStaging) : [];
  return names.map((name) => join(home, name));
}

/**
 * Makes the folder for new files within the target, and moves it away: so all that is made in it has the group and the access control
 * list that the target gives. Returns false if there is no target, or nothing may be made in it.
 */
function makeInside(target: string, site: string, leftovers: readonly string[]): boolean {
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) return false;
  const made = attempt(() => makeNext(join(target, `${prefixOf(target)}${pid}`), leftovers));
  if (made === undefined) return false;
  try {
    renameSync(made, site);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    rmdirSync(made);
    return false;
  } finally {
    attempt(() => utimesSync(target, entry.atimeMs / 1000, entry.mtimeMs / 1000));
  }
}

/** Removes folders, and returns a warning for each that could not be removed. */
async function removeAll(folders: readonly string[]): Promise<Problem[]> {
  const remove = async (folder: string) => rm(folder, { recursive: true, force: true });
  const warnings = await Promise.all(folders.map((folder) => warningsOf(folder, () => remove(folder))));
  return warnings.flat();
}

/** Runs a removal, and returns a warning if it fails. */
async function warningsOf(path: string, remove: () => void | Promise<void>): Promise<Problem[]> {
  try {
    await remove();
    return [];
  } catch (error) {
    const finding = `cannot be removed: ${messageOf(error)}`;
    return [fileProblem(path, { level: 'warning', rule: 'output-leftover', finding })];
  }
}

/** Creates a new folder, whose name is none of `others`, which are being removed. */
function makeNext(path: string, others: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    if (others.includes(`${path}-${number}`)) continue;
    try {
      mkdirSync(`${path}-${number}`);
      return `${path}-${number}`;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
