// Removing folders: with all that is in them, without following links, and in turns with whatever else a process does.
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../src/pipeline/publish/remove-folder.ts';
import { makeFolder, removeFolder as removeAll } from '../folders.ts';

let folder: string;
beforeEach(() => void (folder = makeFolder()));
afterEach(() => removeAll(folder));

/** A folder with so many folders, a file in each, and a link to a file and to a folder outside. */
function makeStage(count: number): string {
  const stage = join(folder, 'stage');
  for (let at = 0; at < count; at += 1) {
    mkdirSync(join(stage, `${at}`, 'empty'), { recursive: true });
    writeFileSync(join(stage, `${at}`, 'index.json'), '{}\n');
  }
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside/kept'), '');
  symlinkSync(join(folder, 'outside'), join(stage, 'to-folder'));
  symlinkSync(join(folder, 'outside/kept'), join(stage, 'to-file'));
  return stage;
}

describe('the removal of a folder', () => {
  it('removes files, folders and links, but not what links lead to', async () => {
    const stage = makeStage(3);
    await removeFolder(stage);
    expect(existsSync(stage)).toBe(false);
    expect(existsSync(join(folder, 'outside/kept'))).toBe(true);
  });

  it('does nothing where there is no folder', async () => {
    await removeFolder(join(folder, 'missing'));
    await removeFolder(join(folder, 'missing/below'));
    expect(existsSync(folder)).toBe(true);
  });

  it('removes a link in its place, and nothing behind it', async () => {
    const stage = makeStage(1);
    const link = join(folder, 'link');
    symlinkSync(stage, link);
    await removeFolder(link);
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    expect(existsSync(join(stage, '0/index.json'))).toBe(true);
  });

  it('removes a file in its place', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await removeFolder(file);
    expect(existsSync(file)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('removes names that are not UTF-8', async () => {
    const stage = makeStage(2);
    const named = (name: string) => Buffer.concat([Buffer.from(`${stage}/0/`), Buffer.from(name, 'latin1')]);
    writeFileSync(named('file\xff'), '');
    mkdirSync(named('folder\xff'));
    await removeFolder(stage);
    expect(existsSync(stage)).toBe(false);
  });

  it('goes on where others remove the same folder', async () => {
    const stage = makeStage(300);
    await Promise.all([removeFolder(stage), removeFolder(stage)]);
    expect(existsSync(stage)).toBe(false);
  });
});

it('lets others have their turn between folders', async () => {
  const stage = makeStage(20);
  // By this clock, every folder takes longer than a turn.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const removal = removeFolder(stage).then(() => 'removed');
  let turns = 0;
  while ((await Promise.race([removal, setImmediate('a turn')])) === 'a turn') turns += 1;
  clock.mockRestore();
  expect(turns).toBeGreaterThan(20);
});
