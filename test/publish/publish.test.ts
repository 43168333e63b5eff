// Publishing on real folders: complete at every instant, and undone entirely if it fails.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySteps } from '../../src/pipeline/publish/apply.ts';
import type { Step } from '../../src/pipeline/publish/publication.ts';
import { asAnyone, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { contentsOf, faultsBetween, identitiesOf, inFolders, stepsBetween, tree, type Folders } from './trees.ts';

const publishIn = ({ stage, target, aside }: Folders, steps: Iterable<Step>) => applySteps(stage, target, aside, steps);
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
        function* watched() {
          for (const step of steps) {
            yield step;
            faults.push(...faultsBetween(folders.target, before, after));
          }
        }
        publishIn(folders, watched());
        expect(faults).toEqual([]);
        const files = [...contentsOf(folders.target)].filter(([, content]) => content !== 'folder');
        expect(new Map(files)).toEqual(after);
        const now = identitiesOf(folders.target);
        const same = [...before.keys()].filter((path) => after.get(path) === before.get(path));
        expect(same.map((path) => now.get(path))).toEqual(same.map((path) => old.get(path)));
      });
    }));

  it('restores every file and folder, with the same inodes, if a step fails', async () => {
    const failing = rebuild.chain((work) => fc.nat(work.steps.length).map((at) => ({ ...work, at })));
    const nowhere = fc.constantFrom('a', 'b/a', 'c/b/a', 'd', 'd/e/f');
    await forAll(400, [failing, nowhere], async ({ before, staged, steps, at }, missing) => {
      await inFolders(before, staged, (folders) => {
        const old = identitiesOf(folders.target);
        const broken = steps.toSpliced(at, 0, { put: missing, from: 'not/staged' });
        expect(() => publishIn(folders, broken)).toThrow(/^ENOENT: /u);
        expect(identitiesOf(folders.target)).toEqual(old);
      });
    });
  });
});

describe('a put', () => {
  it('moves a folder that does not exist yet as a whole', async () => {
    const staged = filesOf({ 'new/one/1': 'one', 'new/two/2': 'two' });
    await inFolders(filesOf({ old: 'old' }), staged, (folders) => {
      const { ino } = statSync(join(folders.stage, 'new'));
      function* steps() {
        yield put('new/one/1');
        expect(readFileSync(join(folders.target, 'new/two/2'), 'utf8')).toBe('two');
        yield put('new/two/2');
      }
      publishIn(folders, steps());
      expect(statSync(join(folders.target, 'new')).ino).toBe(ino);
    });
  });

  it('moves no folder that lacks the file', async () => {
    await inFolders(new Map(), filesOf({ 'new/one': 'one' }), (folders) => {
      expect(() => publishIn(folders, [put('new/two')])).toThrow(/^ENOENT: /u);
      expect(contentsOf(folders.target)).toEqual(new Map());
    });
  });

  it('of a folder adds its content to what is there', async () => {
    const before = filesOf({ 'a/kept': 'old', 'a/b/changed': 'old' });
    await inFolders(before, filesOf({ 'a/b/changed': 'new', 'a/c/d': 'new' }), (folders) => {
      publishIn(folders, [put('a'), put('a/c/d')]);
      expect(contentsOf(folders.target)).toEqual(
        filesOf({
          a: 'folder',
          'a/b': 'folder',
          'a/b/changed': 'new',
          'a/c': 'folder',
          'a/c/d': 'new',
          'a/kept': 'old',
        }),
      );
    });
  });

  it('of a folder replaces a file', async () => {
    await inFolders(filesOf({ a: 'old' }), filesOf({ 'a/b': 'new' }), (folders) => {
      publishIn(folders, [put('a'), put('a/b'), { remove: 'a' }]);
      expect(contentsOf(folders.target)).toEqual(filesOf({ a: 'folder', 'a/b': 'new' }));
    });
  });

  it('never follows a link, whether to a file, a folder or nothing', async () => {
    const before = filesOf({ 'apart/file': 'apart', 'apart/folder/f': 'apart' });
    const staged = filesOf({ file: 'new', 'folder/f': 'new', nothing: 'new' });
    await inFolders(new Map(), staged, (folders) => {
      writeFiles(folders.aside, Object.fromEntries(before));
      symlinkSync(join(folders.aside, 'apart/file'), join(folders.target, 'file'));
      symlinkSync(join(folders.aside, 'apart/folder'), join(folders.target, 'folder'));
      symlinkSync('gone', join(folders.target, 'nothing'));
      const old = contentsOf(folders.target);
      const steps = [put('file'), put('folder/f'), put('nothing')];
      expect(() => publishIn(folders, [...steps.slice(0, 2), put('missing')])).toThrow(/^ENOENT: /u);
      expect(contentsOf(folders.target)).toEqual(old);
      publishIn({ ...folders, aside: join(folders.aside, 'apart') }, [put('nothing')]);
      publishIn({ ...folders, aside: makeIn(folders.aside, 'again') }, [put('folder/f')]);
      expect(contentsOf(folders.target)).toEqual(
        new Map([...old, ['folder', 'folder'], ['folder/f', 'new'], ['nothing', 'new']]),
      );
      expect(readFileSync(join(folders.aside, 'apart/folder/f'), 'utf8')).toBe('apart');
    });
  });
});

describe('a removal', () => {
  it('empties a folder of hundreds of files one by one, and then removes it too', async () => {
    const before = new Map(Array.from({ length: 300 }, (_, at) => [`views/${at}/index.json`, 'old']));
    await inFolders(new Map([...before, ['kept', 'old']]), new Map(), (folders) => {
      const old = identitiesOf(folders.target);
      const steps = [...before.keys()].map((remove) => ({ remove }));
      expect(() => publishIn(folders, [...steps, put('missing')])).toThrow(/^ENOENT: /u);
      expect(identitiesOf(folders.target)).toEqual(old);
      publishIn({ ...folders, aside: makeIn(folders.aside, 'again') }, steps);
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

it('a failure in a read-only folder leaves what was replaced before as it was', async () => {
  const before = filesOf({ 'free/1': 'old', 'free/2': 'old', 'locked/1': 'old' });
  const staged = new Map([...before.keys()].map((path) => [path, 'new']));
  await inFolders(before, staged, async (folders) => {
    const { stage, target, aside } = folders;
    // Without root, files of root cannot be hard-linked: they are copied.
    for (const one of [join(target, '..'), stage, join(stage, 'free'), target, join(target, 'free'), aside])
      chmodSync(one, 0o777);
    chmodSync(join(target, 'locked'), 0o555);
    const old = contentsOf(target);
    const time = statSync(join(target, 'free/1')).mtimeMs;
    try {
      await asAnyone(async () => {
        expect(() => publishIn(folders, [...before.keys()].map(put))).toThrow(/^EACCES: /u);
      });
      expect(contentsOf(target)).toEqual(old);
      expect(Math.abs(statSync(join(target, 'free/1')).mtimeMs - time)).toBeLessThan(1);
    } finally {
      chmodSync(join(target, 'locked'), 0o755);
    }
  });
});

function makeIn(folder: string, name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}
