// Two builds at once: on one output folder the second says who holds it.
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { beside, faultsOf, problemsOf, runBuild } from '../build/run.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { buildInProcess, type Ended } from './command.ts';
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
