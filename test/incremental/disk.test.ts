// A full disk: a build that does not fit is reported, the published one stays, and with space again the next build is right.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf, problemsOf, runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { treeOf, type Tree } from './tree.ts';

const canMount = mountable();
/** In CI the permissions exist, or the tests fail. */
const isSkipped = process.env['CI'] === undefined && !canMount;
const needs = isSkipped ? ' (needs the right to mount a RAM disk: run it as root on Linux)' : '';

let folder = '';
let data = '';
let disk = '';
beforeEach(() => {
  folder = makeFolder();
  [data, disk] = [join(folder, 'data'), join(folder, 'disk')];
  mkdirSync(disk);
});
afterEach(() => {
  spawnSync('umount', [disk]);
  removeFolder(folder);
});

/** Courses with at least a file of one block for each. */
const tooMany = 900;
const limits = [
  ['a few megabytes', 'size=3m'],
  ['a few hundred files', 'size=200m,nr_inodes=1200'],
] as const;

describe.skipIf(isSkipped).each(limits)(`on a disk of %s${needs}`, (_what, options) => {
  // The output beside other things on the disk, and the disk itself: then the stage of a build is in the output folder.
  describe.each(['dist', '.'])('into %s', (path) => {
    beforeEach(() => {
      mount(options);
    });

    it('a cold build that does not fit is reported and leaves nothing', async () => {
      const out = join(disk, path);
      writeSmallCatalog(data, tooMany);
      expect(await refusal(out)).toEqual(['output-write']);
      expect(readdirSync(disk)).toEqual([]);
      writeSmallCatalog(data, 100);
      await runBuild({ data, out });
      expect(faultsIn(out)).toEqual([]);
    });

    it('an incremental build that does not fit leaves the previous one, to the inode', async () => {
      const out = join(disk, path);
      writeSmallCatalog(data, 100);
      await runBuild({ data, out });
      const before = published(out);
      writeSmallCatalog(data, tooMany, 51);
      expect(await refusal(out)).toEqual(['output-write']);
      expect(inodesIn(published(out))).toEqual(inodesIn(before));
      expect(strangers(path)).toEqual([]);
      writeSmallCatalog(data, 90);
      await runBuild({ data, out });
      expect(faultsIn(out)).toEqual([]);
      expect(strangers(path)).toEqual([]);
    });
  });
});

describe.skipIf(isSkipped)(`on a disk with a few free blocks${needs}`, () => {
  it('a build succeeds or changes nothing, wherever the space runs out', async () => {
    mount('size=6m');
    const out = join(disk, 'dist');
    const ballast = join(disk, 'ballast');
    const first: Partial<Chosen> = { pageSize: 5 };
    const second: Partial<Chosen> = { pageSize: 5, baseUrl: 'https://courses.example.org/catalog' };
    writeSmallCatalog(data, 40);
    await runBuild({ data, out, chosen: first });
    const endings = new Set<string>();
    const wrong: string[] = [];
    for (let blocks = 0; blocks < 400 && endings.size < 2; blocks += blocks < 12 ? 1 : 9) {
      const before = published(out);
      fill(ballast, blocks);
      const rules = (await problemsOf({ data, out, chosen: second })).map(({ rule }) => rule);
      rmSync(ballast);
      endings.add(rules.join(' '));
      const isSame = JSON.stringify(inodesIn(published(out))) === JSON.stringify(inodesIn(before));
      if (rules.length > 0 && !isSame) wrong.push(`${blocks} blocks: failed, and something changed`);
      if (rules.length === 0) wrong.push(...faultsOf(out, data, second));
      wrong.push(...strangers('dist'));
    }
    expect(wrong).toEqual([]);
    expect([...endings]).toEqual(['output-write', '']);
    await runBuild({ data, out, chosen: first });
    expect(faultsOf(out, data, first)).toEqual([]);
  });
});

/** The rules of the errors; each must include the message of the system. */
async function refusal(out: string): Promise<string[]> {
  const problems = await problemsOf({ data, out });
  return problems.map(({ rule, finding, remedy }) =>
    finding.includes('ENOSPC') && remedy.includes('free space') ? rule : `not clear: ${finding}; ${remedy}`,
  );
}

/** The published files; the output folder can be the disk, with the state in it. */
function published(out: string): Tree {
  return new Map([...treeOf(out)].filter(([path]) => !path.startsWith('.') || path === '.nojekyll'));
}

function inodesIn(tree: Tree): string[] {
  return [...tree].map(([path, { ino, content }]) => `${path}: ${ino} ${content}`).toSorted();
}

function faultsIn(out: string): string[] {
  return faultsOf(out, data).filter((fault) => !/\.(?:disk|dist)\.state/u.test(fault));
}

/** The files on the disk apart from the output and the state. */
function strangers(path: string): string[] {
  const known = path === '.' ? /^(?:api|[^.].*|\.nojekyll|\.well-known|\.disk\.state)$/u : /^(?:dist|\.dist\.state)$/u;
  return readdirSync(disk).filter((name) => !known.test(name));
}

/** Leaves this many blocks of the disk. */
function fill(file: string, blocks: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, new Uint8Array(Math.max(0, bavail - blocks) * bsize));
}

function mount(options: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a RAM disk cannot be mounted: ${stderr}`);
}

function mountable(): boolean {
  const folderToMount = makeFolder();
  try {
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folderToMount]).status === 0;
    if (isMounted) spawnSync('umount', [folderToMount]);
    return isMounted;
  } finally {
    removeFolder(folderToMount);
  }
}
