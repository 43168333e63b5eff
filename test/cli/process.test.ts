// The command as a real process: its streams, its exit codes, how signals stop it, and how it watches.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, afterEach } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { siteForEach } from '../build/each-site.ts';
import { faultsOf } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { bin, plainEnv, processes } from '../preview/process.ts';
import { until } from '../preview/until.ts';

const run = promisify(execFile);
const env = { ...plainEnv, HOME: process.env['HOME'] ?? '' };

describe('the process', () => {
  it('exits with the code of the failure', async () => {
    await expect(run('node', [bin, 'check', '--data', 'nowhere'], { env })).rejects.toMatchObject({
      code: 1,
      stdout: '',
    });
    await expect(run('node', [bin, 'chekc'], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('caches compiled code for the next start if Node supports it', async ({ folder: place }) => {
    await run('node', [bin, '--version'], { env: { ...env, TMPDIR: place } });
    expect(readdirSync(place)).toEqual('enableCompileCache' in module ? ['node-compile-cache'] : []);
  });

  it('exits with 1 and says so if stdout is full', async () => {
    await expect(run('bash', ['-c', `node ${bin} hosts > /dev/full`], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: stdout could not be written: ENOSPC.*\n$/u),
    });
  });

  it('exits normally if the reader closes the pipe early', async () => {
    const piped = `node ${bin} check --json --data test/fixtures | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await run('bash', ['-c', piped], { env });
    expect({ stdout, stderr }).toEqual({
      stdout: '1\n',
      stderr: expect.stringMatching(/\n2 errors and 2 warnings\n$/u),
    });
  });

  it('ends at once on a second Ctrl-C, and the next build removes what the first was removing', async ({
    folder: place,
  }) => {
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    generateCatalog({ courses: 6000, directory: data, seed: 1, files: 1 });
    const args = [bin, 'build', '--data', data, '--out', out, '--threads', '2', '--no-site'];
    const child = spawn('node', args, { env });
    const ended = new Promise<unknown>((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    child.stderr.on('data', () => child.kill('SIGINT'));
    const staged = () => readdirSync(place).find((name) => existsSync(join(place, name, 'site/api/v1/courses/view')));
    await until(() => staged() !== undefined);
    child.kill('SIGINT');
    // On a fast disk all is removed before the second signal comes.
    expect(['SIGINT', 130]).toContain(await ended);
    await run('node', args, { env });
    expect(readdirSync(place).toSorted()).toEqual(['data', 'dist']);
  });

  it('leaves nothing where timeout sends its signal twice, to the process and to its group', async ({
    folder: place,
  }) => {
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    generateCatalog({ courses: 6000, directory: data, seed: 1, files: 1 });
    const args = [bin, 'build', '--data', data, '--out', out, '--threads', '2', '--no-site', '--quiet'];
    const child = spawn('node', args, { env, detached: true });
    const ended = new Promise<unknown>((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    await until(() => readdirSync(place).some((name) => existsSync(join(place, name, 'site/api/v1/courses/view'))));
    process.kill(Number(child.pid), 'SIGTERM');
    // Two that are pending at the same time count as one.
    await pause(10);
    process.kill(-Number(child.pid), 'SIGTERM');
    expect(await ended).toBe(143);
    expect(readdirSync(place)).toEqual(['data']);
  });

  it.for(['SIGINT', 'SIGTERM'] as const)(
    'stops on %s and leaves the earlier build as it was, and nothing beside it',
    async (signal, { folder: place }) => {
      const [data, out] = [join(place, 'data'), join(place, 'dist')];
      await run('node', [bin, 'build', '--data', 'data', '--out', out, '--quiet'], { env });
      const before = readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8');
      generateCatalog({ courses: 4000, directory: data, seed: 1, files: 1 });
      const child = spawn('node', [bin, 'build', '--data', data, '--out', out, '--threads', '2'], { env });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      // By then two threads are working on the first of a dozen chunks.
      const view = 'site/api/v1/courses/view';
      const isAtWork = () => readdirSync(place).some((name) => existsSync(join(place, name, view)));
      await until(isAtWork);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(stderr).toMatch(
        /^stopping: removing what was written; Ctrl-C again .*\ninterrupted; nothing was changed\n$/u,
      );
      expect(readdirSync(place).toSorted()).toEqual(['data', 'dist']);
      expect(readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8')).toBe(before);
    },
  );
});

const all = processes();
let [home, data] = ['', ''];
siteForEach((site) => {
  ({ folder: home, data } = site);
  generateCatalog({ courses: 40, directory: data });
});
afterEach(async () => all.endAll());

const rewrite = (change: (text: string) => string) => {
  const file = join(data, 'courses.ndjson');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};
const titled = (title: string) => (text: string) => text.replace(/"title":"[^"]*"/u, `"title":"${title}"`);

it('build --watch rebuilds on a change, reports a problem and keeps watching, and leaves a build that the next one builds on', async () => {
  const list = join(home, 'changes.json');
  const build = all.start(['build', '--no-site', '--watch', '--changes', list], { cwd: home });
  await build.waitFor(/^Built 40 courses into dist: .*\n(?:.*\n)*watching data and public; press Ctrl-C to stop\n/u);
  rewrite(titled('Another'));
  await build.waitFor(/ files \(0 added, \d+ changed, 0 removed\), /u);
  expect(readFileSync(list, 'utf8')).toMatch(/"changed":\[\n"api\/v1\/courses\/view\//u);
  rewrite((text) => `${text}x\n`);
  await build.waitFor(/1 error; the last good build is kept\n/u);
  const sent = readFileSync(list, 'utf8');
  rewrite((text) => text.slice(0, -2));
  await build.waitFor(/ files \(nothing changed\), /u);
  expect(readFileSync(list, 'utf8')).toBe(sent);
  rewrite(titled('A third'));
  await build.waitFor(/(?: changed, 0 removed\)[^]*){2}/u);
  expect(await build.end('SIGINT')).toBe(0);
  expect(faultsOf(join(home, 'dist'), data)).toEqual([]);
  expect(readdirSync(home).toSorted()).toEqual(['changes.json', 'data', 'dist']);
  const after = all.start(['build', '--no-site'], { cwd: home });
  expect(await after.ended).toBe(0);
  expect(after.text()).toContain('(nothing changed)');
});
