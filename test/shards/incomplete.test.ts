// Shards that are missing, unfinished, damaged or there twice: a merge reports each by name, and publishes nothing.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../src/output/lock.ts';
import { ProblemsError } from '../../src/problems.ts';
import { findShards } from '../../src/pipeline/shards/complete.ts';
import { runBuild } from '../build/run.ts';
import { removeFolder } from '../folders.ts';
import { caught, chosen, finishedShards, total } from './finished-shards.ts';
import { buildShard, outOf, resultsOf, upTo } from './parts.ts';

const shards = finishedShards();

it('a merge succeeds if nothing is wrong', async () => {
  expect(await shards.reported()).toEqual([]);
  expect(shards.isMerged()).toBe(true);
});

describe('a merge reports', () => {
  it('every missing shard', async () => {
    for (const index of [1, 3]) removeFolder(shards.folderOf(index));
    expect(await shards.reported()).toEqual([
      'shard-missing shards: shard 1/3 is missing or not finished',
      'shard-missing shards: shard 3/3 is missing or not finished',
    ]);
  });

  it('a folder without shards, and a missing folder', async () => {
    for (const index of upTo(total)) rmSync(join(shards.folderOf(index), 'shard.json'));
    expect(await shards.reported()).toEqual(['shard-missing shards: no shard in it is finished']);
    removeFolder(resultsOf(shards.parts));
    expect(await shards.reported()).toEqual(['shard-missing shards: there is no such folder']);
  });

  it('two different shards with one number, in any folders, but not two equal ones', async () => {
    const copy = join(resultsOf(shards.parts), 'other/shard-2-of-3');
    cpSync(shards.folderOf(2), copy, { recursive: true });
    expect(await shards.reported()).toEqual([]);
    removeFolder(outOf(shards.parts, ''));
    shards.retitle(15);
    await buildShard({ ...shards.parts, folder: join(shards.folder, 'second') }, 2);
    removeFolder(copy);
    cpSync(join(shards.folder, 'second/shards/shard-2-of-3'), copy, { recursive: true });
    expect(await shards.reported()).toEqual([
      `shard-twice shard-2-of-3: holds shard 2/3 with other results than ${copy}`,
    ]);
  });

  it('shards of another total', async () => {
    await buildShard({ ...shards.parts, total: 4 }, 4);
    expect(await shards.reported()).toEqual([
      ...upTo(3).map((one) => `shard-other shard-${one}-of-3: holds shard ${one}/3, beside shards of another total`),
      'shard-other shard-4-of-4: holds shard 4/4, beside shards of another total',
    ]);
  });

  it('a shard that is still being written, also for the second time', async () => {
    const lock = acquireLock(shards.folderOf(2), shards.folderOf(2), resultsOf(shards.parts));
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-busy shards: shard 2\/3 is still being written by process \d+ on host /),
    ]);
    lock.release();
    const seen: unknown[] = [];
    const onProgress = () => {
      try {
        findShards(resultsOf(shards.parts));
      } catch (error) {
        seen.push(error instanceof ProblemsError ? error.problems.map(({ rule }) => rule) : error);
      }
    };
    const { data } = shards.parts;
    const options = { ...chosen, shard: { index: 2, total }, shards: resultsOf(shards.parts) };
    await runBuild({ data, out: outOf(shards.parts, ''), chosen: options, onProgress });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(String))).toEqual(new Set(['shard-busy']));
  });

  it('a shard that is built again during the merge', async () => {
    const onProgress = () => rmSync(join(shards.folderOf(1), 'shard.json'), { force: true });
    const options = { ...chosen, merge: resultsOf(shards.parts) };
    const run = runBuild({ data: shards.parts.data, out: outOf(shards.parts, ''), chosen: options, onProgress });
    expect((await caught(async () => run)).map(({ finding }) => finding)).toEqual([
      'shard 1/3 was built again during the merge',
    ]);
    expect(shards.isMerged()).toBe(false);
  });

  it('results that are missing, truncated or damaged', async () => {
    const manifest: { chunks: { key: string }[] } = JSON.parse(
      readFileSync(join(shards.folderOf(2), 'shard.json'), 'utf8'),
    );
    const file = join(shards.folderOf(2), `chunk-${manifest.chunks[0]?.key}`);
    const bytes = readFileSync(file);
    truncateSync(file, bytes.length - 1);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged .*instead of \d+: a result of shard 2\/3$/),
    ]);
    rmSync(file);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged .*is missing: a result of shard 2\/3$/),
    ]);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shards: holds a damaged result: chunk-/),
    ]);
  });

  it('a manifest that it cannot read', async () => {
    writeFileSync(join(shards.folderOf(2), 'shard.json'), '{"format":2}');
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
    truncateSync(join(shards.folderOf(2), 'shard.json'), 5);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
  });

  it('an output that has the course pages of some shards only', async () => {
    const pages = { ...chosen, coursePages: true };
    const parts = { ...shards.parts, chosen: pages };
    for (const index of upTo(total)) await buildShard(parts, index);
    const folder = join(outOf(parts, ''), 'courses');
    removeFolder(join(folder, readdirSync(folder)[0] ?? ''));
    expect(await shards.reported(pages)).toEqual([
      expect.stringMatching(
        /^shard-output dist: lacks 1 course page of shard \d\/3, and has course pages of other shards$/,
      ),
    ]);
  });

  it('an output that has the views of some shards only', async () => {
    const views = join(outOf(shards.parts, ''), 'api/v1/courses/view');
    renameSync(views, `${views}-kept`);
    const part = { ...shards.parts, folder: join(shards.folder, 'part') };
    await buildShard(part, 2);
    cpSync(join(outOf(part, ''), 'api/v1/courses/view'), views, { recursive: true });
    removeFolder(`${views}-kept`);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-output dist: lacks \d+ views of shard 1\/3, and has views of other shards$/),
      expect.stringMatching(/^shard-output .*shard 3\/3/),
    ]);
  });
});
