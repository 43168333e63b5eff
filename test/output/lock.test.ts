// The lock on an output folder: one build at a time, and none held up by a dead one, in processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderOf, acquireLock } from '../../src/output/lock.ts';
import { ProblemsError } from '../../src/problems.ts';
import { asAnyone, makeFolder, removeFolder } from '../folders.ts';
import { until } from '../preview/until.ts';
import { startBuilder } from './lock-processes.ts';
import { age, leave, noProcess } from './abandoned-locks.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = makeFolder();
  file = join(folder, '.dist.lock');
});
afterEach(() => removeFolder(folder));

const lockIn = (home: string) => acquireLock('dist', join(home, 'dist'), home);
const holderIn = (home: string) => holderOf(join(home, 'dist'), home);
const byThis = new RegExp(`^process ${process.pid} on host ${hostname()}, since \\d\\d:\\d\\d:\\d\\d$`, 'u');

/** What keeps from it, in words; undefined where nothing does. */
function refusalOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const [problem] = error.problems;
    return problem?.rule === 'output-busy' && problem.file === 'dist' ? problem.finding : `not busy: ${error.message}`;
  }
}

describe('a lock', () => {
  it('keeps out a second build of the same process until it is released, and leaves nothing', () => {
    const lock = lockIn(folder);
    expect(refusalOf(() => lockIn(folder))).toMatch(/^is being built by process \d+ on host .+, since/u);
    expect(holderIn(folder)).toMatch(byThis);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(holderIn(folder)).toBeUndefined();
    lockIn(folder).release();
  });

  it('keeps out another process, which says who holds it; and not on another output folder', async () => {
    await using builder = await startBuilder();
    const lock = lockIn(folder);
    expect((await builder.lock(folder)).replace('is being built by ', '')).toMatch(byThis);
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(await builder.lock(other)).toBe('held');
    expect(refusalOf(() => lockIn(other))).toContain(`process ${builder.pid} on host`);
    lock.release();
    expect(await builder.lock(folder)).toBe('held');
  });

  it('of a killed process does not block', async () => {
    const builder = await startBuilder();
    expect(await builder.lock(folder)).toBe('held');
    expect(holderIn(folder)).toContain(`process ${builder.pid} `);
    await builder.kill();
    expect(holderIn(folder)).toBeUndefined();
    const lock = lockIn(folder);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is touched while it is held', async () => {
    const lock = lockIn(folder);
    age(file, 50);
    lock.assertHeld();
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(40_000);
    age(file, 50);
    await until(() => Date.now() - statSync(file).mtimeMs < 40_000);
    lock.release();
  });

  it('that another has taken over is noticed, and left to the other', () => {
    const lock = lockIn(folder);
    leave(file, 0, { pid: 1, host: 'elsewhere' });
    const before = readFileSync(file);
    expect(refusalOf(() => lock.assertHeld())).toMatch(/^was taken over by process 1 on host elsewhere, since/u);
    lock.release();
    expect(readFileSync(file)).toEqual(before);
  });

  it('that somebody removed is noticed', () => {
    const lock = lockIn(folder);
    rmSync(file);
    expect(refusalOf(() => lock.assertHeld())).toContain('its lock was removed');
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot be taken where there is no folder', () => {
    expect(() => lockIn(join(folder, 'gone'))).toThrow(/^ENOENT: /u);
    expect(holderIn(join(folder, 'gone'))).toBeUndefined();
  });
});

describe('a lock that was left', () => {
  it.each<[string, number, Record<string, unknown>]>([
    ['by a process that is not there', 0, { pid: noProcess }],
    ['by an earlier process of our number', 0, { born: '1' }],
    ['by an earlier process of our number, where the system does not say when one began', 100_000, { born: '' }],
    ['by an earlier process of another number', 0, { pid: process.ppid, born: '1' }],
    ['on another host, a minute ago', 61, { host: 'elsewhere' }],
    ['on another host by a process without equal here, a minute ago', 61, { host: 'elsewhere', pid: noProcess }],
    ['in another container, a minute ago', 61, { system: 'another' }],
  ])('%s is taken over', (_by, secondsAgo, others) => {
    leave(file, secondsAgo, others);
    expect(holderIn(folder)).toBeUndefined();
    const lock = lockIn(folder);
    expect(holderIn(folder)).toMatch(byThis);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, number, Record<string, unknown>]>([
    ['a process that has been too busy to touch it for an hour', 3600, {}],
    ['another host, as long as it is touched', 30, { host: 'elsewhere', pid: noProcess }],
    ['another container, as long as it is touched', 30, { system: 'another', pid: noProcess }],
    ['a process that may not be asked', 0, { pid: 1, born: '' }],
  ])('to %s is held', (_to, secondsAgo, others) => {
    leave(file, secondsAgo, others);
    const before = readFileSync(file);
    expect(refusalOf(() => lockIn(folder))).toContain('is being built by process');
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['.dist.lock']);
  });

  it.each([
    ['empty', ''],
    ['half', '{"token":"0123'],
    ['something else', '[1]\n'],
    ['of process 0', '{"token":"","pid":0,"host":"","system":"","born":"","started":"2026-01-01T00:00:00Z"}'],
  ])('%s is held while it is young, and taken over when it is not', (_what, text) => {
    writeFileSync(file, text);
    expect(holderIn(folder)).toBe('another process');
    age(file, 3);
    expect(holderIn(folder)).toBeUndefined();
    const lock = lockIn(folder);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('empty is waited for until nobody can be about to fill it', () => {
    writeFileSync(file, '');
    const lock = lockIn(folder);
    expect(holderIn(folder)).toMatch(byThis);
    lock.release();
  });

  it('empty at a time to come is not waited for without end', () => {
    writeFileSync(file, '');
    age(file, -100);
    expect(refusalOf(() => lockIn(folder))).toBe('is being built by another process');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('to a process of another user is held', async () => {
    leave(file, 0, { pid: 1, born: '' });
    chmodSync(folder, 0o755);
    expect(await asAnyone(async () => holderIn(folder))).toContain('process 1 on host');
  });

  it('by a killed process that its parent has not asked for is taken over', async () => {
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = await once(parent.stdout, 'data');
      const killed = Number(String(line));
      const fields = () => readFileSync(`/proc/${killed}/stat`, 'utf8').split(' ');
      // Before that the shell itself would have asked.
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      leave(file, 0, { pid: killed, born: fields()[21] });
      expect(holderIn(folder)).toContain(`process ${killed} `);
      process.kill(killed, 'SIGKILL');
      await until(() => fields()[2] === 'Z');
      expect(holderIn(folder)).toBeUndefined();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('with a claim on it by a process that was killed is taken over, and the claim is gone', () => {
    leave(file, 0, { pid: noProcess });
    leave(`${file}.claim`, 0, { pid: noProcess });
    lockIn(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('as a claim alone is gone after the next build', () => {
    leave(`${file}.claim`, 0, { pid: noProcess });
    lockIn(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('with a claim on it by a living process is left to that one', () => {
    leave(file, 0, { pid: noProcess });
    leave(`${file}.claim`, 0, { host: 'elsewhere', pid: 4711 });
    expect(refusalOf(() => lockIn(folder))).toContain('process 4711 on host elsewhere');
    expect(readdirSync(folder)).toEqual(['.dist.lock', '.dist.lock.claim']);
  });

  it('is not removed by its holder while another is about to take it over', () => {
    const lock = lockIn(folder);
    leave(`${file}.claim`, 0, { host: 'elsewhere' });
    lock.release();
    expect(readdirSync(folder)).toEqual(['.dist.lock', '.dist.lock.claim']);
  });
});
