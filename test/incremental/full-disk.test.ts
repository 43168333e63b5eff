// A disk that is full: a build succeeds, or changes nothing, or says how much it published.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { faultsOf, problemsOf, runBuild, type Chosen, type Run } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { treeOf, type Tree } from './tree.ts';

const canMount = mountable();
/** In CI the permissions exist, or the tests fail. */
const isSkipped = process.env['CI'] === undefined && !canMount;
/** What may be on the disk, by where the output is. */
const known = {
  '.': /^(?:[^.].*|\.nojekyll|\.well-known)$/u,
  dist: /^dist$/u,
} as const;
const needs = isSkipped ? ' (needs the right to mount a RAM disk: run it as root on Linux)' : '';

// The output beside other things on the disk, and the disk itself: then the stage of a build is in the output folder.
it.skipIf(isSkipped).for(['dist', '.'] as const)(
  `on a disk with a few free blocks a build into %s succeeds, or changes nothing, or says that it did, wherever the space runs out${needs}`,
  async (path, { folder, onTestFinished }) => {
    const [data, disk] = [join(folder, 'data'), join(folder, 'disk')];
    mkdirSync(disk);
    mount(disk, 'size=6m');
    onTestFinished(() => void spawnSync('umount', [disk]));
    const out = join(disk, path);
    const first: Partial<Chosen> = { pageSize: 5 };
    const second: Partial<Chosen> = { pageSize: 5, baseUrl: 'https://courses.example.org/catalog' };
    const faultsIn = (chosen: Partial<Chosen>) => faultsOf(out, data, chosen);
    writeSmallCatalog(data, 2000);
    expect(await refusal({ data, out })).toBe('output-write');
    expect(readdirSync(disk)).toEqual([]);
    writeSmallCatalog(data, 40);
    await runBuild({ data, out, chosen: first });
    const endings = new Set<string>();
    const wrong: string[] = [];
    for (let blocks = 0; blocks < 400 && endings.size < 2; blocks += blocks < 12 ? 1 : 9) {
      const before = published(out);
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'ballast'), new Uint8Array(Math.max(0, bavail - blocks) * bsize));
      const ending = await refusal({ data, out, chosen: second });
      rmSync(join(disk, 'ballast'));
      if (ending !== 'interrupted') endings.add(ending);
      const isSame = JSON.stringify(inodesIn(published(out))) === JSON.stringify(inodesIn(before));
      if (ending !== '' && ending !== 'interrupted' && !isSame)
        wrong.push(`${blocks} blocks: failed, and something changed`);
      if (ending === '') wrong.push(...faultsIn(second));
      wrong.push(...readdirSync(disk).filter((name) => !known[path].test(name)));
    }
    expect(wrong).toEqual([]);
    expect([...endings]).toEqual(['output-write', '']);
    await runBuild({ data, out, chosen: first });
    expect(faultsIn(first)).toEqual([]);
  },
);

/** The rules of the errors, each of which must include the message of the system; empty for a build that succeeds, `interrupted` for one that published a part. */
async function refusal(run: Run): Promise<string> {
  const rules = (await problemsOf(run)).map(({ rule, finding, remedy }) => {
    if (!finding.includes('ENOSPC') || !remedy.includes('free space')) return `not clear: ${finding}; ${remedy}`;
    return finding.includes('had been published') ? 'interrupted' : rule;
  });
  return rules.join(' ');
}

/** The published files; the output folder can be the disk. */
function published(out: string): Tree {
  return new Map([...treeOf(out)].filter(([path]) => !path.startsWith('.') || path === '.nojekyll'));
}

function inodesIn(tree: Tree): string[] {
  return [...tree].map(([path, { ino, content }]) => `${path}: ${ino} ${content}`).toSorted();
}

function mount(disk: string, options: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a RAM disk cannot be mounted: ${stderr}`);
}

function mountable(): boolean {
  const folder = makeFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  removeFolder(folder);
  return isMounted;
}
