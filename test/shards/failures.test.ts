// Shards that do not belong together: a merge reports the shard, the file and the remedy, and publishes nothing.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../src/output/lock.ts';
import { ProblemsError, type Problem } from '../../src/problems.ts';
import { findShards } from '../../src/pipeline/shards/complete.ts';
import { siteForEach } from '../build/each-site.ts';
import { problemsOf, runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { buildShard, merge, outOf, resultsOf, upTo, type Parts } from './parts.ts';

const chosen: Partial<Chosen> = { chunkSize: 600 };
const total = 3;
/** Three finished shards; each test starts with a copy. */
const made = makeFolder();
beforeAll(async () => {
  writeSmallCatalog(join(made, 'data'), 30);
  const parts: Parts = { folder: made, data: join(made, 'data'), total, isShared: true, chosen };
  await Promise.all(upTo(total).map(async (index) => buildShard(parts, index)));
});
afterAll(() => removeFolder(made));

const site = siteForEach();
let parts: Parts;
beforeEach(() => {
  parts = { folder: join(site.folder, 'site'), data: join(site.folder, 'site/data'), total, isShared: true, chosen };
  // Times are preserved, so that no copied file counts as changed.
  cpSync(made, parts.folder, { recursive: true, preserveTimestamps: true });
});

const folderOf = (index: number) => join(resultsOf(parts), `shard-${index}-of-${total}`);
const coursesFile = () => join(parts.data, 'courses.ndjson');
const isMerged = () => existsSync(join(outOf(parts, ''), 'api/v1/index.json'));

async function caught(action: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await action();
    return [];
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems;
    throw error;
  }
}

/** The report of a merge: the rule, the last part of the path, and the finding of each problem. */
async function reported(options: Partial<Chosen> = {}): Promise<string[]> {
  const problems = await caught(async () => merge({ ...parts, chosen: { ...chosen, ...options } }));
  expect(isMerged()).toBe(problems.length === 0);
  return problems.map(({ rule, file, finding }) => `${rule} ${basename(file)}: ${finding}`);
}

/** Changes a course of the source, by id, without changing the length of a file. */
function retitle(id: number): void {
  const text = readFileSync(coursesFile(), 'utf8');
  const changed = text.replace(`"title":"Course ${id} on`, `"title":"COURSE ${id} on`);
  expect(changed).not.toBe(text);
  writeFileSync(coursesFile(), changed);
}

it('a merge succeeds if nothing is wrong', async () => {
  expect(await reported()).toEqual([]);
  expect(isMerged()).toBe(true);
});

describe('a merge reports', () => {
  it('every missing shard', async () => {
    for (const index of [1, 3]) removeFolder(folderOf(index));
    expect(await reported()).toEqual([
      'shard-missing shards: shard 1/3 is missing or not finished',
      'shard-missing shards: shard 3/3 is missing or not finished',
    ]);
  });

  it('a folder without shards, and a missing folder', async () => {
    for (const index of upTo(total)) rmSync(join(folderOf(index), 'shard.json'));
    expect(await reported()).toEqual(['shard-missing shards: no shard in it is finished']);
    removeFolder(resultsOf(parts));
    expect(await reported()).toEqual(['shard-missing shards: there is no such folder']);
  });

  it('two different shards with one number, in any folders, but not two equal ones', async () => {
    const copy = join(resultsOf(parts), 'other/shard-2-of-3');
    cpSync(folderOf(2), copy, { recursive: true });
    expect(await reported()).toEqual([]);
    removeFolder(outOf(parts, ''));
    retitle(15);
    await buildShard({ ...parts, folder: join(site.folder, 'second') }, 2);
    removeFolder(copy);
    cpSync(join(site.folder, 'second/shards/shard-2-of-3'), copy, { recursive: true });
    expect(await reported()).toEqual([`shard-twice shard-2-of-3: holds shard 2/3 with other results than ${copy}`]);
  });

  it('shards of another total', async () => {
    await buildShard({ ...parts, total: 4 }, 4);
    expect(await reported()).toEqual([
      ...upTo(3).map((one) => `shard-other shard-${one}-of-3: holds shard ${one}/3, beside shards of another total`),
      'shard-other shard-4-of-4: holds shard 4/4, beside shards of another total',
    ]);
  });

  it('a shard with another option, with both values', async () => {
    await buildShard({ ...parts, chosen: { ...chosen, latest: 7 } }, 2);
    expect(await reported()).toEqual(['shard-other shard-2-of-3: shard 2/3 was built with "latest" 7, not 10']);
  });

  it('a shard by another version of the tool', async () => {
    await buildShard({ ...parts, chosen: { ...chosen, digest: 'newer' } }, 3);
    expect(await reported()).toEqual(['shard-other shard-3-of-3: shard 3/3 was built by another version of this tool']);
  });

  it('a shard by another version of Node', async () => {
    const manifest = join(folderOf(1), 'shard.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"versions":"[^"]*"/u, '"versions":"20.0.0 x"'));
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-other .* shard 1\/3 was built under Node 20.0.0 x, not /),
    ]);
  });

  it('a shard of another source', async () => {
    const data = join(site.folder, 'others');
    writeSmallCatalog(data, 31);
    await buildShard({ ...parts, data }, 2);
    expect(await reported()).toEqual(['source-changed courses.ndjson: has changed since shard 2/3 read the source']);
  });

  it.each([
    ['in the part of the first shard', 1, '1/3'],
    ['in the part of the last shard', 30, '3/3'],
  ])('a source that changed between shards, %s', async (_, course, shard) => {
    retitle(course);
    await buildShard(parts, 2);
    expect(await reported()).toEqual([
      `source-changed courses.ndjson: has changed since shard ${shard} read the source`,
    ]);
    await buildShard(parts, Number(shard[0]));
    expect(await reported()).toEqual([]);
  });

  it('references that changed between shards, and files that were added and removed', async () => {
    const providers = join(parts.data, 'providers.ndjson');
    writeFileSync(providers, readFileSync(providers, 'utf8').replace('Provider 2', 'Provider 3'));
    await buildShard(parts, 2);
    const changed = (shard: string) =>
      `source-changed providers.ndjson: has changed since shard ${shard} read the source`;
    expect(await reported()).toEqual([changed('1/3'), changed('3/3')]);
    writeFiles(parts.data, { 'courses/more.ndjson': '' });
    renameSync(coursesFile(), join(parts.data, 'courses/all.ndjson'));
    expect(new Set(await reported())).toEqual(
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

  it('a shard that is still being written, also for the second time', async () => {
    const lock = acquireLock(folderOf(2), folderOf(2), resultsOf(parts));
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-busy shards: shard 2\/3 is still being written by process \d+ on host /),
    ]);
    lock.release();
    const seen: unknown[] = [];
    const onProgress = () => {
      try {
        findShards(resultsOf(parts));
      } catch (error) {
        seen.push(error instanceof ProblemsError ? error.problems.map(({ rule }) => rule) : error);
      }
    };
    const { data } = parts;
    const options = { ...chosen, shard: { index: 2, total }, shards: resultsOf(parts) };
    await runBuild({ data, out: outOf(parts, ''), chosen: options, onProgress });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(String))).toEqual(new Set(['shard-busy']));
  });

  it('a shard that is built again during the merge', async () => {
    const onProgress = () => rmSync(join(folderOf(1), 'shard.json'), { force: true });
    const options = { ...chosen, merge: resultsOf(parts) };
    const run = runBuild({ data: parts.data, out: outOf(parts, ''), chosen: options, onProgress });
    expect((await caught(async () => run)).map(({ finding }) => finding)).toEqual([
      'shard 1/3 was built again during the merge',
    ]);
    expect(isMerged()).toBe(false);
  });

  it('results that are missing, truncated or damaged', async () => {
    const manifest: { chunks: { key: string }[] } = JSON.parse(readFileSync(join(folderOf(2), 'shard.json'), 'utf8'));
    const file = join(folderOf(2), `chunk-${manifest.chunks[0]?.key}`);
    const bytes = readFileSync(file);
    truncateSync(file, bytes.length - 1);
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-damaged .*instead of \d+: a result of shard 2\/3$/),
    ]);
    rmSync(file);
    expect(await reported()).toEqual([expect.stringMatching(/^shard-damaged .*is missing: a result of shard 2\/3$/)]);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await reported()).toEqual([expect.stringMatching(/^shard-damaged shards: holds a damaged result: chunk-/)]);
  });

  it('a manifest that it cannot read', async () => {
    writeFileSync(join(folderOf(2), 'shard.json'), '{"format":2}');
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
    truncateSync(join(folderOf(2), 'shard.json'), 5);
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
  });

  it('ids and addresses that two shards have, with both positions', async () => {
    const lines = readFileSync(coursesFile(), 'utf8').trimEnd().split('\n');
    const [first = '', last = ''] = [lines[1], lines.at(-2)];
    const twin: object = JSON.parse(first);
    const { id, linkurl }: { id: number; linkurl: string } = JSON.parse(first);
    const other: object = JSON.parse(last);
    lines[lines.length - 2] = JSON.stringify({ ...other, id });
    lines[lines.length - 1] = JSON.stringify({ ...twin, id: 99, linkurl });
    writeFileSync(coursesFile(), `${lines.join('\n')}\n`);
    for (const index of upTo(total)) await buildShard(parts, index);
    expect(await reported()).toEqual([
      expect.stringMatching(/^id-unique .*the id is taken by course 2 at .*courses.ndjson:2$/),
      expect.stringMatching(/^linkurl-unique .*the linkurl is taken by course 2 at .*courses.ndjson:2$/),
    ]);
    const problems = await caught(async () => merge(parts));
    expect(problems.map(({ position }) => position?.line)).toEqual([29, 30]);
  });

  it('an output that has the views of some shards only', async () => {
    const views = join(outOf(parts, ''), 'api/v1/courses/view');
    renameSync(views, `${views}-kept`);
    const part = { ...parts, folder: join(site.folder, 'part') };
    await buildShard(part, 2);
    cpSync(join(outOf(part, ''), 'api/v1/courses/view'), views, { recursive: true });
    removeFolder(`${views}-kept`);
    expect(await reported()).toEqual([
      expect.stringMatching(/^shard-output dist: lacks \d+ views of shard 1\/3, and has views of other shards$/),
      expect.stringMatching(/^shard-output .*shard 3\/3/),
    ]);
  });
});

describe('a shard', () => {
  it('reports the problems of its part with their lines, and leaves nothing to merge', async () => {
    const text = readFileSync(coursesFile(), 'utf8');
    writeFileSync(
      coursesFile(),
      text.replace(
        '"provider":1,"language":["English","Français"],"date_published":"2010-04',
        '"provider":7,"language":["English","Français"],"date_published":"2010-04',
      ),
    );
    const found = await Promise.all(upTo(total).map(async (index) => caught(async () => buildShard(parts, index))));
    const wrong = found.findIndex((problems) => problems.length > 0);
    expect(found.flat().map(({ rule }) => rule)).toEqual(['provider-known']);
    const line =
      1 +
      readFileSync(coursesFile(), 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('"provider":7'));
    expect(found[wrong]?.[0]?.position?.line).toBe(line);
    expect(wrong).toBe(2);
    expect(await reported()).toEqual([`shard-missing shards: shard ${wrong + 1}/3 is missing or not finished`]);
  });

  it('reports duplicates in its part', async () => {
    const lines = readFileSync(coursesFile(), 'utf8').trimEnd().split('\n');
    writeFileSync(coursesFile(), `${[...lines, lines.at(-1)].join('\n')}\n`);
    const problems = await caught(async () => buildShard(parts, 3));
    expect(problems.map(({ rule, position }) => [rule, position?.line])).toEqual([
      ['id-unique', 31],
      ['linkurl-unique', 31],
    ]);
  });

  it('locks its output against complete builds, and the reverse', async () => {
    const { data } = parts;
    const out = outOf(parts, '');
    const seen: Promise<readonly Problem[]>[] = [];
    const onProgress = () => void seen.push(problemsOf({ data, out, chosen }));
    const options = { ...chosen, shard: { index: 1, total }, shards: resultsOf(parts) };
    await runBuild({ data, out, chosen: options, onProgress });
    const [problem] = (await Promise.all(seen)).flat();
    expect(problem?.finding).toMatch(/^is being built by shard-1-of-3, process \d+/);
    const lock = acquireLock(out, out, parts.folder);
    const busy = await caught(async () => buildShard(parts, 1));
    lock.release();
    expect(busy.map(({ rule }) => rule)).toEqual(['output-busy']);
  });

  it('refuses to put its results into the source or the output', async () => {
    const out = outOf(parts, '');
    for (const shards of [join(parts.data, 'parts'), out, join(out, 'parts')]) {
      const options = { ...chosen, shard: { index: 1, total }, shards };
      const problems = await problemsOf({ data: parts.data, out, chosen: options });
      expect(problems.map(({ rule }) => rule)).toEqual(['shards-folder']);
    }
  });

  it('refuses a folder that was not made by this tool', async () => {
    const out = join(site.folder, 'mine');
    writeFiles(out, { 'api/v1/courses/notes.txt': 'mine' });
    const options = { ...chosen, shard: { index: 1, total }, shards: resultsOf(parts) };
    const problems = await problemsOf({ data: parts.data, out, chosen: options });
    expect(problems.map(({ rule }) => rule)).toEqual(['output-folder']);
    expect(statSync(out).isDirectory()).toBe(true);
  });

  it('reports the counts of its courses and files', async () => {
    const results = await Promise.all(upTo(total).map(async (index) => buildShard(parts, index)));
    expect(results.reduce((sum, { courses }) => sum + courses, 0)).toBe(smallCatalog(30).courses.length);
    expect(results.every(({ courses, files }) => courses > 0 && courses === files)).toBe(true);
  });
});
