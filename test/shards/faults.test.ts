// A shard or a merge that fails, or is killed, at any call that changes the disk: what it published is whole, and the next run is right.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import type { BuildResult } from '../../src/pipeline/options.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { buildShard, differences, merge, outOf, resultsOf, unionOf, type Parts } from './parts.ts';

// Each call fails once, and there are some hundred.
vi.setConfig({ testTimeout: 120_000 });

const chosen: Partial<Chosen> = { pageSize: 2, coursePages: true };
const folder = makeFolder();
const partsIn = (name: string, isShared: boolean): Parts => {
  const place = join(folder, name);
  return { folder: place, data: join(place, 'data'), total: 1, isShared, chosen };
};
let expected: Map<string, string>;
/** The run that faults are tried on is at least the second one, and finds courses that are new, changed and gone. */
const own = partsIn('own', false);
const shared = partsIn('shared', true);

beforeAll(async () => {
  for (const parts of [own, shared]) {
    for (const _ of [1, 2]) {
      writeSmallCatalog(parts.data, 3);
      await buildShard(parts, 1);
    }
    writeSmallCatalog(parts.data, 3, 2);
  }
  await runBuild({ data: own.data, out: join(folder, 'clean'), chosen });
  expected = snapshot(join(folder, 'clean'));
  await buildShard(shared, 1);
});
afterAll(() => removeFolder(folder));

let tried: Parts;
let attempts = 0;
beforeEach(() => {
  attempts = 0;
});

/** Runs a part on a copy of its own, with a fault. */
async function attempt(from: Parts, mode: DiskFault['mode'], part: (parts: Parts) => Promise<BuildResult>) {
  attempts += 1;
  tried = { ...partsIn('tried', from.isShared) };
  removeFolder(tried.folder);
  mkdirSync(tried.folder);
  // Times are preserved, so that no copied file counts as changed.
  cpSync(from.folder, tried.folder, { recursive: true, preserveTimestamps: true });
  const run = await withDiskFault(tried.folder, { mode, at: attempts }, async () => part(tried));
  // A killed process would leave locks of a dead holder.
  for (const place of [tried.folder, resultsOf(tried)]) {
    for (const name of readdirSync(place).filter((one) => one.includes('.lock'))) rmSync(join(place, name));
  }
  return run;
}

const filesOf = (out: string) => [...(existsSync(out) ? snapshot(out) : [])].filter(([, text]) => text !== 'folder');
const shard = async (parts: Parts) => buildShard(parts, 1);
const outOfShard = (parts: Parts) => outOf(parts, 'shard-1');

/** The tried shard names the course that is gone, and its merge is what one build writes. */
async function expectMerged(call: string): Promise<void> {
  const text = readFileSync(join(resultsOf(tried), 'shard-1-of-1/shard.json'), 'utf8');
  const { removed }: { removed: string[] } = JSON.parse(text);
  const gone = smallCatalog(1).courses;
  expect(removed, call).toEqual(gone.map(({ linkurl }) => linkhashOf(linkurl)));
  await merge(tried);
  expect(differences(unionOf(tried), expected), call).toEqual([]);
}

it('a shard that fails leaves its output as it was, and the next one is right', async () => {
  const before = filesOf(outOfShard(own));
  const warned = new Set<string>();
  for (;;) {
    const { failed, outcome } = await attempt(own, 'fails', shard);
    if (failed === undefined) break;
    const isBuilt = outcome.status === 'fulfilled';
    expect(isBuilt ? before : filesOf(outOfShard(tried)), failed).toEqual(before);
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    if (!isBuilt && attempts % 5 === 0) await shard(tried);
    if (isBuilt || attempts % 5 === 0) await expectMerged(failed);
  }
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(30);
});

it('a shard that is killed leaves whole files, and the next one is right', async () => {
  const whole = new Set([...filesOf(outOfShard(own)), ...expected].map(([path, text]) => `${path}\n${text}`));
  for (;;) {
    const { failed } = await attempt(own, 'killed', shard);
    if (failed === undefined) break;
    const torn = filesOf(outOfShard(tried)).filter(([path, text]) => !whole.has(`${path}\n${text}`));
    expect(torn, failed).toEqual([]);
    if (attempts % 2 === 0) continue;
    await shard(tried);
    await expectMerged(failed);
  }
  expect(attempts).toBeGreaterThan(30);
});

it('a merge that fails publishes nothing, or everything with a warning, and the next one is right', async () => {
  const before = filesOf(outOf(shared, ''));
  const after = [...expected].filter(([, text]) => text !== 'folder');
  const warned = new Set<string>();
  for (;;) {
    const { failed, outcome } = await attempt(shared, 'fails', async (parts) => merge(parts));
    if (failed === undefined) break;
    const isBuilt = outcome.status === 'fulfilled';
    expect(filesOf(outOf(tried, '')), failed).toEqual(isBuilt ? after : before);
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    if (!isBuilt && attempts % 10 === 0) await expectMerged(failed);
  }
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(60);
});
