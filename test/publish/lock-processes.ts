// Builders: processes of their own that take locks on request, and what they leave if they end without releasing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readJsonSync } from 'fs-extra/esm';
import { acquireLock } from '../../src/storage/lock.ts';

export interface Builder extends AsyncDisposable {
  readonly pid: number | undefined;
  /** Tells it to take the lock in a folder; returns `held`, or the reason why not. */
  lock(folder: string): Promise<string>;
  /** Resolves when the process has been killed and reaped. */
  kill(): Promise<void>;
}

/** Starts one by the compiled `take-locks.ts`, and waits until it is ready to take locks. */
export async function startBuilder(script: string): Promise<Builder> {
  const child = spawn(process.execPath, [fileURLToPath(script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const builder = {
    pid: child.pid,
    async lock(folder: string) {
      child.stdin.write(`${folder}\n`);
      return nextLine();
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
  const first = await nextLine();
  if (first !== 'ready') throw new Error(`unexpected output of the builder: ${first}`);
  return builder;
}

/** Higher than any process id that systems assign. */
export const unusedPid = 2 ** 31 - 2;

/** Leaves the lock of a builder that ended `secondsAgo`, with `overrides` to our own values. */
export function leaveLock(path: string, secondsAgo: number, overrides: Readonly<Record<string, unknown>> = {}): void {
  const sample = mkdtempSync(join(dirname(path), 'sample-'));
  const lock = acquireLock('dist', join(sample, 'dist'), sample);
  const own: object = readJsonSync(join(sample, '.dist.lock'));
  lock.release();
  rmSync(sample, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...own, token: `left ${secondsAgo}`, ...overrides }));
  age(path, secondsAgo);
}

export function age(path: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(path, then, then);
}
