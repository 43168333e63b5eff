// A build, a shard or a merge that is killed at any call that changes the disk: whoever sends what lists of changes name has what is published.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Changes } from '../../src/output/changes.ts';
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
  ['build', 'dist'],
  ['shard', 'shards/shard-1-of-1/site'],
  ['merge', 'merged'],
] as const)('a %s that is killed is in the list of the next one', async (name, published) => {
  const place = join(folder, 'tried');
  const before = filesIn(join(base, published));
  // Every second call, since each takes a build and another.
  for (let at = 1; ; at += 2) {
    removeFolder(place);
    mkdirSync(place);
    cpSync(base, place, { recursive: true, preserveTimestamps: true });
    writeSmallCatalog(join(place, 'data'), 2, 2);
    if (name === 'merge') await runBuild(parts.shard(place));
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
    for (const one of [place, dirname(run.out)]) {
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
});

function filesIn(out: string): Map<string, string> {
  return new Map([...snapshot(out)].filter(([, text]) => text !== 'folder'));
}
