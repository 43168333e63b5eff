// A shard or a merge that fails, or is killed, at any call that changes the disk: what is merged and published is whole, and the next run is right.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import type { BuildResult } from '../../src/pipeline/options.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { caught, buildShard, differences, folderOf, merge, outOf, shardsOf, type Parts } from './parts.ts';

// Each call fails once, and there are some hundred.
vi.setConfig({ testTimeout: 120_000 });

const chosen: Partial<Chosen> = { pageSize: 2, coursePages: true };
const folder = makeFolder();
const partsIn = (name: string): Parts => {
  const place = join(folder, name);
  return { folder: place, data: join(place, 'data'), total: 1, chosen };
};
let expected: Map<string, string>;
/** The run that faults are tried on is the second one, and finds courses that are new, changed and gone. */
const shardToRun = partsIn('shard');
const mergeToRun = partsIn('merge');

beforeAll(async () => {
  for (const parts of [shardToRun, mergeToRun]) {
    writeSmallCatalog(parts.data, 3);
    await buildShard(parts, 1);
    await merge(parts);
    writeSmallCatalog(parts.data, 3, 2);
  }
  await buildShard(mergeToRun, 1);
  await runBuild({ data: shardToRun.data, out: join(folder, 'clean'), chosen });
  expected = snapshot(join(folder, 'clean'));
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
  tried = partsIn('tried');
  removeFolder(tried.folder);
  mkdirSync(tried.folder);
  // Times are preserved, so that no copied file counts as changed.
  cpSync(from.folder, tried.folder, { recursive: true, preserveTimestamps: true });
  const run = await withDiskFault(tried.folder, { mode, at: attempts }, async () => part(tried));
  // A killed process would leave locks of a dead holder.
  for (const place of [tried.folder, shardsOf(tried)]) {
    for (const name of readdirSync(place).filter((one) => one.includes('.lock'))) rmSync(join(place, name));
  }
  return run;
}

const filesOf = (out: string) => [...snapshot(out)].filter(([, text]) => text !== 'folder');
const shard = async (parts: Parts) => buildShard(parts, 1);

/** The tried shard names the course that is gone, and its merge is what one build writes. */
async function expectMerged(call: string): Promise<void> {
  const text = readFileSync(join(folderOf(tried, 1), 'shard.json'), 'utf8');
  const { removed }: { removed: string[] } = JSON.parse(text);
  const gone = smallCatalog(1).courses;
  expect(removed, call).toEqual(gone.map(({ linkurl }) => linkhashOf(linkurl)));
  await merge(tried);
  expect(differences(snapshot(outOf(tried)), expected), call).toEqual([]);
}

it.each(['fails', 'killed'] as const)('a shard that %s is merged only once it has been run again', async (mode) => {
  const warned = new Set<string>();
  for (;;) {
    const { failed, outcome } = await attempt(shardToRun, mode, shard);
    if (failed === undefined) break;
    const isBuilt = outcome.status === 'fulfilled';
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    const [problem] = await caught(async () => merge(tried));
    // A shard that was killed at its very end has written all that it had to.
    const isMerged = isBuilt || (mode === 'killed' && problem === undefined);
    expect(isMerged ? [undefined] : ['shard-missing', 'source-changed'], failed).toContain(problem?.rule);
    expect(isMerged ? differences(snapshot(outOf(tried)), expected) : [], failed).toEqual([]);
    if (attempts % 3 !== 0) continue;
    if (!isBuilt) await shard(tried);
    await expectMerged(failed);
  }
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(30);
});

it('a shard that fails while it is published does not say that nothing was written', async () => {
  const { data } = shardToRun;
  const words = ['build', '--shard', '1/1', '--data', data, '--threads', '1', '--shards'];
  const [whole, half] = [join(folder, 'whole'), join(folder, 'half')];
  const { calls } = await withDiskFault(whole, undefined, async () => courseCatalog([...words, whole]));
  const at = calls.findLastIndex((call) => call.startsWith('rename')) + 1;
  const { outcome } = await withDiskFault(half, { mode: 'fails', at }, async () => courseCatalog([...words, half]));
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { exitCode: 1 } });
  expect(outcome).toHaveProperty(
    'value.stderr',
    expect.stringMatching(/cannot be written: ENOSPC[\s\S]*\n1 error\n$/u),
  );
});

it('a merge that fails publishes nothing, or everything with a warning, and the next one is right', async () => {
  const before = filesOf(outOf(mergeToRun));
  const after = [...expected].filter(([, text]) => text !== 'folder');
  const warned = new Set<string>();
  for (;;) {
    const { failed, outcome } = await attempt(mergeToRun, 'fails', merge);
    if (failed === undefined) break;
    const isBuilt = outcome.status === 'fulfilled';
    expect(filesOf(outOf(tried)), failed).toEqual(isBuilt ? after : before);
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    if (!isBuilt && attempts % 10 === 0) await expectMerged(failed);
  }
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(60);
});

it('a merge that is killed leaves whole files, as they were or as they will be, and the shards as they were', async () => {
  const whole = new Set([...filesOf(outOf(mergeToRun)), ...expected].map(([path, text]) => `${path}\n${text}`));
  const site = filesOf(join(folderOf(mergeToRun, 1), 'site'));
  for (;;) {
    const { failed } = await attempt(mergeToRun, 'killed', merge);
    if (failed === undefined) break;
    const torn = filesOf(outOf(tried)).filter(([path, text]) => !whole.has(`${path}\n${text}`));
    expect(torn, failed).toEqual([]);
    expect(filesOf(join(folderOf(tried, 1), 'site')), failed).toEqual(site);
    if (attempts % 5 === 0) await expectMerged(failed);
  }
});
