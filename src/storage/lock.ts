// The lock: one build, or import, at a time per folder, without waiting for dead ones.
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt, errorCode } from '../text/errors.ts';
import { errorAt, type Rule } from '../text/problems.ts';
import { holderIn, isAlive, ownHolder, describeHolder } from './lock-holder.ts';

/** How often a holder touches its lock, in milliseconds. */
const heartbeatInterval = 5_000;
/** A lock is written right after it is created: if it is still incomplete after this time, its writer is dead. */
const incompleteTimeoutMs = 2_000;
/** Milliseconds between two reads of a lock. */
const pollInterval = 20;

export type Lock = ReturnType<typeof acquireLock>;

/** The work that a lock is taken for. */
export interface LockedWork {
  /** The rule of its problems. */
  readonly rule: Rule;
  /** What is found if another process, the holder, has the lock. */
  readonly busyMessage: (holder: string) => string;
}

export const buildWork: LockedWork = { rule: 'output-busy', busyMessage: (holder) => `is being built by ${holder}` };

/** Locks a folder, for a build unless other work is named. Throws a ProblemsError of the work's rule that names the holder. */
export function acquireLock(out: string, target: string, home: string, work = buildWork) {
  const path = lockFileOf(target, home);
  const text = `${JSON.stringify(ownHolder())}\n`;
  const busy = (finding: string) => errorAt(out, { rule: work.rule, finding });
  const other = tryLock(path, text);
  if (other !== undefined) throw busy(work.busyMessage(other));
  removeDeadClaim(claimOf(path), text);
  // A network file system may have stamped the lock with another machine's clock.
  heartbeat(path, text);
  const timer = setInterval(() => heartbeat(path, text), heartbeatInterval).unref();
  return {
    /** Throws a ProblemsError if another process took the lock because this one seemed dead. */
    assertHeld(): void {
      // Timers do not run during a long publication.
      heartbeat(path, text);
      const state = readLock(path);
      if (state?.text === text) return;
      throw busy(
        state?.isAlive === true
          ? `was taken over by ${state.description}, because this process seemed dead`
          : `is no longer locked by this process: its lock was removed`,
      );
    },
    /** Removes the lock file, but only if it is still ours. */
    release(): void {
      clearInterval(timer);
      // From here on no process can newly declare us dead; one that already has holds a claim, or is done.
      heartbeat(path, text);
      const isClaimed = () => readLock(claimOf(path))?.isAlive === true;
      for (let left = incompleteTimeoutMs / pollInterval; left > 0 && isClaimed(); left -= 1) pause();
      if (!isClaimed() && readLock(path)?.text === text) rmSync(path, { force: true });
    },
  };
}

export function lockFileOf(target: string, home: string): string {
  return join(home, `.${basename(target)}.lock`);
}

/** Describes who is building into the folder; undefined if nobody is. For a dry run, which takes no lock. */
export function holderOf(target: string, home: string): string | undefined {
  const state = readLock(lockFileOf(target, home));
  return state?.isAlive === true ? state.description : undefined;
}

/**
 * Creates the lock file, or replaces a dead one; otherwise describes its holder.
 *
 * Of several processes that find a lock dead, only one may replace it: the one that holds the claim, a lock on the lock, and
 * still finds it dead. The claim itself becomes the new lock, so there is no moment between the two at which a kill does harm.
 */
function tryLock(path: string, text: string): string | undefined {
  let waits = 2 * (incompleteTimeoutMs / pollInterval);
  while (!create(path, text)) {
    const state = readLock(path);
    if (state?.isAlive === false) {
      const other = tryLock(claimOf(path), text);
      if (other !== undefined) return other;
      if (readLock(path)?.isAlive === false) {
        renameSync(claimOf(path), path);
        return undefined;
      }
      rmSync(claimOf(path));
    } else {
      if (state?.isWhole === true || waits === 0) return state?.description ?? unknown;
      waits -= 1;
      pause();
    }
  }
  return undefined;
}

/** Removes a claim whose holder was killed before using it. */
function removeDeadClaim(claim: string, text: string): void {
  if (readLock(claim)?.isAlive === false && tryLock(claim, text) === undefined) rmSync(claim);
}

function claimOf(path: string): string {
  return `${path}.claim`;
}

/** Creates the file with this text, unless it exists. */
function create(path: string, text: string): boolean {
  const file = ignoreError('EEXIST', () => openSync(path, 'wx'));
  if (file === undefined) return false;
  try {
    writeSync(file, text);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

interface LockState {
  readonly text: string;
  readonly isWhole: boolean;
  readonly isAlive: boolean;
  /** Describes its holder. */
  readonly description: string;
}

const unknown = 'another process';

/** Reads the lock file; undefined if there is none. */
function readLock(path: string): LockState | undefined {
  const file = ignoreError('ENOENT', () => openSync(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const { mtimeMs } = fstatSync(file);
    const holder = holderIn(text);
    if (!holder)
      return { text, isWhole: false, isAlive: Date.now() - mtimeMs < incompleteTimeoutMs, description: unknown };
    return { text, isWhole: true, isAlive: isAlive(holder, mtimeMs), description: describeHolder(holder) };
  } finally {
    closeSync(file);
  }
}

/** Shows that we are alive. If the lock is gone or cannot be reached, `assertHeld` or the next build finds out. */
function heartbeat(path: string, text: string): void {
  const now = new Date();
  attempt(() => {
    if (readFileSync(path, 'utf8') === text) utimesSync(path, now, now);
  });
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollInterval);
}

function ignoreError<T>(code: string, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) === code) return undefined;
    throw error;
  }
}
