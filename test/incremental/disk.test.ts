// The disk: full or out of inodes at a limit; and the disk faults of other tests: every call that changes the disk can fail, in each of its forms.
import { spawnSync } from 'node:child_process';
import fs, { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf, problemsOf, runBuild, type Chosen, type Run } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { withDiskFault } from './disk-faults.ts';
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

describe.skipIf(isSkipped)(`on a disk with a few free blocks${needs}`, () => {
  // The output beside other things on the disk, and the disk itself: then the stage of a build is in the output folder.
  it.each(['dist', '.'])('a build into %s succeeds or changes nothing, wherever the space runs out', async (path) => {
    mount('size=6m');
    const out = join(disk, path);
    const ballast = join(disk, 'ballast');
    const first: Partial<Chosen> = { pageSize: 5 };
    const second: Partial<Chosen> = { pageSize: 5, baseUrl: 'https://courses.example.org/catalog' };
    writeSmallCatalog(data, 2000);
    expect(await refusal({ data, out })).toBe('output-write');
    expect(readdirSync(disk)).toEqual([]);
    writeSmallCatalog(data, 40);
    await runBuild({ data, out, chosen: first });
    const endings = new Set<string>();
    const wrong: string[] = [];
    for (let blocks = 0; blocks < 400 && endings.size < 2; blocks += blocks < 12 ? 1 : 9) {
      const before = published(out);
      fill(ballast, blocks);
      const ending = await refusal({ data, out, chosen: second });
      rmSync(ballast);
      endings.add(ending);
      const isSame = JSON.stringify(inodesIn(published(out))) === JSON.stringify(inodesIn(before));
      if (ending !== '' && !isSame) wrong.push(`${blocks} blocks: failed, and something changed`);
      if (ending === '') wrong.push(...faultsIn(out, second));
      wrong.push(...strangers(path));
    }
    expect(wrong).toEqual([]);
    expect([...endings]).toEqual(['output-write', '']);
    await runBuild({ data, out, chosen: first });
    expect(faultsIn(out, first)).toEqual([]);
  });
});

/** The rules of the errors, each of which must include the message of the system; empty for a build that succeeds. */
async function refusal(run: Run): Promise<string> {
  const rules = (await problemsOf(run)).map(({ rule, finding, remedy }) =>
    finding.includes('ENOSPC') && remedy.includes('free space') ? rule : `not clear: ${finding}; ${remedy}`,
  );
  return rules.join(' ');
}

/** The published files; the output folder can be the disk, with the state in it. */
function published(out: string): Tree {
  return new Map([...treeOf(out)].filter(([path]) => !path.startsWith('.') || path === '.nojekyll'));
}

function inodesIn(tree: Tree): string[] {
  return [...tree].map(([path, { ino, content }]) => `${path}: ${ino} ${content}`).toSorted();
}

function faultsIn(out: string, chosen: Partial<Chosen>): string[] {
  return faultsOf(out, data, chosen).filter((fault) => !/\.(?:disk|dist)\.state/u.test(fault));
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

/** The arguments of each call; those that start with `./` are paths in the folder. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  appendFile: ['./file', 'new'],
  chmod: ['./file', 0o600],
  copyFile: ['./file', './new'],
  link: ['./file', './new'],
  mkdir: ['./new/below', { recursive: true }],
  mkdtemp: ['./new-'],
  open: ['./new', 'w'],
  rename: ['./file', './new'],
  rm: ['./full', { recursive: true }],
  rmdir: ['./empty'],
  symlink: ['file', './new'],
  truncate: ['./file', 1],
  unlink: ['./file'],
  utimes: ['./file', 1, 1],
  writeFile: ['./file', 'new'],
};
const forms = ['Sync', 'promises'] as const;
const cases = Object.keys(given)
  .flatMap((name) => forms.map((form) => [name, form] as const))
  .filter(([name, form]) => name !== 'open' || form === 'Sync');

describe('a call that changes the disk', () => {
  beforeEach(() => {
    writeFiles(folder, { file: 'old', 'full/file': 'old' });
    fs.mkdirSync(join(folder, 'empty'));
  });

  it.each(cases)('fails without effect, or is counted and works: %s, %s', async (name, form) => {
    const before = snapshot(folder);
    const failing = await withDiskFault(folder, { mode: 'fails', at: 1 }, () => call(name, form));
    expect(failing.outcome).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/^E/u) } });
    expect(snapshot(folder)).toEqual(before);
    const { outcome, calls, failed } = await withDiskFault(folder, undefined, () => call(name, form));
    expect([outcome.status, failed]).toEqual(['fulfilled', undefined]);
    expect(calls.length).toBeGreaterThan(0);
    const isSeen = !['chmod', 'utimes'].includes(name);
    expect(JSON.stringify([...snapshot(folder)]) !== JSON.stringify([...before])).toBe(isSeen);
  });

  it.each([1, 2])('that is interrupted has written half of its bytes, or none: call %i', async (first) => {
    const write = async () => {
      for (let earlier = 1; earlier < first; earlier += 1) fs.mkdirSync(join(folder, `new-${earlier}`));
      fs.writeFileSync(join(folder, 'new'), 'four');
    };
    await withDiskFault(folder, { mode: 'killed', at: first + 1 }, write);
    expect(snapshot(folder).get('new')).toBe(first === 1 ? 'fo' : '');
  });

  it('has no effect after a kill', async () => {
    const before = snapshot(folder);
    const { failed } = await withDiskFault(folder, { mode: 'killed', at: 2 }, async () => {
      fs.rmSync(join(folder, 'full/file'));
      for (const [name, form] of cases) await call(name, form).catch(() => {});
    });
    before.delete('full/file');
    expect([failed, snapshot(folder)]).toEqual(['appendFile file', before]);
  });

  it('elsewhere is left alone, and so is one that only reads', async () => {
    const elsewhere = makeFolder();
    const { outcome, calls } = await withDiskFault(folder, { mode: 'killed', at: 1 }, async () => {
      fs.writeFileSync(join(elsewhere, 'file'), 'new');
      fs.closeSync(fs.openSync(join(folder, 'file'), 'r'));
      return fs.readFileSync(join(folder, 'file'), 'utf8');
    });
    expect({ outcome, calls }).toEqual({ outcome: { status: 'fulfilled', value: 'old' }, calls: [] });
    removeFolder(elsewhere);
  });
});

/** Calls a function of node:fs in one of its forms. */
async function call(name: string, form: (typeof forms)[number]): Promise<unknown> {
  const args = (given[name] ?? []).map((one) => (typeof one === 'string' ? one.replace(/^\.\//u, `${folder}/`) : one));
  const functions: [string, unknown][] = Object.entries(form === 'promises' ? fs.promises : fs);
  const found = functions.find(([key]) => key === (form === 'Sync' ? `${name}Sync` : name))?.[1];
  if (typeof found !== 'function') throw new Error(`there is no ${name}`);
  const result: unknown = await Reflect.apply(found, fs, args);
  if (typeof result === 'number') fs.closeSync(result);
  return result;
}
