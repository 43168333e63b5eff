// Abandoned locks, as a builder leaves them that ended without releasing.
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../src/pipeline/publish/lock.ts';

/** Higher than any process id that systems assign. */
export const unusedPid = 2 ** 31 - 2;

/** Leaves the lock of a builder that ended `secondsAgo`, with `overrides` to our own values. */
export function leaveLock(path: string, secondsAgo: number, overrides: Readonly<Record<string, unknown>> = {}): void {
  const sample = mkdtempSync(join(dirname(path), 'sample-'));
  const lock = acquireLock('dist', join(sample, 'dist'), sample);
  const own: object = JSON.parse(readFileSync(join(sample, '.dist.lock'), 'utf8'));
  lock.release();
  rmSync(sample, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...own, token: `left ${secondsAgo}`, ...overrides }));
  age(path, secondsAgo);
}

export function age(path: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(path, then, then);
}
