// Publishing on real folders: complete at every instant, also where it fails, and completed by the next one.
import { chmodSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySteps } from '../../src/build/publish/apply.ts';
import type { Step } from '../../src/build/publish/publication.ts';
import { errorAt } from '../../src/text/problems.ts';
import { asAnyone, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { contentsOf, faultsBetween, identitiesOf, inFolders, stepsBetween, tree, type Folders } from './trees.ts';

const publishIn = ({ stage, target }: Folders, steps: readonly Step[], beforeStep?: (index: number) => void) =>
  applySteps(stage, target, steps, beforeStep);
const filesOf = (files: Record<string, string>) => new Map(Object.entries(files));
const put = (path: string) => ({ put: path, from: path });

const rebuild = fc
  .tuple(tree, tree)
  .chain(([before, after]) => stepsBetween(before, after).map((work) => ({ before, after, ...work })));

describe('publishing any tree over any other', () => {
  it('ends with the new tree, and until then every file is the old or the new one and no folder is empty; unchanged files stay', () =>
    forAll(400, [rebuild], async ({ before, after, staged, steps }) => {
      await inFolders(before, staged, (folders) => {
        const faults: string[] = [];
        const old = identitiesOf(folders.target);
        publishIn(folders, steps, () => faults.push(...faultsBetween(folders.target, before, after)));
        expect(faults).toEqual([]);
        const files = [...contentsOf(folders.target)].filter(([, content]) => content !== 'folder');
        expect(new Map(files)).toEqual(after);
        const now = identitiesOf(folders.target);
        const same = [...before.keys()].filter((path) => after.get(path) === before.get(path));
        expect(same.map((path) => now.get(path))).toEqual(same.map((path) => old.get(path)));
      });
    }));

  it('leaves every file old or new if a step fails, says how many steps were done, and is completed by all steps', async () => {
    const failing = rebuild.chain((work) => fc.nat(work.steps.length).map((at) => ({ ...work, at })));
    await forAll(400, [failing], async ({ before, after, staged, steps, at }) => {
      await inFolders(before, staged, (folders) => {
        const broken = steps.toSpliced(at, 0, { put: 'd/e/f', from: 'not/staged' });
        expect(() => publishIn(folders, broken)).toThrow(
          expect.objectContaining({ message: expect.stringMatching(/^ENOENT: /u), done: at, total: broken.length }),
        );
        expect(faultsBetween(folders.target, before, after)).toEqual([]);
        // The next build stages what differs by then.
        const now = contentsOf(folders.target);
        const isFile = ([, content]: readonly [string, string]) => content !== 'folder';
        const left = [...after].filter(([path, content]) => now.get(path) !== content);
        writeFiles(folders.stage, Object.fromEntries(left));
        const stale = [...now].filter(isFile).flatMap(([path]) => (after.has(path) ? [] : [{ remove: path }]));
        publishIn(folders, [...left.map(([path]) => put(path)), ...stale]);
        expect(new Map([...contentsOf(folders.target)].filter(isFile))).toEqual(after);
      });
    });
  });
});

describe('a put', () => {
  it('moves a folder that does not exist yet as a whole', async () => {
    const staged = filesOf({ 'new/one/1': 'one', 'new/two/2': 'two' });
    await inFolders(filesOf({ old: 'old' }), staged, (folders) => {
      const { ino } = statSync(join(folders.stage, 'new'));
      const found: boolean[] = [];
      publishIn(folders, [put('new/one/1'), put('new/two/2')], () => {
        found.push(existsSync(join(folders.target, 'new/two/2')));
      });
      expect(found).toEqual([false, true]);
      expect(statSync(join(folders.target, 'new')).ino).toBe(ino);
    });
  });

  it('moves no folder that lacks the file', async () => {
    await inFolders(new Map(), filesOf({ 'new/one': 'one' }), (folders) => {
      expect(() => publishIn(folders, [put('new/two')])).toThrow(/^ENOENT: /u);
      expect(contentsOf(folders.target)).toEqual(new Map());
    });
  });

  it('below a file takes its place', async () => {
    await inFolders(filesOf({ a: 'old' }), filesOf({ 'a/b': 'new' }), (folders) => {
      publishIn(folders, [put('a/b'), { remove: 'a' }]);
      expect(contentsOf(folders.target)).toEqual(filesOf({ a: 'folder', 'a/b': 'new' }));
    });
  });

  it('takes the place of a folder', async () => {
    await inFolders(filesOf({ 'a/b': 'old' }), filesOf({ a: 'new' }), (folders) => {
      publishIn(folders, [put('a'), { remove: 'a/b' }]);
      expect(contentsOf(folders.target)).toEqual(filesOf({ a: 'new' }));
    });
  });

  it('never follows a link, whether to a file, a folder or nothing', async () => {
    const before = filesOf({ 'apart/file': 'apart', 'apart/folder/f': 'apart' });
    const staged = filesOf({ file: 'new', 'folder/f': 'new', nothing: 'new' });
    await inFolders(new Map(), staged, (folders) => {
      writeFiles(folders.apart, Object.fromEntries(before));
      symlinkSync(join(folders.apart, 'apart/file'), join(folders.target, 'file'));
      symlinkSync(join(folders.apart, 'apart/folder'), join(folders.target, 'folder'));
      symlinkSync('gone', join(folders.target, 'nothing'));
      publishIn(folders, [put('file'), put('folder/f'), put('nothing')]);
      expect(contentsOf(folders.target)).toEqual(
        filesOf({ file: 'new', folder: 'folder', 'folder/f': 'new', nothing: 'new' }),
      );
      expect([...contentsOf(folders.apart)].filter(([, content]) => content !== 'folder')).toEqual([...before]);
    });
  });
});

describe('a removal', () => {
  it('empties a folder of hundreds of files one by one, and then removes it too', async () => {
    const before = new Map(Array.from({ length: 300 }, (_, at) => [`views/${at}/index.json`, 'old']));
    await inFolders(new Map([...before, ['kept', 'old']]), new Map(), (folders) => {
      publishIn(
        folders,
        [...before.keys()].map((remove) => ({ remove })),
      );
      expect(contentsOf(folders.target)).toEqual(filesOf({ kept: 'old' }));
    });
  });

  it('removes a folder that was removed with more in it and then put again', async () => {
    const before = filesOf({ 'a/1': 'old', 'a/2': 'old', 'a/3': 'old', 'a/4': 'old' });
    await inFolders(before, filesOf({ 'a/new': 'new' }), (folders) => {
      publishIn(folders, [{ remove: 'a/1' }, { remove: 'a' }, put('a/new'), { remove: 'a/new' }]);
      expect(contentsOf(folders.target)).toEqual(new Map());
    });
  });

  it('does not follow a link', async () => {
    await inFolders(new Map(), filesOf({ 'apart/f': 'apart' }), (folders) => {
      symlinkSync(join(folders.stage, 'apart'), join(folders.target, 'a'));
      publishIn(folders, [{ remove: 'a/f' }]);
      expect(existsSync(join(folders.stage, 'apart/f'))).toBe(true);
    });
  });
});

it('a failure in a read-only folder leaves what is in it, and what was replaced before', async () => {
  const before = filesOf({ 'free/1': 'old', 'free/2': 'old', 'locked/1': 'old' });
  const staged = new Map([...before.keys()].map((path) => [path, 'new']));
  await inFolders(before, staged, async (folders) => {
    const { stage, target } = folders;
    for (const one of [join(target, '..'), stage, join(stage, 'free'), target, join(target, 'free')])
      chmodSync(one, 0o777);
    chmodSync(join(target, 'locked'), 0o555);
    try {
      await asAnyone(async () => {
        expect(() => publishIn(folders, [...before.keys()].map(put))).toThrow(/^EACCES: /u);
      });
      const files = [...contentsOf(target)].filter(([, content]) => content !== 'folder');
      expect(new Map(files)).toEqual(filesOf({ 'free/1': 'new', 'free/2': 'new', 'locked/1': 'old' }));
    } finally {
      chmodSync(join(target, 'locked'), 0o755);
    }
  });
});

it('a lock that is lost meanwhile ends a publication as a refusal does', async () => {
  await inFolders(new Map(), filesOf({ a: 'new', b: 'new' }), (folders) => {
    const lost = (index: number) => {
      if (index === 1) throw errorAt('dist', { rule: 'output-busy', finding: 'is no longer locked' });
    };
    const publish = () => publishIn(folders, ['a', 'b'].map(put), lost);
    expect(publish).toThrow(expect.objectContaining({ name: 'InterruptedPublication', done: 1, total: 2 }));
  });
});
