// Shards that are missing, unfinished, damaged, changed, there twice, or of another option, tool or source: a merge reports each, and publishes nothing.
import { basename, join, relative } from 'node:path';
import fs from 'fs-extra';
import { describe, expect, it } from 'vitest';
import { caught, runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { removeFolder, writeFiles } from '../helpers/folders.ts';
import { chosen, finishedShards, total, buildShard, outOf, shardsOf, upTo, merge } from './shard-builds.ts';

const shards = finishedShards();

const like = (...patterns: readonly RegExp[]) => patterns.map((one): unknown => expect.stringMatching(one));

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
    for (const index of upTo(total)) fs.rmSync(shards.manifestOf(index));
    expect(await shards.reported()).toEqual(['shard-missing shards: no shard in it is finished']);
    removeFolder(shardsOf(shards.sharded));
    expect(await shards.reported()).toEqual(['shard-missing shards: there is no such folder']);
  });

  it('two shards with one number, in any folders', async () => {
    const copy = join(shardsOf(shards.sharded), 'other/shard-2-of-3');
    fs.cpSync(shards.folderOf(2), copy, { recursive: true });
    expect(await shards.reported()).toEqual([`shard-unique shard-2-of-3: holds shard 2/3, as ${copy} does`]);
  });

  it('shards of another total', async () => {
    await buildShard({ ...shards.sharded, total: 4 }, 4);
    expect(await shards.reported()).toEqual([
      ...upTo(3).map((one) => `shard-other shard-${one}-of-3: holds shard ${one}/3, beside shards of another total`),
      'shard-other shard-4-of-4: holds shard 4/4, beside shards of another total',
    ]);
  });

  it('a shard that is built again during the merge', async () => {
    const onProgress = () => fs.rmSync(shards.manifestOf(1), { force: true });
    const options = { ...chosen, merge: shardsOf(shards.sharded) };
    const run = runBuild({ data: shards.sharded.data, out: outOf(shards.sharded), chosen: options, onProgress });
    expect((await caught(async () => run)).map(({ finding }) => finding)).toEqual([
      'shard 1/3 was built again during the merge',
    ]);
    expect(shards.isMerged()).toBe(false);
  });

  it('results that are missing, truncated or damaged', async () => {
    const file = join(shards.folderOf(2), 'chunk-0');
    const bytes = fs.readFileSync(file);
    fs.truncateSync(file, bytes.length - 1);
    expect(await shards.reported()).toEqual(like(/^shard-damaged .*instead of \d+: a result of shard 2\/3$/));
    fs.rmSync(file);
    expect(await shards.reported()).toEqual(like(/^shard-damaged .*is missing: a result of shard 2\/3$/));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    expect(await shards.reported()).toEqual(like(/^shard-damaged shards: holds a damaged result: chunk-/));
  });

  it('a manifest that it cannot read', async () => {
    const [manifest, unreadable] = [
      shards.manifestOf(2),
      like(/^shard-damaged shard.json: is not a manifest that this/),
    ];
    const text = fs.readFileSync(manifest, 'utf8');
    for (const other of ['{"format":2}', text.slice(0, 5)]) {
      fs.writeFileSync(manifest, other);
      expect(await shards.reported()).toEqual(unreadable);
    }
    fs.writeFileSync(manifest, text.replace(/"lines":\d+/u, '"lines":1'));
    expect(await shards.reported()).toEqual(like(/: its checksum is another one$/));
    fs.writeFileSync(manifest, text);
  });

  it('the folder of the shards that is a file, and not the output', async () => {
    const { sharded } = shards;
    removeFolder(shardsOf(sharded));
    fs.writeFileSync(shardsOf(sharded), '');
    expect(await shards.reported()).toEqual(like(/^shard-missing shards: cannot be read: ENOTDIR/));
    const [problem] = await caught(async () => buildShard(sharded, 1));
    expect(problem).toMatchObject({ rule: 'output-write', file: shards.folderOf(1) });
    expect(problem?.finding).toMatch(/^cannot be written: /u);
  });
});

describe('the views and course pages of shards', () => {
  const pages = { ...chosen, pages: true };
  const viewsIn = (folder: string) => {
    const views = join(folder, 'site/api/v1/courses/view');
    return fs.readdirSync(views).map((name) => join(views, name, 'index.json'));
  };
  const others = (path: string, count: number) =>
    `shard-damaged ${basename(path)}: is not as its shard wrote it, nor are ${count} other files of that shard`;
  const alone = 'shard-damaged index.json: is not as its shard wrote it';

  it('are merged into a new output, and refused once one was changed', async () => {
    const [view = ''] = viewsIn(shards.folderOf(2));
    const { mtime, atime } = fs.statSync(view);
    const text = fs.readFileSync(view, 'utf8');
    // As `sed -i` does it: a new file, of another size or of the same.
    for (const changed of [text.replace('Course', 'A course'), text.replace('Course', 'COURSE')]) {
      fs.rmSync(view);
      fs.writeFileSync(view, changed);
      expect(await shards.reported()).toEqual([alone]);
    }
    // The same bytes are right whatever their time, as after an upload and a download.
    fs.writeFileSync(view, text);
    fs.utimesSync(view, atime, new Date(mtime.getTime() - 86_400_000));
    expect(await shards.reported()).toEqual([]);
    expect(fs.readFileSync(join(outOf(shards.sharded), relative(join(shards.folderOf(2), 'site'), view)), 'utf8')).toBe(
      text,
    );
  });

  it('are refused if they are of an earlier run, missing, or led to by a link', async () => {
    const site = join(shards.folderOf(2), 'site');
    const stale = join(shards.folder, 'stale');
    fs.cpSync(site, stale, { recursive: true, preserveTimestamps: true });
    for (let id = 1; id <= 30; id += 1) shards.retitle(id);
    for (const index of upTo(total)) await buildShard(shards.sharded, index);
    const count = viewsIn(shards.folderOf(2)).length;
    fs.renameSync(site, `${site}-kept`);
    fs.renameSync(stale, site);
    expect(await shards.reported()).toEqual([others('index.json', count - 1)]);
    removeFolder(site);
    expect(await shards.reported()).toEqual([others('index.json', count - 1)]);
    fs.renameSync(`${site}-kept`, site);
    const [view = ''] = viewsIn(shards.folderOf(2));
    fs.renameSync(view, `${view}.kept`);
    fs.symlinkSync('index.json.kept', view);
    expect(await shards.reported()).toEqual([alone]);
    fs.renameSync(`${view}.kept`, view);
    expect(await shards.reported()).toEqual([]);
  });

  it('are refused if a course page was changed', async () => {
    const sharded = { ...shards.sharded, chosen: pages };
    for (const index of upTo(total)) await buildShard(sharded, index);
    const folder = join(shards.folderOf(2), 'site/courses');
    const page = join(folder, fs.readdirSync(folder)[0] ?? '', 'index.html');
    fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('<title>', '<TITLE>'));
    expect(await shards.reported(pages)).toEqual(['shard-damaged index.html: is not as its shard wrote it']);
    // The shard itself puts it right.
    await buildShard(sharded, 2);
    expect(await shards.reported(pages)).toEqual([]);
  });
});

describe('a merge reports', () => {
  it.each<[string, Partial<Chosen>, Partial<Chosen>, string]>([
    ['with another option, with both values', {}, { latest: 7 }, 'with "latest" 7, not 10'],
    [
      'whose course pages have another title, with both titles',
      { pages: true },
      { title: 'Courses' },
      'with "title" "Courses", not "Course catalog"',
    ],
    ['by another version of the tool', {}, { version: '2.0.0' }, 'with "version" "2.0.0", not "1.0.0"'],
  ])('a shard %s', async (_, all, other, finding) => {
    for (const index of upTo(total)) {
      await buildShard({ ...shards.sharded, chosen: { ...chosen, ...all, ...(index === 2 && other) } }, index);
    }
    expect(await shards.reported(all)).toEqual([`shard-other shard-2-of-3: shard 2/3 was built ${finding}`]);
  });

  it('a shard by another version of Node', async () => {
    const { inputs } = fs.readJsonSync(shards.manifestOf(1));
    shards.forge(1, 'inputs', { ...inputs, 'Node.js': '20.0.0 x' });
    expect(await shards.reported()).toEqual(like(/^shard-other .* shard 1\/3 was built with "Node.js" 20.0.0 x, not /));
  });

  it('a shard of another source', async () => {
    const data = join(shards.folder, 'others');
    writeSmallCatalog(data, 31);
    await buildShard({ ...shards.sharded, data }, 2);
    expect(await shards.reported()).toEqual([
      'source-changed courses.ndjson: has changed since shard 2/3 read the source',
    ]);
  });

  it.each([
    ['in the part of the first shard', 1, '1/3'],
    ['in the part of the last shard', 30, '3/3'],
  ])('a source that changed between shards, %s', async (_, course, shard) => {
    shards.retitle(course);
    await buildShard(shards.sharded, 2);
    expect(await shards.reported()).toEqual([
      `source-changed courses.ndjson: has changed since shard ${shard} read the source`,
    ]);
    await buildShard(shards.sharded, Number(shard[0]));
    expect(await shards.reported()).toEqual([]);
  });

  it('references that changed between shards, and files that were added and removed', async () => {
    const providers = join(shards.sharded.data, 'providers.ndjson');
    fs.writeFileSync(providers, fs.readFileSync(providers, 'utf8').replace('Provider 2', 'Provider 3'));
    await buildShard(shards.sharded, 2);
    const changed = (shard: string) =>
      `source-changed providers.ndjson: has changed since shard ${shard} read the source`;
    expect(await shards.reported()).toEqual([changed('1/3'), changed('3/3')]);
    writeFiles(shards.sharded.data, { 'courses/more.ndjson': '' });
    fs.renameSync(shards.coursesFile, join(shards.sharded.data, 'courses/all.ndjson'));
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
    const lines = fs.readFileSync(shards.coursesFile, 'utf8').trimEnd().split('\n');
    const [first = '', last = ''] = [lines[1], lines.at(-2)];
    const twin: object = JSON.parse(first);
    const { id, linkurl }: { id: number; linkurl: string } = JSON.parse(first);
    const other: object = JSON.parse(last);
    lines[lines.length - 2] = JSON.stringify({ ...other, id });
    lines[lines.length - 1] = JSON.stringify({ ...twin, id: 99, linkurl });
    fs.writeFileSync(shards.coursesFile, `${lines.join('\n')}\n`);
    for (const index of upTo(total)) await buildShard(shards.sharded, index);
    expect(await shards.reported()).toEqual(
      like(
        /^id-unique .*the id is taken by course 2 at .*courses.ndjson:2$/,
        /^linkurl-unique .*the linkurl is taken by course 2 at .*courses.ndjson:2$/,
      ),
    );
    const problems = await caught(async () => merge(shards.sharded));
    expect(problems.map(({ position }) => position?.line)).toEqual([29, 30]);
  });
});
