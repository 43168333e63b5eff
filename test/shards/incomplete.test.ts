// Shards that are missing, unfinished, damaged, changed or there twice: a merge reports each by name, and publishes nothing.
import fs from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { removeFolder } from '../folders.ts';
import { caught, chosen, finishedShards, total, buildShard, folderOf, outOf, shardsOf, upTo } from './parts.ts';

const shards = finishedShards();

it('a merge succeeds if nothing is wrong', async () => {
  expect(await shards.reported()).toEqual([]);
  expect(shards.isMerged()).toBe(true);
});

it('a merge follows links to folders of shards', async () => {
  const { data } = shards.parts;
  const all = join(shards.folder, 'all');
  fs.mkdirSync(all);
  fs.symlinkSync(shards.folderOf(1), join(all, 'shard-1-of-3'));
  fs.symlinkSync(shardsOf(shards.parts), join(all, 'parts'));
  fs.symlinkSync('missing', join(all, 'nowhere'));
  fs.symlinkSync(all, join(shardsOf(shards.parts), 'circle'));
  await runBuild({ data, out: outOf(shards.parts), chosen: { ...chosen, merge: all } });
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
    for (const index of upTo(total)) fs.rmSync(join(shards.folderOf(index), 'shard.json'));
    expect(await shards.reported()).toEqual(['shard-missing shards: no shard in it is finished']);
    removeFolder(shardsOf(shards.parts));
    expect(await shards.reported()).toEqual(['shard-missing shards: there is no such folder']);
  });

  it('two different shards with one number, in any folders, but not two equal ones', async () => {
    const copy = join(shardsOf(shards.parts), 'other/shard-2-of-3');
    fs.cpSync(shards.folderOf(2), copy, { recursive: true });
    expect(await shards.reported()).toEqual([]);
    removeFolder(outOf(shards.parts));
    shards.retitle(15);
    const second = { ...shards.parts, folder: join(shards.folder, 'second') };
    await buildShard(second, 2);
    removeFolder(copy);
    fs.cpSync(folderOf(second, 2), copy, { recursive: true });
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
    const busy = expect.stringMatching(/^shard-busy shards: shard 2\/3 is still being written by process \d+ on host /);
    const { data } = shards.parts;
    for (const isFirst of [true, false]) {
      if (isFirst) removeFolder(shards.folderOf(2));
      let merging: Promise<string[]> | undefined;
      const onProgress = () => void (merging ??= shards.reported());
      await runBuild({ data, out: shards.folderOf(2), chosen: { ...chosen, shard: { index: 2, total } }, onProgress });
      expect(await merging).toEqual([busy]);
    }
  });

  it('a shard that is built again during the merge', async () => {
    const onProgress = () => fs.rmSync(join(shards.folderOf(1), 'shard.json'), { force: true });
    const options = { ...chosen, merge: shardsOf(shards.parts) };
    const run = runBuild({ data: shards.parts.data, out: outOf(shards.parts), chosen: options, onProgress });
    expect((await caught(async () => run)).map(({ finding }) => finding)).toEqual([
      'shard 1/3 was built again during the merge',
    ]);
    expect(shards.isMerged()).toBe(false);
  });

  it('results that are missing, truncated or damaged', async () => {
    const manifest: { chunks: { key: string }[] } = JSON.parse(
      fs.readFileSync(join(shards.folderOf(2), 'shard.json'), 'utf8'),
    );
    const file = join(shards.folderOf(2), `chunk-${manifest.chunks[0]?.key}`);
    const bytes = fs.readFileSync(file);
    fs.truncateSync(file, bytes.length - 1);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged .*instead of \d+: a result of shard 2\/3$/),
    ]);
    fs.rmSync(file);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged .*is missing: a result of shard 2\/3$/),
    ]);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shards: holds a damaged result: chunk-/),
    ]);
  });

  it('a manifest that it cannot read', async () => {
    fs.writeFileSync(join(shards.folderOf(2), 'shard.json'), '{"format":2}');
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
    fs.truncateSync(join(shards.folderOf(2), 'shard.json'), 5);
    expect(await shards.reported()).toEqual([
      expect.stringMatching(/^shard-damaged shard.json: is not a manifest that this version/),
    ]);
  });

  it('a manifest that was edited', async () => {
    const manifest = join(shards.folderOf(2), 'shard.json');
    const text = fs.readFileSync(manifest, 'utf8');
    const edit = async (from: RegExp, to: string) => {
      fs.writeFileSync(manifest, text.replace(from, to));
      expect(fs.readFileSync(manifest, 'utf8')).not.toBe(text);
      return shards.reported();
    };
    expect(await edit(/"lines":\d+/u, '"lines":1')).toEqual([expect.stringMatching(/: its checksum is another one$/)]);
    fs.writeFileSync(manifest, text);
    for (const removed of ['../../../private', 'api/v1/courses/latest']) {
      shards.forge(2, 'removed', [removed]);
      expect(await shards.reported()).toEqual([expect.stringMatching(/^shard-damaged shard.json: is not a manifest/)]);
    }
  });

  it('the folder of the shards that is a file, and not the output', async () => {
    const { parts } = shards;
    removeFolder(shardsOf(parts));
    fs.writeFileSync(shardsOf(parts), '');
    expect(await shards.reported()).toEqual([expect.stringMatching(/^shard-missing shards: cannot be read: ENOTDIR/)]);
    const [problem] = await caught(async () => buildShard(parts, 1));
    expect(problem).toMatchObject({ rule: 'shards-folder', file: shards.folderOf(1) });
    expect(problem?.finding).toBe(`cannot be written: ${shardsOf(parts)} is not a folder`);
  });
});

describe('the views and course pages of shards', () => {
  const pages = { ...chosen, coursePages: true };
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
    expect(fs.readFileSync(join(outOf(shards.parts), relative(join(shards.folderOf(2), 'site'), view)), 'utf8')).toBe(
      text,
    );
  });

  it('are refused if they are of an earlier run, missing, or led to by a link', async () => {
    const site = join(shards.folderOf(2), 'site');
    const stale = join(shards.folder, 'stale');
    fs.cpSync(site, stale, { recursive: true, preserveTimestamps: true });
    for (let id = 1; id <= 30; id += 1) shards.retitle(id);
    for (const index of upTo(total)) await buildShard(shards.parts, index);
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
    const parts = { ...shards.parts, chosen: pages };
    for (const index of upTo(total)) await buildShard(parts, index);
    const folder = join(shards.folderOf(2), 'site/courses');
    const page = join(folder, fs.readdirSync(folder)[0] ?? '', 'index.html');
    fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('<title>', '<TITLE>'));
    expect(await shards.reported(pages)).toEqual(['shard-damaged index.html: is not as its shard wrote it']);
    // The shard itself puts it right.
    await buildShard(parts, 2);
    expect(await shards.reported(pages)).toEqual([]);
  });
});
