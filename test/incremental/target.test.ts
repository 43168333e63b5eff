// A target between two builds: what was damaged by hand is repaired and listed, a copy is as good as the original, and nothing else is touched.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { beside, runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { differenceOf, notKept, sorted, touched, treeOf, unlike, type Difference, type Tree } from './tree.ts';

const chosen: Partial<Chosen> = { pageSize: 3, pages: true };
const nothing: Difference = { added: [], changed: [], removed: [] };
const site = siteForEach(({ data }) => writeSmallCatalog(data, 12));
const build = async (out = site.out, more: Partial<Chosen> = {}) => {
  const { changes } = await runBuild({ data: site.data, out, chosen: { ...chosen, ...more } });
  return sorted(changes);
};
const inOut = (path: string) => join(site.out, path);

/** A new title for the first course. */
function edit(): void {
  const file = join(site.data, 'courses.ndjson');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"title":"[^"]*"/u, '"title":"Another title"'));
}

let built: Tree;
beforeEach(async () => {
  await build();
  built = treeOf(site.out);
});

const page = 'api/v1/languages/English/courses/page/2/index.json';
const [list, lists] = ['api/v1/providers/index.json', 'api/v1/categories'];
const filesIn = (folder: string) =>
  [...built.keys()].filter((path) => path.startsWith(`${folder}/`) && /\.\w+$/u.test(path));
const inPlace = (path: string, put: (place: string) => void) => {
  fs.renameSync(inOut(path), join(site.folder, 'moved'));
  put(inOut(path));
};

/** The damages, and what the next build lists. */
const damages: Readonly<Record<string, [damage: () => void, listed: () => Partial<Difference>]>> = {
  'a file that was edited': [() => fs.writeFileSync(inOut(page), 'mine'), () => ({ changed: [page] })],
  'a file with another byte and the old times': [
    () => {
      const { atime, mtime } = fs.statSync(inOut(page));
      fs.writeFileSync(inOut(page), fs.readFileSync(inOut(page), 'latin1').replace('{', '['), 'latin1');
      fs.utimesSync(inOut(page), atime, mtime);
    },
    () => ({ changed: [page] }),
  ],
  'a file that was removed': [() => fs.rmSync(inOut(page)), () => ({ added: [page] })],
  'a folder that was removed': [() => fs.rmSync(inOut(lists), { recursive: true }), () => ({ added: filesIn(lists) })],
  'a link in place of a file': [
    () => inPlace(page, (place) => fs.symlinkSync(join(site.folder, 'moved'), place)),
    () => ({ changed: [page] }),
  ],
  'a link in place of a folder': [
    () => inPlace(lists, (place) => fs.symlinkSync(join(site.folder, 'moved'), place)),
    () => ({ changed: filesIn(lists) }),
  ],
  'a folder in place of a file': [
    () => inPlace(page, (place) => writeFiles(place, { 'mine.txt': 'mine' })),
    () => ({ changed: [page] }),
  ],
  'a file in place of a folder': [
    () => inPlace(lists, (place) => fs.writeFileSync(place, 'mine')),
    () => ({ added: filesIn(lists) }),
  ],
  'a pipe in place of a file': [
    () => inPlace(page, (place) => void execFileSync('mkfifo', [place])),
    () => ({ changed: [page] }),
  ],
  'files that nobody knows': [
    () => writeFiles(site.out, { 'api/v1/mine.txt': '', 'courses/mine/a.txt': '', [`${list}.gz`]: '' }),
    () => ({ removed: ['api/v1/mine.txt', `${list}.gz`, 'courses/mine/a.txt'] }),
  ],
  'the API that was removed': [() => fs.rmSync(inOut('api'), { recursive: true }), () => ({ added: filesIn('api') })],
  'a page around the API that was edited': [
    () => fs.writeFileSync(inOut('categories/index.html'), 'mine'),
    () => ({ changed: ['categories/index.html'] }),
  ],
};

describe('repaired and listed, while all else stays as it is:', () => {
  it.each(Object.keys(damages))('%s', async (what) => {
    const [damage, listed] = damages[what] ?? [() => {}, () => ({})];
    damage();
    const expected = sorted({ ...nothing, ...listed() });
    expect(await build(site.out, { dryRun: true })).toEqual(expected);
    expect(await build()).toEqual(expected);
    const after = treeOf(site.out);
    const damaged = new Set([...expected.added, ...expected.changed]);
    expect([...unlike(after, built), ...notKept(built, after, damaged)]).toEqual([]);
    expect(beside(site.out, 'data', 'moved')).toEqual([]);
    expect(await build()).toEqual(nothing);
  });
});

it('nothing is touched where nothing changed, whatever the times of the source', async () => {
  const later = new Date(Date.now() + 1000);
  for (const name of fs.readdirSync(site.data)) fs.utimesSync(join(site.data, name), later, later);
  expect(await build()).toEqual(nothing);
  expect(touched(built, treeOf(site.out))).toEqual([]);
});

it('a dry run lists what a build changes, and leaves the target and what is beside it as they are', async () => {
  edit();
  const before = treeOf(site.folder);
  const listed = await build(site.out, { dryRun: true });
  expect(touched(before, treeOf(site.folder))).toEqual([]);
  expect(await build()).toEqual(listed);
  expect(listed).toEqual(sorted(differenceOf(built, treeOf(site.out))));
  expect(listed.changed.length).toBeGreaterThan(3);
});

describe('a copy is a target as good as the original, which stays as it is:', () => {
  const copy = () => join(site.folder, 'copy');

  /** Builds into the copy, before and after an edit, then into the original, and returns what is wrong. */
  async function faultsOfBoth(): Promise<string[]> {
    const copied = treeOf(copy());
    await build(copy());
    const wrong = touched(copied, treeOf(copy()));
    edit();
    const changes = await build(copy());
    const after = treeOf(copy());
    expect(changes).toEqual(sorted(differenceOf(copied, after)));
    wrong.push(...unlike(treeOf(site.out), built), ...notKept(copied, after));
    expect(await build()).toEqual(changes);
    return [...wrong, ...unlike(after, treeOf(site.out))];
  }

  it.each(['files', 'hard links'])('of %s', async (what) => {
    const link = (from: string, to: string) => {
      fs.linkSync(from, to);
      return false;
    };
    const filter = (from: string, to: string) =>
      what === 'files' || fs.statSync(from).isDirectory() ? true : link(from, to);
    fs.cpSync(site.out, copy(), { recursive: true, filter });
    expect(await faultsOfBoth()).toEqual([]);
  });

  it.skipIf(isMissing('rsync'))(`by rsync${neededFor('rsync')}`, async () => {
    execFileSync(pathOf('rsync'), ['-a', `${site.out}/`, copy()]);
    expect(await faultsOfBoth()).toEqual([]);
  });

  it.skipIf(isMissing('git'))(
    `after git clean, and by git checkout of an earlier build${neededFor('git')}`,
    async () => {
      const git = (...args: readonly string[]) =>
        execFileSync(pathOf('git'), ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
          cwd: site.folder,
          stdio: 'pipe',
        });
      git('init', '--quiet');
      const commit = () => [git('add', '.'), git('commit', '--quiet', '--message', 'Build')];
      commit();
      edit();
      await build();
      commit();
      // Whatever is not committed goes, and nothing that the next build needs is among it.
      git('clean', '-dxff');
      expect(await build()).toEqual(nothing);
      git('checkout', '--quiet', 'HEAD~1', '--', 'dist');
      expect(unlike(treeOf(site.out), built)).toEqual([]);
      const before = treeOf(site.out);
      const changes = await build();
      expect(changes).toEqual(sorted(differenceOf(before, treeOf(site.out))));
      git('add', '.');
      expect(git('status', '--porcelain').toString()).toBe('');
    },
  );
});

describe('compressed copies', () => {
  const compressed: Partial<Chosen> = { pageSize: 10, precompress: ['gzip', 'brotli'] };
  const copiesIn = (tree: Tree) => [...tree.keys()].filter((path) => /\.(?:gz|br)$/u.test(path));
  const large = 'api/v1/languages/English/courses/index.json';
  let before: Tree;
  beforeEach(async () => {
    await build(site.out, compressed);
    before = treeOf(site.out);
  });

  it('are made again only where the response differs', async () => {
    // Whoever made it, a copy of the same response is left alone.
    fs.writeFileSync(inOut(`${large}.gz`), gzipSync(fs.readFileSync(inOut(large)), { level: 1 }));
    expect(await build(site.out, compressed)).toEqual(nothing);
    edit();
    const changes = await build(site.out, compressed);
    const after = treeOf(site.out);
    const responses = copiesIn(after).map((path) => path.replace(/\.(?:gz|br)$/u, ''));
    const differing = new Set(responses.filter((path) => changes.changed.includes(path)));
    expect(changes.changed.filter((path) => /\.(?:gz|br)$/u.test(path))).toEqual(
      [...differing].flatMap((path) => [`${path}.br`, `${path}.gz`]).toSorted(),
    );
    expect([differing.size > 0, differing.size < responses.length / 2]).toEqual([true, true]);
    expect(notKept(before, after, new Set([`${large}.gz`]))).toEqual([]);
  });

  it.each<[string, (file: string) => void, keyof Difference]>([
    ['missing', (file) => fs.rmSync(file), 'added'],
    ['of another response', (file) => fs.writeFileSync(file, gzipSync('another'.repeat(1000))), 'changed'],
    ['cut', (file) => fs.truncateSync(file, 30), 'changed'],
    ['with bytes after its end', (file) => fs.appendFileSync(file, 'more'), 'changed'],
  ])('are mended where they are %s', async (_, damage, kind) => {
    const damaged = [`${large}.br`, `${large}.gz`];
    for (const path of damaged) damage(inOut(path));
    expect(await build(site.out, compressed)).toEqual({ ...nothing, [kind]: damaged });
    expect(unlike(treeOf(site.out), before)).toEqual([]);
  });

  it('are removed where the response is too small for them, and where they are no longer wanted', async () => {
    const small = fs.readdirSync(inOut('api/v1/courses/view')).map((name) => `api/v1/courses/view/${name}/index.json`);
    const view = small.find((path) => fs.statSync(inOut(path)).size < 1024) ?? '';
    fs.writeFileSync(inOut(`${view}.gz`), gzipSync(fs.readFileSync(inOut(view))));
    expect(await build(site.out, compressed)).toEqual({ ...nothing, removed: [`${view}.gz`] });
    const copies = copiesIn(before).toSorted();
    expect(copies.length).toBeGreaterThan(10);
    expect(await build(site.out, { ...compressed, precompress: [] })).toEqual({ ...nothing, removed: copies });
  });
});
