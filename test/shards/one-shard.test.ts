// A shard by itself: what it reports, and where it refuses to write.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { acquireLock } from '../../src/output/lock.ts';
import type { Problem } from '../../src/problems.ts';
import { problemsOf, runBuild } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { removeFolder, writeFiles } from '../folders.ts';
import { caught, chosen, finishedShards, total } from './finished-shards.ts';
import { buildShard, outOf, resultsOf, upTo, type Parts } from './parts.ts';

const shards = finishedShards();

describe('a shard', () => {
  it('reports the problems of its part with their lines, and leaves nothing to merge', async () => {
    const text = readFileSync(shards.coursesFile, 'utf8');
    writeFileSync(
      shards.coursesFile,
      text.replace(
        '"provider":1,"language":["English","Français"],"date_published":"2010-04',
        '"provider":7,"language":["English","Français"],"date_published":"2010-04',
      ),
    );
    const found = await Promise.all(
      upTo(total).map(async (index) => caught(async () => buildShard(shards.parts, index))),
    );
    const wrong = found.findIndex((problems) => problems.length > 0);
    expect(found.flat().map(({ rule }) => rule)).toEqual(['provider-known']);
    const line =
      1 +
      readFileSync(shards.coursesFile, 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('"provider":7'));
    expect(found[wrong]?.[0]?.position?.line).toBe(line);
    expect(wrong).toBe(2);
    expect(await shards.reported()).toEqual([`shard-missing shards: shard ${wrong + 1}/3 is missing or not finished`]);
  });

  it('reports duplicates in its part', async () => {
    const lines = readFileSync(shards.coursesFile, 'utf8').trimEnd().split('\n');
    writeFileSync(shards.coursesFile, `${[...lines, lines.at(-1)].join('\n')}\n`);
    const problems = await caught(async () => buildShard(shards.parts, 3));
    expect(problems.map(({ rule, position }) => [rule, position?.line])).toEqual([
      ['id-unique', 31],
      ['linkurl-unique', 31],
    ]);
  });

  it('locks its output against complete builds, and the reverse', async () => {
    const { data } = shards.parts;
    const out = outOf(shards.parts, '');
    const seen: Promise<readonly Problem[]>[] = [];
    const onProgress = () => void seen.push(problemsOf({ data, out, chosen }));
    const options = { ...chosen, shard: { index: 1, total }, shards: resultsOf(shards.parts) };
    await runBuild({ data, out, chosen: options, onProgress });
    const [problem] = (await Promise.all(seen)).flat();
    expect(problem?.finding).toMatch(/^is being built by shard-1-of-3, process \d+/);
    const lock = acquireLock(out, out, shards.parts.folder);
    const busy = await caught(async () => buildShard(shards.parts, 1));
    lock.release();
    expect(busy.map(({ rule }) => rule)).toEqual(['output-busy']);
  });

  it('refuses to put its results into the source or the output', async () => {
    const out = outOf(shards.parts, '');
    for (const results of [join(shards.parts.data, 'parts'), out, join(out, 'parts')]) {
      const options = { ...chosen, shard: { index: 1, total }, shards: results };
      const problems = await problemsOf({ data: shards.parts.data, out, chosen: options });
      expect(problems.map(({ rule }) => rule)).toEqual(['shards-folder']);
    }
  });

  it('refuses a folder that was not made by this tool', async () => {
    const out = join(shards.folder, 'mine');
    writeFiles(out, { 'api/v1/courses/notes.txt': 'mine' });
    const options = { ...chosen, shard: { index: 1, total }, shards: resultsOf(shards.parts) };
    const problems = await problemsOf({ data: shards.parts.data, out, chosen: options });
    expect(problems.map(({ rule }) => rule)).toEqual(['output-folder']);
    expect(statSync(out).isDirectory()).toBe(true);
  });

  it('refuses a folder of course pages that was not made by this tool, and writes over its own', async () => {
    const parts = { ...shards.parts, chosen: { ...chosen, coursePages: true } };
    const out = outOf(parts, '');
    writeFiles(out, { 'courses/notes.html': 'mine' });
    const problems = await caught(async () => buildShard(parts, 1));
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([['output-file', join(out, 'courses')]]);
    removeFolder(join(out, 'courses'));
    await buildShard(parts, 1);
    const { changes } = await buildShard(parts, 1);
    expect([...changes.added, ...changes.changed, ...changes.removed]).toEqual([]);
  });

  it('that fails leaves a folder of course pages to the user, and one that succeeds does not', async () => {
    const parts = { ...shards.parts, chosen: { ...chosen, coursePages: true } };
    const [out, providers] = [outOf(parts, ''), join(parts.data, 'providers.ndjson')];
    const text = readFileSync(providers, 'utf8');
    writeFileSync(providers, '{');
    expect((await caught(async () => buildShard(parts, 1))).length).toBeGreaterThan(0);
    writeFileSync(providers, text);
    writeFiles(out, { 'courses/mine.html': 'mine' });
    await runBuild({ data: parts.data, out, chosen });
    expect(readFileSync(join(out, 'courses/mine.html'), 'utf8')).toBe('mine');
    removeFolder(join(out, 'courses'));
    await buildShard(parts, 1);
    expect(existsSync(join(out, 'courses'))).toBe(true);
    await runBuild({ data: parts.data, out, chosen });
    expect(existsSync(join(out, 'courses'))).toBe(false);
  });

  it('knows which courses it has removed, also after a run that failed', async () => {
    const folder = join(shards.folder, 'own');
    const parts: Parts = { ...shards.parts, folder, data: join(folder, 'data'), total: 1, isShared: false };
    const linkhashes = smallCatalog(8, 0).courses.map(({ linkurl }) => linkhashOf(linkurl));
    const removed = () => {
      const text = readFileSync(join(resultsOf(parts), 'shard-1-of-1/shard.json'), 'utf8');
      const manifest: { removed: string[] } = JSON.parse(text);
      return manifest.removed;
    };
    // From its second run on, a shard knows that the output is its own.
    for (const first of [1, 1, 3]) {
      writeSmallCatalog(parts.data, 5, first);
      await buildShard(parts, 1);
    }
    expect(new Set(removed())).toEqual(new Set([linkhashes[1], linkhashes[2]]));
    writeFileSync(join(parts.data, 'providers.ndjson'), '{');
    for (const _ of [1, 2]) expect(await caught(async () => buildShard(parts, 1))).not.toEqual([]);
    writeSmallCatalog(parts.data, 5, 2);
    await buildShard(parts, 1);
    expect(new Set(removed())).toEqual(new Set([linkhashes[1], linkhashes[7]]));
  });

  it('reports the counts of its courses and files', async () => {
    const results = await Promise.all(upTo(total).map(async (index) => buildShard(shards.parts, index)));
    expect(results.reduce((sum, { courses }) => sum + courses, 0)).toBe(smallCatalog(30).courses.length);
    expect(results.every(({ courses, files }) => courses > 0 && courses === files)).toBe(true);
  });
});
