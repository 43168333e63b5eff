// Two builds at once: on one output folder the second says who holds it; a dead holder holds nothing.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { beside, faultsOf, problemsOf, runBuild } from '../build/run.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { buildInProcess, buildWords, env, type Ended } from './command.ts';
import { touched, treeOf } from './tree.ts';

let folder = '';
let data = '';
let out = '';
beforeEach(() => {
  folder = makeFolder();
  [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  generateCatalog({ courses: 60, directory: data });
});
afterEach(() => removeFolder(folder));

describe.each(['cold', 'incremental'])('while a %s build runs', (kind) => {
  beforeEach(async () => {
    if (kind === 'incremental') await runBuild({ data, out });
  });

  it('another process is told who holds the folder, and the first build is unharmed', async () => {
    const { code, stderr } = await during(() => buildInProcess(folder));
    expect(code).toBe(1);
    expect(stderr).toContain('output-busy');
    expect(stderr).toContain(String(process.pid));
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data', '.dist.state')).toEqual([]);
  });

  it('another process that comes to the folder by a link is told so, too', async () => {
    symlinkSync(folder, join(folder, 'around'));
    const { code, stderr } = await during(() => buildInProcess(folder, join(folder, 'around/dist')));
    expect({ code, isTold: stderr.includes('output-busy') }).toEqual({ code: 1, isTold: true });
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('another build of this process is told so, too', async () => {
    const [first, second] = await Promise.all([problemsOf({ data, out }), problemsOf({ data, out })]);
    const rules = [first, second].map((problems) => problems.map(({ rule }) => rule).join(' '));
    expect(new Set(rules)).toEqual(new Set(['', 'output-busy']));
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data', '.dist.state')).toEqual([]);
  });

  it('another output folder is built', async () => {
    const other = join(folder, 'other');
    const { code } = await during(() => buildInProcess(folder, other));
    expect(code).toBe(0);
    expect(faultsOf(other, data, { pageSize: 100 })).toEqual([]);
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data', '.dist.state', 'other', '.other.state')).toEqual([]);
  });
});

describe('a refused build', () => {
  it('changes nothing, not even what the first has written aside', async () => {
    await runBuild({ data, out });
    let changed: string[] = ['nothing was looked at'];
    await during(() => {
      const before = treeOf(folder);
      const ended = buildInProcess(folder);
      changed = touched(before, treeOf(folder));
      return ended;
    });
    expect(changed).toEqual([]);
  });
});

describe('a lock', () => {
  it.each(['cold', 'incremental'])('that a killed %s build left does not block', async (kind) => {
    if (kind === 'incremental') await runBuild({ data, out });
    rmSync(data, { recursive: true });
    generateCatalog({ courses: 20_000, directory: data });
    const child = spawn(process.execPath, buildWords(folder), { env, stdio: 'ignore' });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
    const lock = join(folder, '.dist.lock');
    while (!existsSync(lock) && child.exitCode === null) await pause(2);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(existsSync(lock)).toBe(true);
    rmSync(data, { recursive: true });
    generateCatalog({ courses: 50, directory: data });
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data', '.dist.state')).toEqual([]);
  });

  it('is gone after a build that fails', async () => {
    rmSync(join(data, 'providers.json'));
    expect((await problemsOf({ data, out })).map(({ rule }) => rule)).toContain('source-kind');
    expect(readdirSync(folder)).toEqual(['data']);
  });
});

/** Builds in this process, and does something once while that goes on. */
async function during(action: () => Ended): Promise<Ended> {
  const ended: Ended[] = [];
  await runBuild({
    data,
    out,
    onProgress: () => {
      if (ended.length === 0) ended.push(action());
    },
  });
  const [first] = ended;
  if (!first) throw new Error('the build was over before anything was done');
  return first;
}
