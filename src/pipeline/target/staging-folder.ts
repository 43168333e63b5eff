// The staging folder: a folder beside the target in which a build writes, and the lock that it holds meanwhile.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { attempt, errorCode, messageOf } from '../../errors.ts';
import { isInside } from '../../paths.ts';
import { fileProblem, type Problem } from '../../problems.ts';
import { acquireLock, lockFileOf } from '../../storage/lock.ts';

export interface StagingFolder {
  readonly lockedTarget: LockedTarget;
  /** For new and changed files. */
  readonly site: string;
  /** For replaced and removed files, until the build ends. */
  readonly aside: string;
  /** For the state before it is saved. */
  readonly state: string;
  /** The time by the clock of the file system; every later change has a later time. Undefined if that clock is too coarse. */
  distinctNow(): number | undefined;
}

/** The target while one build holds its lock. */
export interface LockedTarget {
  staging(): StagingFolder;
  /** A timestamp by the clock of the file system: every change so far is at or just before it, every later one after it. */
  startTime(): number;
  /** Throws a ProblemsError if another build took the lock over. */
  assertHeld(): void;
  /** Keeps the staging folders after the build: they hold what could not be restored. */
  keepStaging(): void;
  /** Removes the staging folders, also those that killed builds left, and releases the lock. Returns a warning for each path that could not be removed; the next build ignores it. */
  close(): Promise<readonly Problem[]>;
}

/**
 * Locks the target for a build, and removes the staging folders of killed builds while it runs. Throws a ProblemsError if another build
 * holds the lock.
 */
export function lockTarget(out: string, target: string): LockedTarget {
  const madeParent = mkdirSync(dirname(target), { recursive: true });
  const lockFolder = lockFolderOf(target);
  const lock = acquireLock(out, target, lockFolder);
  let leftovers: readonly string[];
  try {
    leftovers = leftoversOf(target, lockFolder);
  } catch (error) {
    lock.release();
    throw error;
  }
  const removingLeftovers = removeAll(leftovers);
  const folders: string[] = [];
  const open = () => {
    const folder = makeNext(join(lockFolder, `${prefixOf(target)}${pid}`), leftovers);
    folders.push(folder);
    return folder;
  };
  const lockedTarget: LockedTarget = {
    staging() {
      const folder = open();
      const [site, aside] = [join(folder, 'site'), join(folder, 'aside')];
      for (const path of [site, aside]) mkdirSync(path);
      const state = join(folder, 'state');
      return { lockedTarget, site, aside, state, distinctNow: () => waitForDistinctTime(folder) };
    },
    startTime() {
      const clock = join(open(), 'clock');
      writeFileSync(clock, '');
      // Changes within the same tick of the clock count as later.
      return lstatSync(clock).ctimeMs - clockStep;
    },
    assertHeld: () => lock.assertHeld(),
    keepStaging() {
      // Where this fails, the error that is being reported names the folder, and matters more; but the next build will remove the folder.
      for (const folder of folders.splice(0)) attempt(() => writeFileSync(join(folder, keptFile), ''));
    },
    async close() {
      const removed = await Promise.all([removingLeftovers, removeAll(folders)]);
      const lockFile = await warningsOf(lockFileOf(target, lockFolder), () => lock.release());
      const parents = await warningsOf(dirname(target), () => {
        if (madeParent !== undefined && !existsSync(target)) removeEmpty(dirname(target), madeParent);
      });
      return [...removed.flat(), ...lockFile, ...parents];
    },
  };
  return lockedTarget;
}

/** The folder for staging folders and the lock: the parent of the target, or the target if it is a file system of its own. */
export function lockFolderOf(target: string): string {
  const parent = dirname(target);
  const entry = statSync(target, { throwIfNoEntry: false });
  return entry && entry.dev !== statSync(parent).dev ? target : parent;
}

/** The prefix of the names of staging folders. */
function prefixOf(target: string): string {
  return `.${basename(target)}.building-`;
}

/** Marks a staging folder that the user has to inspect. */
const keptFile = 'kept';

/** The staging folders of killed builds. Only the lock holder may call it, before it makes its own: then every staging folder is a leftover. */
function leftoversOf(target: string, lockFolder: string): string[] {
  const prefix = prefixOf(target);
  const isStaging = (name: string) => name.startsWith(prefix) && /^\d+-\d+$/u.test(name.slice(prefix.length));
  const names = readdirSync(lockFolder).filter(
    (name) => isStaging(name) && !existsSync(join(lockFolder, name, keptFile)),
  );
  return names.map((name) => join(lockFolder, name));
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

/** Creates a new folder; those that were kept for the user may still exist, and `others` are being removed. */
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

/** Less than the resolution of any file system's clock, in milliseconds. */
const clockStep = 0.001;

/** How long to wait for the clock to advance. */
const patience = { steps: 100, milliseconds: 1 };

function waitForDistinctTime(folder: string): number | undefined {
  const clock = join(folder, 'clock');
  writeFileSync(clock, '');
  const now = lstatSync(clock).ctimeMs;
  const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let step = 0; step < patience.steps; step += 1) {
    utimesSync(clock, 0, step);
    if (lstatSync(clock).ctimeMs > now) return now;
    Atomics.wait(nobody, 0, 0, patience.milliseconds);
  }
  return undefined;
}

/** Removes a folder and those above it up to `top`, as long as they are empty. */
function removeEmpty(folder: string, top: string): void {
  for (let current = folder; current === top || isInside(current, top); current = dirname(current)) {
    if (readdirSync(current).length > 0) return;
    rmdirSync(current);
  }
}
