// Shards with another option, tool or source than the merge, and records that collide across shards: a merge reports the shard, the
// file and the remedy, and publishes nothing.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { writeFiles } from '../folders.ts';
import { caught, chosen, finishedShards, total, buildShard, merge, upTo } from './parts.ts';

const shards = finishedShards();

describe('a merge reports', () => {
  it('a shard with another option, with both values', async () => {
    await buildShard({ ...shards.parts, chosen: { ...chosen, latest: 7 } }, 2);
    expect(await shards.reported()).toEqual(['shard-other shard-2-of-3: shard 2/3 was built with "latest" 7, not 10']);
  });

  it('a shard whose course pages have another title, with both titles', async () => {
    const pages = { ...chosen, coursePages: true };
    for (const index of upTo(total)) {
      await buildShard({ ...shards.parts, chosen: { ...pages, ...(index === 2 && { title: 'Courses' }) } }, index);
    }
    expect(await shards.reported(pages)).toEqual([
      'shard-other shard-2-of-3: shard 2/3 was built with "title" "Courses", not "Course catalog"',
    ]);
  });

  it('a shard by another version of the tool', async () => {
    await buildShard({ ...shards.parts, chosen: { ...chosen, digest: 'newer' } }, 3);
    expect(await shards.reported()).toEqual([
      'shard-other shard-3-of-3: shard 3/3 was built by another version of this tool',
    ]);
  });

  it('a shard by another version of Node', async () => {
    const { inputs } = JSON.parse(readFileSync(join(shards.folderOf(1), 'shard.json'), 'utf8'));
    shards.forge(1, 'inputs', { ...inputs, versions: '20.0.0 x' });
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-other .* shard 1\/3 was built under Node 20.0.0 x, not /),
    ]);
  });

  it('a shard of another source', async () => {
    const data = join(shards.folder, 'others');
    writeSmallCatalog(data, 31);
    await buildShard({ ...shards.parts, data }, 2);
    expect(await shards.reported()).toEqual([
      'source-changed courses.ndjson: has changed since shard 2/3 read the source',
    ]);
  });

  it.each([
    ['in the part of the first shard', 1, '1/3'],
    ['in the part of the last shard', 30, '3/3'],
  ])('a source that changed between shards, %s', async (_, course, shard) => {
    shards.retitle(course);
    await buildShard(shards.parts, 2);
    expect(await shards.reported()).toEqual([
      `source-changed courses.ndjson: has changed since shard ${shard} read the source`,
    ]);
    await buildShard(shards.parts, Number(shard[0]));
    expect(await shards.reported()).toEqual([]);
  });

  it('references that changed between shards, and files that were added and removed', async () => {
    const providers = join(shards.parts.data, 'providers.ndjson');
    writeFileSync(providers, readFileSync(providers, 'utf8').replace('Provider 2', 'Provider 3'));
    await buildShard(shards.parts, 2);
    const changed = (shard: string) =>
      `source-changed providers.ndjson: has changed since shard ${shard} read the source`;
    expect(await shards.reported()).toEqual([changed('1/3'), changed('3/3')]);
    writeFiles(shards.parts.data, { 'courses/more.ndjson': '' });
    renameSync(shards.coursesFile, join(shards.parts.data, 'courses/all.ndjson'));
    expect(new Set(await shards.reported())).toEqual(
      new Set([
        changed('1/3'),
        changed('3/3'),
        ...upTo(3).flatMap((one) => [
          `source-changed courses.ndjson: has been removed since shard ${one}/3 read the source`,
          `source-changed all.ndjson: has been added since shard ${one}/3 read the source`,
          `source-changed more.ndjson: has been added since shard ${one}/3 read the source`,
        ]),
      ]),
    );
  });

  it('ids and addresses that two shards have, with both positions', async () => {
    const lines = readFileSync(shards.coursesFile, 'utf8').trimEnd().split('\n');
    const [first = '', last = ''] = [lines[1], lines.at(-2)];
    const twin: object = JSON.parse(first);
    const { id, linkurl }: { id: number; linkurl: string } = JSON.parse(first);
    const other: object = JSON.parse(last);
    lines[lines.length - 2] = JSON.stringify({ ...other, id });
    lines[lines.length - 1] = JSON.stringify({ ...twin, id: 99, linkurl });
    writeFileSync(shards.coursesFile, `${lines.join('\n')}\n`);
    for (const index of upTo(total)) await buildShard(shards.parts, index);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^id-unique .*the id is taken by course 2 at .*courses.ndjson:2$/),
      expect.stringMatching(/^linkurl-unique .*the linkurl is taken by course 2 at .*courses.ndjson:2$/),
    ]);
    const problems = await caught(async () => merge(shards.parts));
    expect(problems.map(({ position }) => position?.line)).toEqual([29, 30]);
  });
});
