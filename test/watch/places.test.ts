// Watching: folders and files that appear, disappear and are linked, and those that may not be read.
import { appendFileSync, chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asAnyone, writeFiles } from '../folders.ts';
import { inTrial } from './trial.ts';
import { until } from '../preview/until.ts';

/** Concurrent, since most of the time is spent waiting for what must not happen. */
describe.concurrent('a watch', () => {
  it('notices the edits in a folder that appeared after it started', async () => {
    await inTrial(async (trial) => {
      trial.start();
      writeFiles(trial.data, { 'courses/new/deep/c.json': '[]' });
      await until(() => trial.runs === 1);
      await settle();
      writeFileSync(join(trial.data, 'courses/new/deep/c.json'), '[{}]');
      await until(() => trial.runs === 2);
      expect(trial.errors).toEqual([]);
    });
  });

  it('notices folders that were missing, or disappeared and returned, and nothing beside them', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      const other = join(folder, 'public');
      trial.start(undefined, [data, other]);
      writeFiles(folder, { 'dist/index.json': '', 'data-2/a.json': '', 'note.txt': '' });
      await settle();
      expect(trial.runs).toBe(0);
      writeFiles(other, { 'robots.txt': '' });
      await until(() => trial.runs === 1);
      await settle();
      rmSync(data, { recursive: true });
      await until(() => trial.runs === 2);
      await settle();
      writeFiles(data, { 'providers.csv': 'id' });
      await until(() => trial.runs === 3);
      await settle();
      writeFileSync(join(data, 'providers.csv'), 'id,name');
      await until(() => trial.runs === 4);
      await settle();
      writeFileSync(join(other, 'robots.txt'), 'x');
      await until(() => trial.runs === 5);
      expect(trial.errors).toEqual([]);
    });
  });

  it('notices a folder that replaces another', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      trial.start();
      for (const round of [1, 2]) {
        writeFiles(join(folder, 'next'), { 'providers.csv': 'id', 'courses/a.json': '[]' });
        renameSync(data, join(folder, `old-${round}`));
        renameSync(join(folder, 'next'), data);
        await until(() => trial.runs === 2 * round - 1);
        await settle();
        writeFileSync(join(data, 'courses/a.json'), '[{}]');
        await until(() => trial.runs === 2 * round);
        await settle();
      }
      expect([trial.runs, trial.errors]).toEqual([4, []]);
    });
  });

  it.each(['data', 'data/courses'])(
    'notices %s removed and recreated at once, and each edit in it afterwards',
    async (place) => {
      await inTrial(async (trial) => {
        const { folder, data } = trial;
        trial.start();
        for (let round = 1; round <= 4; round += 1) {
          rmSync(join(folder, place), { recursive: true });
          writeFiles(data, { 'providers.csv': 'id', 'courses/a.json': '[]' });
          await until(() => trial.runs === 2 * round - 1);
          await settle();
          writeFileSync(join(data, 'courses/a.json'), '[{}]');
          await until(() => trial.runs === 2 * round);
          await settle();
        }
        expect([trial.runs, trial.errors]).toEqual([8, []]);
      });
    },
  );

  it('notices the edits of a linked file and in a linked folder', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      writeFiles(folder, { 'elsewhere/c.json': '[]', 'far/d.json': '[]' });
      symlinkSync(join(folder, 'elsewhere/c.json'), join(data, 'courses/c.json'));
      symlinkSync(join(folder, 'far'), join(data, 'courses/far'));
      symlinkSync(data, join(data, 'courses/round'));
      trial.start();
      const edits = [
        () => writeFileSync(join(folder, 'elsewhere/c.json'), '[{}]'),
        () => saveByRenaming(join(folder, 'elsewhere'), 'c.json'),
        () => writeFileSync(join(folder, 'elsewhere/c.json'), '[{"id": 3}]'),
        () => writeFileSync(join(folder, 'far/d.json'), '[{}]'),
      ];
      for (const [index, edit] of edits.entries()) {
        edit();
        await until(() => trial.runs === index + 1);
        await settle();
      }
      expect([trial.runs, trial.errors, trial.blindness]).toEqual([edits.length, [], []]);
    });
  });

  it('does not watch everything that a link upwards leads to, including the output, but notices the link itself', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      for (const name of ['x', 'y']) symlinkSync('.', join(data, 'courses', name));
      trial.start();
      const edits = [
        () => symlinkSync('../..', join(data, 'courses/up')),
        () => writeFileSync(join(data, 'courses/a.json'), '[{}]'),
        () => rmSync(join(data, 'courses/up')),
      ];
      for (const [index, edit] of edits.entries()) {
        edit();
        await until(() => trial.runs === index + 1);
        await settle();
        writeFiles(folder, { [`dist/${index}.json`]: '' });
        await settle();
      }
      expect([trial.runs, trial.errors, trial.blindness]).toEqual([edits.length, [], []]);
    });
  });

  it('notices a folder that is created together with its parents, and removed together with one', async () => {
    await inTrial(async (trial) => {
      const { folder } = trial;
      trial.start(undefined, [join(folder, 'a/b/data')]);
      writeFiles(folder, { 'a/other.txt': '' });
      await settle();
      expect(trial.runs).toBe(0);
      const edits = [
        () => writeFiles(folder, { 'a/b/data/x.json': '' }),
        () => renameSync(join(folder, 'a/b'), join(folder, 'a/c')),
        () => renameSync(join(folder, 'a/c'), join(folder, 'a/b')),
        () => writeFileSync(join(folder, 'a/b/data/x.json'), '[]'),
      ];
      for (const [index, edit] of edits.entries()) {
        edit();
        await until(() => trial.runs === index + 1);
        await settle();
      }
      expect([trial.runs, trial.errors, trial.blindness]).toEqual([edits.length, [], []]);
    });
  });

  it('notices a file that is created, changed, saved by renaming and removed, and nothing beside it', async () => {
    await inTrial(async (trial) => {
      const file = join(trial.folder, 'settings.json');
      trial.start(undefined, [file]);
      writeFiles(trial.folder, { 'settings.json.tmp': '', 'other.json': '', 'data/new.json': '' });
      await settle();
      expect(trial.runs).toBe(0);
      const edits = [
        () => writeFileSync(file, '{}'),
        () => appendFileSync(file, ' '),
        () => renameSync(join(trial.folder, 'settings.json.tmp'), file),
        () => appendFileSync(file, '{}'),
        () => rmSync(file),
      ];
      for (const [index, edit] of edits.entries()) {
        edit();
        await until(() => trial.runs === index + 1);
        await settle();
      }
      expect([trial.runs, trial.errors, trial.blindness]).toEqual([edits.length, [], []]);
    });
  });
});

describe('a watch that loses sight', () => {
  it('is told apart from runs that fail, and the rest is still watched', async () => {
    await inTrial(async (trial) => {
      writeFiles(trial.data, { 'closed/a.json': '[]' });
      for (const path of ['.', 'data', 'data/courses']) chmodSync(join(trial.folder, path), 0o777);
      chmodSync(join(trial.data, 'closed'), 0);
      await asAnyone(async () => {
        trial.start();
        expect(trial.blindness).toMatchObject([{ code: 'EACCES' }]);
        writeFileSync(join(trial.data, 'courses/c.json'), '[{}]');
        await until(() => trial.runs === 1);
      });
      expect(trial.errors).toEqual([]);
    });
  });
});

/** Longer than noticing any change takes; only needed where nothing may happen. */
const settle = () => pause(700);

function saveByRenaming(folder: string, name: string): void {
  writeFileSync(join(folder, `.${name}.tmp`), '[{"id":1}]');
  renameSync(join(folder, `.${name}.tmp`), join(folder, name));
}
