// Locks that were left: as a holder leaves them that did not come to let go.
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../src/output/lock.ts';

/** Above the numbers that systems give. */
export const noProcess = 2 ** 31 - 2;

/** Leaves a lock as a holder does that ended so many seconds ago, with some things other than ours. */
export function leave(path: string, secondsAgo: number, others: Readonly<Record<string, unknown>> = {}): void {
  const sample = mkdtempSync(join(dirname(path), 'sample-'));
  const lock = acquireLock('dist', join(sample, 'dist'), sample);
  const own: object = JSON.parse(readFileSync(join(sample, '.dist.lock'), 'utf8'));
  lock.release();
  rmSync(sample, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...own, token: `left ${secondsAgo}`, ...others }));
  age(path, secondsAgo);
}

export function age(path: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(path, then, then);
}
