// The lock on an output folder: one build at a time, never blocked by a dead one; tested with separate processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holderOf, acquireLock } from '../../src/storage/lock.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { siteForEach } from '../build/each-site.ts';
import { asAnyone, makeFolder, removeFolder } from '../helpers/folders.ts';
import { compileModules } from '../helpers/modules.ts';
import { until } from '../preview/until.ts';
import { age, leaveLock, startBuilder, unusedPid } from './lock-processes.ts';

const compiled = makeFolder();
let script = '';
beforeAll(async () => {
  const source = fileURLToPath(new URL('take-locks.ts', import.meta.url));
  ({ 'take-locks': script = '' } = await compileModules(compiled, source));
});
afterAll(() => removeFolder(compiled));

let folder: string;
let file: string;
siteForEach((site) => {
  ({ folder } = site);
  file = join(folder, '.dist.lock');
});

const lockIn = (home: string) => acquireLock('dist', join(home, 'dist'), home);
const holderIn = (home: string) => holderOf(join(home, 'dist'), home);
const byThis = new RegExp(`^process ${process.pid} on host ${hostname()}, since \\d\\d:\\d\\d:\\d\\d$`, 'u');

/** Takes the lock, which then is that of this process, and releases it; returns the files that are left. */
function leftOnceTaken(): string[] {
  const lock = lockIn(folder);
  expect(holderIn(folder)).toMatch(byThis);
  lock.assertHeld();
  lock.release();
  return readdirSync(folder);
}

/** The problem that prevents the action, as text; undefined if none does. */
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
  it('keeps out a second build of the same process until it is released, and leaves no file', () => {
    const lock = lockIn(folder);
    expect(refusalOf(() => lockIn(folder))).toMatch(/^is being built by process \d+ on host .+, since/u);
    expect(holderIn(folder)).toMatch(byThis);
    lock.assertHeld();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(holderIn(folder)).toBeUndefined();
    lockIn(folder).release();
  });

  it('keeps out another process, naming the holder, but not from another output folder', async () => {
    await using builder = await startBuilder(script);
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
    const builder = await startBuilder(script);
    expect(await builder.lock(folder)).toBe('held');
    expect(holderIn(folder)).toContain(`process ${builder.pid} `);
    await builder.kill();
    expect(holderIn(folder)).toBeUndefined();
    expect(leftOnceTaken()).toEqual([]);
  });

  it('is refreshed while it is held', async () => {
    const lock = lockIn(folder);
    age(file, 50);
    lock.assertHeld();
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(40_000);
    age(file, 50);
    await until(() => Date.now() - statSync(file).mtimeMs < 40_000);
    lock.release();
  });

  it('that another build has taken over is noticed and left alone', () => {
    const lock = lockIn(folder);
    leaveLock(file, 0, { pid: 1, host: 'elsewhere' });
    const before = readFileSync(file);
    expect(refusalOf(() => lock.assertHeld())).toMatch(/^was taken over by process 1 on host elsewhere, since/u);
    lock.release();
    expect(readFileSync(file)).toEqual(before);
  });

  it('that was removed is noticed', () => {
    const lock = lockIn(folder);
    rmSync(file);
    expect(refusalOf(() => lock.assertHeld())).toContain('its lock was removed');
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot be taken if the folder does not exist', () => {
    expect(() => lockIn(join(folder, 'gone'))).toThrow(/^ENOENT: /u);
    expect(holderIn(join(folder, 'gone'))).toBeUndefined();
  });
});

describe('an existing lock', () => {
  it.each<[string, number, Record<string, unknown>]>([
    ['of a process that does not exist', 0, { pid: unusedPid }],
    ['of an earlier process with our pid', 0, { born: '1' }],
    ['of an earlier process with our pid, if the system does not report start times', 100_000, { born: '' }],
    ['of an earlier process with another pid', 0, { pid: process.ppid, born: '1' }],
    ['from another host, a minute old', 61, { host: 'elsewhere' }],
    ['from another host with a pid unused here, a minute old', 61, { host: 'elsewhere', pid: unusedPid }],
    ['from another container, a minute old', 61, { system: 'another' }],
  ])('%s is taken over', (_by, secondsAgo, overrides) => {
    leaveLock(file, secondsAgo, overrides);
    expect(holderIn(folder)).toBeUndefined();
    expect(leftOnceTaken()).toEqual([]);
  });

  it.each<[string, number, Record<string, unknown>]>([
    ['of a process that has been too busy to refresh it for an hour', 3600, {}],
    ['from another host, as long as it is refreshed', 30, { host: 'elsewhere', pid: unusedPid }],
    ['from another container, as long as it is refreshed', 30, { system: 'another', pid: unusedPid }],
    ['of a process that we may not signal', 0, { pid: 1, born: '' }],
  ])('%s is respected', (_to, secondsAgo, overrides) => {
    leaveLock(file, secondsAgo, overrides);
    const before = readFileSync(file);
    expect(refusalOf(() => lockIn(folder))).toContain('is being built by process');
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['.dist.lock']);
  });

  it.each([
    ['that is empty', ''],
    ['that is truncated', '{"token":"0123'],
    ['with other content', '[1]\n'],
    ['of process 0', '{"token":"","pid":0,"host":"","system":"","born":"","started":"2026-01-01T00:00:00Z"}'],
  ])('%s is respected while it is young, and taken over later', (_what, text) => {
    writeFileSync(file, text);
    expect(holderIn(folder)).toBe('another process');
    age(file, 3);
    expect(holderIn(folder)).toBeUndefined();
    expect(leftOnceTaken()).toEqual([]);
  });

  it('that is empty is waited for until nobody can be about to fill it', () => {
    writeFileSync(file, '');
    expect(leftOnceTaken()).toEqual([]);
  });

  it('that is empty with a time in the future is not waited for forever', () => {
    writeFileSync(file, '');
    age(file, -100);
    expect(refusalOf(() => lockIn(folder))).toBe('is being built by another process');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('of a process of another user is respected', async () => {
    leaveLock(file, 0, { pid: 1, born: '' });
    chmodSync(folder, 0o755);
    expect(await asAnyone(async () => holderIn(folder))).toContain('process 1 on host');
  });

  it('of a killed process that its parent has not reaped is taken over', async () => {
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = await once(parent.stdout, 'data');
      const killed = Number(String(line));
      const fields = () => readFileSync(`/proc/${killed}/stat`, 'utf8').split(' ');
      // Otherwise the shell itself would have reaped it.
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      leaveLock(file, 0, { pid: killed, born: fields()[21] });
      expect(holderIn(folder)).toContain(`process ${killed} `);
      process.kill(killed, 'SIGKILL');
      await until(() => fields()[2] === 'Z');
      expect(holderIn(folder)).toBeUndefined();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it.each([
    ['with a claim of a killed process is taken over, and the claim is removed', ['', '.claim']],
    ['that is only a claim is removed by the next build', ['.claim']],
  ])('%s', (_, endings) => {
    for (const ending of endings) leaveLock(`${file}${ending}`, 0, { pid: unusedPid });
    expect(leftOnceTaken()).toEqual([]);
  });

  it('with a claim of a living process is left to that process', () => {
    leaveLock(file, 0, { pid: unusedPid });
    leaveLock(`${file}.claim`, 0, { host: 'elsewhere', pid: 4711 });
    expect(refusalOf(() => lockIn(folder))).toContain('process 4711 on host elsewhere');
    expect(readdirSync(folder)).toEqual(['.dist.lock', '.dist.lock.claim']);
  });

  it('is not removed by its holder while another process is about to take it over', () => {
    const lock = lockIn(folder);
    leaveLock(`${file}.claim`, 0, { host: 'elsewhere' });
    lock.release();
    expect(readdirSync(folder)).toEqual(['.dist.lock', '.dist.lock.claim']);
  });
});

const rounds = 18;

it('of eight builds at once exactly one takes the lock of a dead process, every time', async () => {
  const builders = await Promise.all(Array.from({ length: 8 }, async () => startBuilder(script)));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const home = join(folder, String(round));
      mkdirSync(home);
      if (round % 3 > 0) leaveLock(join(home, '.dist.lock'), 0, { pid: unusedPid });
      if (round % 3 > 1) leaveLock(join(home, '.dist.lock.claim'), 0, { pid: unusedPid });
      const outcomes = await Promise.all(builders.map((builder) => builder.lock(home)));
      const winners = outcomes.filter((outcome) => outcome === 'held');
      expect(winners, `round ${round}: ${outcomes.join('; ')}`).toHaveLength(1);
      const winner = builders[outcomes.indexOf('held')];
      expect(holderIn(home)).toContain(`process ${winner?.pid} on host`);
      expect(outcomes.filter((outcome) => !/^held$|^is being built by process \d+ /u.test(outcome))).toEqual([]);
      expect(readdirSync(home)).toEqual(['.dist.lock']);
    }
  } finally {
    await Promise.all(builders.map((builder) => builder.kill()));
  }
  for (let round = 0; round < rounds; round += 1) expect(holderIn(join(folder, String(round)))).toBeUndefined();
});
