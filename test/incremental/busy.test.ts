// Two builds at once: on one output folder the second reports the holder of the lock.
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { beside, faultsOf, problemsOf, runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { buildInProcess, type Ended } from './command.ts';
import { touched, treeOf } from './tree.ts';

const site = siteForEach(({ data }) => writeSmallCatalog(data, 40));

describe.each(['cold', 'incremental'])('while a %s build runs', (kind) => {
  beforeEach(async () => {
    if (kind === 'incremental') await runBuild(site);
  });

  it('a second process reports the holder of the output folder, and the first build is undisturbed', async () => {
    const { code, stderr } = await during(() => buildInProcess(site.folder));
    expect(code).toBe(1);
    expect(stderr).toContain('output-busy');
    expect(stderr).toContain(String(process.pid));
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(beside(site.out, 'data', '.dist.state')).toEqual([]);
  });

  it('a second process that uses a link to the folder reports it, too', async () => {
    symlinkSync(site.folder, join(site.folder, 'around'));
    const { code, stderr } = await during(() => buildInProcess(site.folder, join(site.folder, 'around/dist')));
    expect({ code, isTold: stderr.includes('output-busy') }).toEqual({ code: 1, isTold: true });
    expect(faultsOf(site.out, site.data)).toEqual([]);
  });

  it('a second build of this process reports it, too', async () => {
    const [first, second] = await Promise.all([problemsOf(site), problemsOf(site)]);
    const rules = [first, second].map((problems) => problems.map(({ rule }) => rule).join(' '));
    expect(new Set(rules)).toEqual(new Set(['', 'output-busy']));
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(beside(site.out, 'data', '.dist.state')).toEqual([]);
  });

  it('another output folder can be built', async () => {
    const other = join(site.folder, 'other');
    const { code } = await during(() => buildInProcess(site.folder, other));
    expect(code).toBe(0);
    expect(faultsOf(other, site.data, { pageSize: 100 })).toEqual([]);
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(beside(site.out, 'data', '.dist.state', 'other', '.other.state')).toEqual([]);
  });
});

describe('a refused build', () => {
  it('changes nothing, not even the stage of the first', async () => {
    await runBuild(site);
    let changed: string[] = ['nothing was looked at'];
    await during(() => {
      const before = treeOf(site.folder);
      const ended = buildInProcess(site.folder);
      changed = touched(before, treeOf(site.folder));
      return ended;
    });
    expect(changed).toEqual([]);
  });
});

describe('a lock', () => {
  it('is removed after a build that fails', async () => {
    rmSync(join(site.data, 'providers.ndjson'));
    expect((await problemsOf(site)).map(({ rule }) => rule)).toContain('source-kind');
    expect(readdirSync(site.folder)).toEqual(['data']);
  });
});

/** Builds in this process, and runs `action` once meanwhile. */
async function during(action: () => Ended): Promise<Ended> {
  const ended: Ended[] = [];
  await runBuild({
    ...site,
    onProgress: () => {
      if (ended.length === 0) ended.push(action());
    },
  });
  const [first] = ended;
  if (!first) throw new Error('the build ended before the action ran');
  return first;
}
