// Interference with a running build: permissions revoked during publishing, the output removed, another build of the same output.
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, beforeEach } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { beside, faultsOf, problemsOf, runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { asAnyone } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { buildInProcess, type Ended, buildWithInterference, cleanTree } from './command.ts';
import { treeOf, unlike, type Tree, touched } from './tree.ts';

const nothing: Tree = new Map();

let [folder, around, data, out] = ['', '', '', ''];
siteForEach((site) => {
  ({ folder } = site);
  around = join(folder, 'around');
  [data, out] = [join(folder, 'data'), join(around, 'dist')];
  mkdirSync(around);
  for (const one of [folder, around]) chmodSync(one, 0o777);
  writeSmallCatalog(data, 40);
});

describe('without permission', () => {
  it('to write beside the output, the previous build stays as it was', async () => {
    await asAnyone(() => runBuild({ data, out }));
    const before = treeOf(out);
    replaceSource();
    chmodSync(around, 0o555);
    const problems = await asAnyone(() => problemsOf({ data, out }));
    chmodSync(around, 0o777);
    expect(problems).toMatchObject([{ rule: 'output-write', file: out, finding: expect.stringContaining('EACCES') }]);
    expect(changedIn(before)).toEqual([]);
  });

  it('to reach the stage, the build fails with one error, whatever fails first in it', async () => {
    await asAnyone(() => runBuild({ data, out }));
    replaceSource();
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const problems = await asAnyone(() => buildWithInterference({ data, out }, 'courses', () => closeStages(0)));
    await setImmediate();
    process.off('unhandledRejection', hear);
    closeStages(0o755);
    expect(unheard).toEqual([]);
    expect(problems).toMatchObject([{ rule: 'output-write', file: out, finding: expect.stringContaining('EACCES') }]);
    await asAnyone(() => runBuild({ data, out }));
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, '.dist.state')).toEqual([]);
  });

  // The folders that are written first, in the middle and last: everything done before must be undone.
  it.each(
    words`api/v1/courses/view api/v1/providers api/v1/languages api/v1/categories api/v1/courses/latest api/v1 .`,
  )('to write to %s, everything published before is undone', async (path) => {
    await asAnyone(() => runBuild({ data, out, chosen: { pageSize: 2 } }));
    const before = treeOf(out);
    replaceSource();
    const chosen: Partial<Chosen> = { pageSize: 3, baseUrl: 'https://example.org', host: 'netlify' };
    chmodSync(join(out, path), 0o555);
    const problems = await asAnyone(() => problemsOf({ data, out, chosen }));
    chmodSync(join(out, path), 0o755);
    expect(problems).toMatchObject([{ rule: 'output-write', file: out, finding: expect.stringContaining('EACCES') }]);
    expect(changedIn(before)).toEqual([]);
    expect(beside(out, '.dist.state')).toEqual([]);
    await asAnyone(() => runBuild({ data, out, chosen }));
    expect(unlike(treeOf(out), await cleanTree(folder, chosen))).toEqual([]);
    expect(beside(out, '.dist.state')).toEqual([]);
  });
});

describe.each(['courses', 'tasks'] as const)('while %s are written', (phase) => {
  it.each(['taken away', 'moved away', 'replaced by an empty folder'])(
    'the output folder is %s: the build is complete, or there is none',
    async (how) => {
      await runBuild({ data, out });
      replaceSource();
      const problems = await buildWithInterference({ data, out }, phase, () => {
        if (how === 'moved away') renameSync(out, join(folder, 'moved'));
        else rmSync(out, { recursive: true });
        if (how === 'replaced by an empty folder') mkdirSync(out);
      });
      const [found, wanted] = [treeOf(out), problems.length > 0 ? nothing : await cleanTree(folder)];
      expect(problems.filter(({ rule }) => rule !== 'output-write')).toEqual([]);
      expect(unlike(found, wanted)).toEqual([]);
      await runBuild({ data, out });
      expect(faultsOf(out, data)).toEqual([]);
      expect(beside(out, '.dist.state')).toEqual([]);
    },
  );
});

function closeStages(mode: number): void {
  for (const name of beside(out, '.dist.state', '.dist.lock')) chmodSync(join(around, name), mode);
}

/** Half of the courses are removed, others are added. */
function replaceSource(): void {
  writeSmallCatalog(data, 30, 21);
}

/** The differences; the times of a restored file can differ. */
function changedIn(before: Tree): string[] {
  const after = treeOf(out);
  const moved = [...before].filter(([path, { ino }]) => after.get(path)?.ino !== ino).map(([path]) => `moved: ${path}`);
  return [...unlike(after, before), ...moved];
}

const site = siteForEach((one) => writeSmallCatalog(one.data, 40));

describe.each(['cold', 'incremental'])('while a %s build runs', (kind) => {
  beforeEach(async () => {
    if (kind === 'incremental') await runBuild(site);
  });

  it.each(['dist', 'around/dist'])(
    'a second process reports the holder of %s, changes nothing, and the first is undisturbed',
    async (to) => {
      symlinkSync(site.folder, join(site.folder, 'around'));
      let changed = ['nothing was looked at'];
      const { code, stderr } = await during(() => {
        const before = treeOf(site.folder);
        const ended = buildInProcess(site.folder, join(site.folder, to));
        changed = touched(before, treeOf(site.folder));
        return ended;
      });
      expect([code, changed]).toEqual([1, []]);
      expect(stderr).toContain('output-busy');
      expect(stderr).toContain(String(process.pid));
      expect(faultsOf(site.out, site.data)).toEqual([]);
      expect(beside(site.out, 'data', '.dist.state', 'around')).toEqual([]);
    },
  );

  it('a second build of this process reports it, too', async () => {
    const [first, second] = await Promise.all([problemsOf(site), problemsOf(site)]);
    const rules = [first, second].map((problems) => problems.map(({ rule }) => rule).join(' '));
    expect(new Set(rules)).toEqual(new Set(['', 'output-busy']));
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(beside(site.out, 'data', '.dist.state')).toEqual([]);
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
