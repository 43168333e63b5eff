// A shard by itself: what it reports, where it refuses to write, and how many threads it starts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shardThreads } from '../../src/build/workers/thread-count.ts';
import type { Problem } from '../../src/text/problems.ts';
import { caught, problemsOf, runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { chosen, finishedShards, total, buildShard, outOf, upTo } from './shard-builds.ts';

const shards = finishedShards();

describe('a shard', () => {
  it('reports the problems of its part with their lines, and is not merged', async () => {
    const text = readFileSync(shards.coursesFile, 'utf8');
    writeFileSync(
      shards.coursesFile,
      text.replace(/"provider":1(?=,"language":\["English","Français"\],"date_published":"2010-04)/u, '"provider":7'),
    );
    const found = await Promise.all(
      upTo(total).map(async (index) => caught(async () => buildShard(shards.sharded, index))),
    );
    const wrong = found.findIndex((problems) => problems.length > 0);
    expect(found.flat().map(({ rule }) => rule)).toEqual(['provider-known']);
    const lines = readFileSync(shards.coursesFile, 'utf8').split('\n');
    expect(found[wrong]?.[0]?.position?.line).toBe(1 + lines.findIndex((line) => line.includes('"provider":7')));
    expect(wrong).toBe(2);
    expect(await shards.reported()).toEqual([
      'source-changed courses.ndjson: has changed since shard 3/3 read the source',
    ]);
  });

  it('reports duplicates in its part', async () => {
    const lines = readFileSync(shards.coursesFile, 'utf8').trimEnd().split('\n');
    writeFileSync(shards.coursesFile, `${[...lines, lines.at(-1)].join('\n')}\n`);
    const problems = await caught(async () => buildShard(shards.sharded, 3));
    expect(problems.map(({ rule, position }) => [rule, position?.line])).toEqual([
      ['id-unique', 31],
      ['linkurl-unique', 31],
    ]);
  });

  it('that fails leaves its folder as it was', async () => {
    const before = snapshot(shards.folderOf(1));
    writeFileSync(join(shards.sharded.data, 'providers.ndjson'), '{');
    expect(await caught(async () => buildShard(shards.sharded, 1))).not.toEqual([]);
    expect(snapshot(shards.folderOf(1))).toEqual(before);
  });

  it('locks its folder', async () => {
    const { data } = shards.sharded;
    const out = shards.folderOf(1);
    const seen: Promise<readonly Problem[]>[] = [];
    const options = { ...chosen, shard: { index: 1, total } };
    const onProgress = () => void seen.push(problemsOf({ data, out, chosen: options }));
    await runBuild({ data, out, chosen: options, onProgress });
    const [problem] = (await Promise.all(seen)).flat();
    expect(problem).toMatchObject({ rule: 'output-busy', file: out });
    expect(problem?.finding).toMatch(/^is being built by process \d+/);
  });

  it('refuses a folder in the source, and one that was not made by this tool; so does a merge in the output', async () => {
    const { data } = shards.sharded;
    const rules = async (out: string, options: Partial<Chosen>) =>
      (await problemsOf({ data, out, chosen: { ...chosen, ...options } })).map(({ rule }) => rule);
    const shard = { index: 1, total };
    expect(await rules(join(data, 'shards/shard-1-of-3'), { shard })).toEqual(['shards-folder']);
    const mine = join(shards.folder, 'shards/shard-1-of-3');
    writeFiles(mine, { 'site/notes.txt': 'mine' });
    expect(await rules(mine, { shard })).toEqual(['shards-folder']);
    expect(readFileSync(join(mine, 'site/notes.txt'), 'utf8')).toBe('mine');
    removeFolder(mine);
    writeFileSync(mine, 'mine');
    expect(await rules(mine, { shard })).toEqual(['shards-folder']);
    const out = outOf(shards.sharded);
    for (const merge of [join(data, 'shards'), out, join(out, 'shards')]) {
      expect(await rules(out, { merge })).toEqual(['shards-folder']);
    }
  });

  it('refuses a folder in the site that the shards are built for', async () => {
    const { data } = shards.sharded;
    const out = outOf(shards.sharded);
    for (const folder of [out, join(out, 'shards')]) {
      const words = ['build', '--shard', '1/2', '--shards', folder, '--data', data, '--json'];
      const { exitCode, stdout } = await courseCatalog(words, { env: { COURSE_CATALOG_OUT: out } });
      expect([exitCode, JSON.parse(stdout)]).toMatchObject([
        1,
        { problems: [{ rule: 'shards-folder', finding: `is or lies inside ${out}` }] },
      ]);
      expect(existsSync(out)).toBe(false);
    }
  });

  it('removes what is in its folder and not of it', async () => {
    const { sharded } = shards;
    const files = () => [...snapshot(join(shards.folderOf(1), 'site')).keys()];
    const before = files();
    writeFiles(join(shards.folderOf(1), 'site'), {
      'api/v1/courses/view/00000000000000000000000000000000/index.json': '{}',
      [`${before.find((path) => path.endsWith('index.json'))}.gz`]: '',
    });
    await buildShard(sharded, 1);
    expect(files()).toEqual(before);
  });

  it('reports the counts of its courses and files', async () => {
    const results = await Promise.all(upTo(total).map(async (index) => buildShard(shards.sharded, index)));
    expect(results.reduce((sum, { courses }) => sum + courses, 0)).toBe(smallCatalog(30).courses.length);
    expect(results.every(({ courses, files }) => courses > 0 && courses === files)).toBe(true);
  });
});

it('a part starts a thread for many bytes only, unless told how many', () => {
  const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  const file = { kind: 'courses', format: 'ndjson', path: 'courses.ndjson', size: 0, stamp } as const;
  const chunks = (megabytes: number) =>
    Array.from({ length: 8 }, () => [{ file, start: 0, end: (megabytes * 2 ** 20) / 8, indent: 0 }]);
  expect(shardThreads('shard', chunks(512), undefined)).toBe(1);
  expect(shardThreads('shard', chunks(513), undefined)).toBe(Math.min(2, availableParallelism()));
  expect(shardThreads('merge', chunks(2048), undefined)).toBe(1);
  expect(shardThreads('merge', chunks(2049), undefined)).toBe(Math.min(2, availableParallelism()));
  expect(shardThreads('merge', chunks(1), 4)).toBe(4);
});
