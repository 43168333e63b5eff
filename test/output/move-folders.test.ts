// Moving folders into an output that others write into at the same time, and undoing it.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { moveFolders } from '../../src/output/move-folders.ts';
import { UndoLog } from '../../src/output/undo-log.ts';
import { inFolder, snapshot, writeFiles } from '../folders.ts';

const staged = { 'views/a/index.json': 'a', 'views/b/index.json': 'b' };

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['into an output without the folder', {}, staged],
  [
    'beside what is there',
    { 'views/b/index.json': 'old', 'views/b/index.json.gz': 'gz', 'views/c/index.json': 'c' },
    { ...staged, 'views/b/index.json.gz': 'gz', 'views/c/index.json': 'c' },
  ],
])('moves folders %s; undoing it leaves what others have added meanwhile', (_, before, after) =>
  inFolder(async (folder) => {
    const [stage, target, aside] = [join(folder, 'stage'), join(folder, 'api'), join(folder, 'aside')];
    for (const path of [target, aside]) mkdirSync(path);
    writeFiles(stage, staged);
    writeFiles(target, before);
    const log = new UndoLog(target, aside);
    const filesIn = (path: string) => Object.fromEntries([...snapshot(path)].filter(([, text]) => text !== 'folder'));
    expect(() =>
      log.undoIfItFails(() => {
        moveFolders(stage, 'views', log);
        expect(filesIn(target)).toEqual(after);
        writeFiles(target, { 'views/d/index.json': 'd' });
        throw new Error('the disk is full');
      }),
    ).toThrow('the disk is full');
    expect(filesIn(target)).toEqual({ ...before, 'views/d/index.json': 'd' });
  }),
);

it('moves folders through a link to where they are to go', () =>
  inFolder(async (folder) => {
    const [stage, target, aside] = [join(folder, 'stage'), join(folder, 'api'), join(folder, 'aside')];
    for (const path of [target, aside, join(folder, 'elsewhere')]) mkdirSync(path);
    writeFiles(stage, staged);
    symlinkSync(join(folder, 'elsewhere'), join(target, 'views'));
    moveFolders(stage, 'views', new UndoLog(target, aside));
    expect(readFileSync(join(folder, 'elsewhere/a/index.json'), 'utf8')).toBe('a');
  }));
