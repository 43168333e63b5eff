// Publishing: the previous build or the new one, never half of one, and no foreign file touched.
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { snapshot, writeFiles } from '../folders.ts';
import { siteForEach } from './each-site.ts';
import { beside, faultsOf, rulesOf, runBuild } from './run.ts';

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 60, directory: data });
});

it.each([
  ['of the output folder', 'dist', 'output-folder'],
  ['of the folder around it', 'dist/site', 'output-write'],
])('a build that fails leaves a file in place %s alone', async (_where, path, rule) => {
  fs.writeFileSync(out, 'a file');
  expect(await rulesOf({ data, out: join(folder, path) })).toContain(rule);
  expect(fs.readFileSync(out, 'utf8')).toBe('a file');
  expect(beside(out, 'data')).toEqual([]);
});

describe('a build that is interrupted', () => {
  it.each(['courses', 'pages'] as const)('while it writes %s leaves the previous build unchanged', async (phase) => {
    fs.rmSync(data, { recursive: true });
    generateCatalog({ courses: 300, directory: data });
    await runBuild({ data, out });
    const before = snapshot(out);
    const controller = new AbortController();
    let isMoreToDo = false;
    const broken = runBuild({
      data,
      out,
      // Several chunks to read, and pages for several jobs.
      chosen: { pageSize: 1, chunkSize: 20_000 },
      signal: controller.signal,
      onProgress: ({ phase: now, done, total }) => {
        if (now !== phase) return;
        isMoreToDo ||= done < total;
        controller.abort(new Error('stop'));
      },
    });
    await expect(broken).rejects.toThrow('stop');
    expect(isMoreToDo).toBe(true);
    // A job that continued would write in the next turns.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(beside(out, 'data')).toEqual([]);
    expect(snapshot(out)).toEqual(before);
  });

  it('before it starts writes nothing', async () => {
    await expect(runBuild({ data, out, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    expect(beside(data)).toEqual([]);
  });
});

describe('an output folder is refused', () => {
  it('if it is not empty and was not made by this tool', async () => {
    writeFiles(out, { 'mine.txt': 'mine', '.nojekyll': '' });
    const before = snapshot(folder);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(snapshot(folder)).toEqual(before);
  });

  it.each([
    ['is the source folder', 'data'],
    ['contains it', '.'],
    ['is inside it', 'data/dist'],
    ['is deep inside it', 'data/a/b/dist'],
    ['is a link to it', 'link'],
    ['is inside it by a link', 'link/dist'],
    ['contains it by a link', 'around'],
    ['is another path to it', 'data/../data/.'],
  ])('if it %s', async (_why, path) => {
    fs.symlinkSync(data, join(folder, 'link'));
    fs.symlinkSync(folder, join(folder, 'around'));
    const before = snapshot(data);
    expect(await rulesOf({ data, out: `${folder}/${path}` })).toEqual(['output-folder']);
    expect(snapshot(data)).toEqual(before);
    expect(beside(data, 'link', 'around')).toEqual([]);
  });

  it('if it is a dangling link', async () => {
    fs.symlinkSync(join(folder, 'nowhere'), out);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('if the source folder is a link into it', async () => {
    await runBuild({ data, out });
    fs.renameSync(data, join(out, 'source'));
    fs.symlinkSync(join(out, 'source'), data);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(fs.existsSync(join(out, 'source/providers.json'))).toBe(true);
  });

  it('but not if its name only starts with that of the source folder', async () => {
    out = `${data}-site`;
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
  });
});

describe('an output folder is accepted', () => {
  it.each(['is empty', 'does not exist, nor does its parent'])('if it %s', async (which) => {
    if (which === 'is empty') fs.mkdirSync(out);
    else out = join(folder, 'a/b/dist');
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('if it is a link to a folder, which remains a link', async () => {
    fs.mkdirSync(join(folder, 'elsewhere/site'), { recursive: true });
    fs.symlinkSync(join(folder, 'elsewhere/site'), out);
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(faultsOf(join(folder, 'elsewhere/site'), data)).toEqual([]);
    expect(beside(join(folder, 'elsewhere/site'))).toEqual([]);
    expect(beside(out, 'data', 'elsewhere')).toEqual([]);
  });
});

describe('the output folder', () => {
  it('keeps its inode and its mode', async () => {
    fs.mkdirSync(out);
    fs.chmodSync(out, 0o2775);
    const { ino, mode } = fs.statSync(out);
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(fs.statSync(out)).toMatchObject({ ino, mode });
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('has the default permissions of folders if it is new', async () => {
    fs.mkdirSync(join(folder, 'other'));
    await runBuild({ data, out });
    expect(fs.statSync(out).mode).toBe(fs.statSync(join(folder, 'other')).mode);
  });

  it('is not created by a build that fails, nor are its parents', async () => {
    fs.writeFileSync(join(data, 'courses.ndjson'), 'x\n', { flag: 'a' });
    fs.mkdirSync(join(folder, 'there'));
    expect(await rulesOf({ data, out: join(folder, 'there/new/newer/dist') })).toEqual(['file-syntax']);
    expect(fs.readdirSync(join(folder, 'there'))).toEqual([]);
  });

  it('may stand beside files whose names are like those of a stage', async () => {
    const others = ['.dist.building-x', '.other.building-1-1', 'dist.building-1-1'];
    for (const name of others) writeFiles(folder, { [`${name}/x`]: '' });
    await runBuild({ data, out });
    expect(beside(out, 'data').toSorted()).toEqual(others.toSorted());
  });
});
