// Replacing a file: old or new, and whole, wherever it ends.
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { replaceFile } from '../../src/storage/replace-file.ts';
import { it } from '../helpers/fixture.ts';
import { removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';

const filesIn = (folder: string) => Object.fromEntries(snapshot(folder));

describe('a file that is replaced', () => {
  it('keeps its mode, and the links to it, and replaces what a killed process left beside it', ({ folder }) => {
    writeFiles(folder, { 'far/a.txt': 'old', 'far/.a.txt.part': 'half' });
    chmodSync(join(folder, 'far/a.txt'), 0o640);
    mkdirSync(join(folder, 'near'));
    symlinkSync('../far/a.txt', join(folder, 'near/a.txt'));
    replaceFile(join(folder, 'near/a.txt'), ['n', Buffer.from('e'), 'w']);
    expect(filesIn(join(folder, 'far'))).toEqual({ 'a.txt': 'new' });
    expect(statSync(join(folder, 'near/a.txt')).mode & 0o777).toBe(0o640);
  });

  it('is read by nobody else while it is written', ({ folder }) => {
    writeFiles(folder, { 'a.txt': 'old' });
    chmodSync(join(folder, 'a.txt'), 0o600);
    const modes: number[] = [];
    const content = function* (): Generator<string> {
      modes.push(statSync(join(folder, '.a.txt.part')).mode & 0o777);
      yield 'new';
    };
    replaceFile(join(folder, 'a.txt'), content());
    expect(modes).toEqual([0o600]);
  });

  it('stays, and no folder is made, if its content fails', ({ folder }) => {
    writeFiles(folder, { 'a.txt': 'old' });
    const failing = function* (): Generator<string> {
      yield 'n';
      throw new RangeError('no more');
    };
    for (const path of ['a.txt', 'new/er/b.txt'])
      expect(() => replaceFile(join(folder, path), failing())).toThrow(RangeError);
    expect(filesIn(folder)).toEqual({ 'a.txt': 'old' });
  });

  it.for<[DiskFault['mode'], string[]]>([
    ['fails', []],
    ['killed', ['data/.a.txt.part']],
  ])('is the old or the new one where the disk %s at any call', async ([mode, mayBeLeft], { folder }) => {
    for (let at = 1; ; at += 1) {
      writeFiles(folder, { 'data/a.txt': 'old' });
      const { failed } = await withDiskFault(folder, { mode, at }, async () =>
        replaceFile(join(folder, 'data/a.txt'), 'new'),
      );
      const { 'data/a.txt': text, data: _made, ...left } = filesIn(folder);
      expect(text, failed).toBe(failed === undefined ? 'new' : 'old');
      expect([[], mayBeLeft], failed).toContainEqual(Object.keys(left));
      removeFolder(join(folder, 'data'));
      if (failed !== undefined) continue;
      expect(at).toBeGreaterThan(4);
      return;
    }
  });
});
