// A build, a shard or a merge, the first or a later one, that is killed at a call that changes the disk: whoever sends what lists of changes name has what is published.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Changes } from '../../src/pipeline/publish/changes.ts';
import { runBuild, type Chosen, type Run } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { withDiskFault } from '../incremental/disk-faults.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder();
const base = join(folder, 'base');
const chosen: Partial<Chosen> = { pageSize: 2 };
const shard: Partial<Chosen> = { ...chosen, shard: { index: 1, total: 1 } };

/** The parts of a build by name, as they run in a folder. */
const parts = {
  build: (place: string): Run => ({ data: join(place, 'data'), out: join(place, 'dist'), chosen }),
  shard: (place: string): Run => ({
    data: join(place, 'data'),
    out: join(place, 'shards/shard-1-of-1'),
    chosen: shard,
  }),
  merge: (place: string): Run => ({
    data: join(place, 'data'),
    out: join(place, 'merged'),
    chosen: { ...chosen, merge: join(place, 'shards') },
  }),
};

beforeAll(async () => {
  writeSmallCatalog(join(base, 'data'), 2);
  for (const part of Object.values(parts)) await runBuild(part(base));
});
afterAll(() => removeFolder(folder));

it.each([
  ['first build', 'build', 'dist', false, 3],
  ['later build', 'build', 'dist', true, 3],
  ['first shard', 'shard', 'shards/shard-1-of-1/site', false, 1],
  ['later shard', 'shard', 'shards/shard-1-of-1/site', true, 1],
  ['first merge', 'merge', 'merged', false, 3],
  ['later merge', 'merge', 'merged', true, 3],
] as const)('a %s that is killed is in the list of the next one', async (_, name, published, isLater, step) => {
  const place = join(folder, 'tried');
  const from = join(folder, 'from');
  removeFolder(from);
  if (isLater) cpSync(base, from, { recursive: true, preserveTimestamps: true });
  writeSmallCatalog(join(from, 'data'), 2, 2);
  if (name === 'merge') await runBuild(parts.shard(from));
  const before = isLater ? filesIn(join(base, published)) : new Map<string, string>();
  let at = 1;
  // Each attempt takes a build and another: of the many calls of a build and of a merge, every third is tried.
  for (; ; at += step) {
    removeFolder(place);
    cpSync(from, place, { recursive: true, preserveTimestamps: true });
    const sent = new Map(before);
    // As whoever runs the builds sends what they list; a list that was not written to its end is none.
    const list = async ({ added, changed, removed }: Changes) => {
      writeFileSync(join(place, 'list'), '');
      for (const path of [...added, ...changed]) sent.set(path, readFileSync(join(place, published, path), 'latin1'));
      for (const path of removed) sent.delete(path);
      return true;
    };
    const run = { ...parts[name](place), list };
    const { failed } = await withDiskFault(place, { mode: 'killed', at }, async () => runBuild(run));
    if (failed === undefined) break;
    // A killed process would leave locks of a dead holder.
    for (const one of [place, dirname(run.out)].filter(existsSync)) {
      for (const file of readdirSync(one).filter((text) => text.includes('.lock'))) rmSync(join(one, file));
    }
    await runBuild(run);
    // Only the merge lists what is removed from shards.
    for (const path of name === 'shard' ? before.keys() : [])
      if (!filesIn(join(place, published)).has(path)) sent.delete(path);
    expect(sent, failed).toEqual(filesIn(join(place, published)));
    expect(
      readdirSync(dirname(join(place, published))).filter((text) => text.includes('changes')),
      failed,
    ).toEqual([]);
  }
  expect(at).toBeGreaterThan(20);
});

function filesIn(out: string): Map<string, string> {
  return new Map([...snapshot(out)].filter(([, text]) => text !== 'folder'));
}
