// The lock: one build at a time on an output folder, and none held up by a build that is dead.
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { errorCode } from '../errors.ts';
import { problemAt, ProblemsError } from '../problems.ts';
import { holderIn, isAlive, ownHolder, wordsFor } from './holder.ts';
import { lockFileOf } from './target.ts';

export interface Lock {
  /** Throws a ProblemsError where another process has taken the lock meanwhile (ours was thought dead). */
  assertHeld(): void;
  /** Lets go; removes the lock file only if it is still ours. */
  release(): void;
}

/** How often a holder touches its lock. */
const beatEvery = 5_000;
/** A lock is written at once after it is made: one that is not whole by then has no writer any more. */
const tornAfter = 2_000;
const pauseBetween = 20;

/** Takes the output folder. Throws a ProblemsError of rule 'output-busy' that says who holds it. */
export function lockOutput(out: string, target: string, home: string): Lock {
  const path = lockFileOf(target, home);
  const text = `${JSON.stringify(ownHolder())}\n`;
  const busy = (finding: string) =>
    new ProblemsError([problemAt(out, undefined, '', { rule: 'output-busy', finding })]);
  const other = take(path, text);
  if (other !== undefined) throw busy(`is being built by ${other}`);
  tidy(claimOf(path), text);
  // File systems on a network give files the time of another clock.
  beat(path, text);
  const timer = setInterval(() => beat(path, text), beatEvery).unref();
  return {
    assertHeld() {
      // Whoever publishes for long does not come to its timers.
      beat(path, text);
      const found = look(path);
      if (found?.text === text) return;
      throw busy(
        found?.isAlive === true
          ? `was taken over by ${found.words}, as this build had given no sign of life for too long`
          : 'is not locked by this build any more: its lock was removed',
      );
    },
    release() {
      clearInterval(timer);
      // From here on nobody begins to think us dead; who did before has a claim, or has been and gone.
      beat(path, text);
      const isClaimed = () => look(claimOf(path))?.isAlive === true;
      for (let left = tornAfter / pauseBetween; left > 0 && isClaimed(); left -= 1) pause();
      if (!isClaimed() && look(path)?.text === text) rmSync(path, { force: true });
    },
  };
}

/** Who builds into the folder at this moment, in words; undefined where nobody does. For a dry run, which takes no lock. */
export function holderOf(target: string, home: string): string | undefined {
  const found = look(lockFileOf(target, home));
  return found?.isAlive === true ? found.words : undefined;
}

/**
 * Makes the lock file where there is none, or puts ours in the place of a dead one; otherwise says who holds it.
 *
 * Of many that find a lock dead, one may replace it: who holds the claim, a lock on the lock, and finds it dead even then.
 * The claim itself becomes the new lock, so that nobody can be killed between taking the one and letting go of the other.
 */
function take(path: string, text: string): string | undefined {
  let waits = 2 * (tornAfter / pauseBetween);
  while (!create(path, text)) {
    const found = look(path);
    if (found?.isAlive === false) {
      const other = take(claimOf(path), text);
      if (other !== undefined) return other;
      if (look(path)?.isAlive === false) {
        renameSync(claimOf(path), path);
        return undefined;
      }
      rmSync(claimOf(path));
    } else {
      if (found?.isWhole === true || waits === 0) return found?.words ?? unknown;
      waits -= 1;
      pause();
    }
  }
  return undefined;
}

/** Removes a claim whose holder was killed before it came to use it. */
function tidy(claim: string, text: string): void {
  if (look(claim)?.isAlive === false && take(claim, text) === undefined) rmSync(claim);
}

function claimOf(path: string): string {
  return `${path}.claim`;
}

/** Makes the file with this text, unless there is one. */
function create(path: string, text: string): boolean {
  const file = unless('EEXIST', () => openSync(path, 'wx'));
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

interface Found {
  readonly text: string;
  readonly isWhole: boolean;
  readonly isAlive: boolean;
  /** Who holds it. */
  readonly words: string;
}

const unknown = 'another process';

/** What the lock file says; undefined where there is none. */
function look(path: string): Found | undefined {
  const file = unless('ENOENT', () => openSync(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const { mtimeMs } = fstatSync(file);
    const holder = holderIn(text);
    if (!holder) return { text, isWhole: false, isAlive: Date.now() - mtimeMs < tornAfter, words: unknown };
    return { text, isWhole: true, isAlive: isAlive(holder, mtimeMs), words: wordsFor(holder) };
  } finally {
    closeSync(file);
  }
}

/** Says that we are alive. Where the lock is gone or cannot be reached, `assertHeld` or the next builder finds out. */
function beat(path: string, text: string): void {
  try {
    const now = new Date();
    if (look(path)?.text === text) utimesSync(path, now, now);
  } catch {}
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseBetween);
}

function unless<T>(code: string, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) === code) return undefined;
    throw error;
  }
}
