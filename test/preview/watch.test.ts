// Watching: each kind of edit makes a run, a burst of them one, and nothing ends the watch but its end.
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asAnyone, writeFiles } from '../folders.ts';
import { inTrial, type Trial } from './trial.ts';
import { until } from './until.ts';

/** Side by side, since most of their time goes by in waiting for what must not happen. */
describe.concurrent('a watch', () => {
  it('runs nothing for what is there when it begins', async () => {
    await inTrial(async (trial) => {
      await trial.start();
      await settle();
      expect(trial.runs).toBe(0);
    });
  });

  it.each<[string, (trial: Trial) => void]>([
    ['an edit', ({ data }) => appendFileSync(join(data, 'providers.csv'), '\n1,One')],
    ['an edit in a folder', ({ data }) => writeFileSync(join(data, 'courses/a.json'), '[{}]')],
    ['a new file', ({ data }) => writeFileSync(join(data, 'languages.json'), '[]')],
    ['a removed file', ({ data }) => rmSync(join(data, 'courses/b.json'))],
    ['a renamed file', ({ data }) => renameSync(join(data, 'courses/b.json'), join(data, 'courses/c.json'))],
    ['a new folder with a file', ({ data }) => writeFiles(data, { 'courses/new/deep/c.json': '[]' })],
    ['a removed folder', ({ data }) => rmSync(join(data, 'courses'), { recursive: true })],
    ['a folder moved in', moveIn],
    ['a file that an editor renames over the old one', saveByRenaming],
    ['a file removed and written again', saveByRemoving],
    ['a burst of edits', burst],
  ])('makes one run of %s, and another of the next edit', async (_, edit) => {
    await inTrial(async (trial) => {
      await trial.start();
      edit(trial);
      await until(() => trial.runs > 0);
      await settle();
      expect(trial.runs).toBe(1);
      appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
      await until(() => trial.runs > 1);
      expect(trial.errors).toEqual([]);
    });
  });

  it('sees the edits in a folder that came after it began', async () => {
    await inTrial(async (trial) => {
      await trial.start();
      writeFiles(trial.data, { 'courses/new/deep/c.json': '[]' });
      await until(() => trial.runs === 1);
      await settle();
      writeFileSync(join(trial.data, 'courses/new/deep/c.json'), '[{}]');
      await until(() => trial.runs === 2);
      expect(trial.errors).toEqual([]);
    });
  });

  it('sees every one of several saves by renaming', async () => {
    await inTrial(async (trial) => {
      await trial.start();
      for (const round of [1, 2, 3]) {
        saveByRenaming(trial);
        await until(() => trial.runs === round);
        await settle();
      }
      expect(trial.runs).toBe(3);
    });
  });

  it('sees a folder that was not there, or went and came again, and nothing beside them', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      const other = join(folder, 'public');
      await trial.start(undefined, [data, other]);
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

  it('sees a folder that another takes the place of', async () => {
    await inTrial(async (trial) => {
      const { folder, data } = trial;
      await trial.start();
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
    'sees %s removed and made again at once, and each edit in it after',
    async (place) => {
      await inTrial(async (trial) => {
        const { folder, data } = trial;
        await trial.start();
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

  it('makes one more run of all changes during a run, never two at a time', async () => {
    await inTrial(async (trial) => {
      let running = 0;
      let most = 0;
      const gates: (() => void)[] = [];
      await trial.start(async () => {
        running += 1;
        most = Math.max(most, running);
        trial.runs += 1;
        await new Promise<void>((resolve) => {
          gates.push(resolve);
        });
        running -= 1;
      });
      writeFileSync(join(trial.data, 'courses/a.json'), '[1]');
      await until(() => trial.runs === 1);
      for (const value of [2, 3, 4]) {
        writeFileSync(join(trial.data, 'courses/a.json'), `[${value}]`);
        await settle();
      }
      expect(trial.runs).toBe(1);
      gates[0]?.();
      await until(() => trial.runs === 2);
      gates[1]?.();
      await settle();
      expect([trial.runs, most, running]).toEqual([2, 1, 0]);
    });
  });

  it('tells of a run that fails, and goes on', async () => {
    await inTrial(async (trial) => {
      const failures = [new Error('first'), new Error('second')];
      await trial.start(() => {
        trial.runs += 1;
        const failure = failures[trial.runs - 1];
        if (failure && trial.runs === 2) throw failure;
        return failure ? Promise.reject(failure) : Promise.resolve();
      });
      for (const round of [1, 2, 3]) {
        appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
        await until(() => trial.runs === round);
        await settle();
      }
      expect(trial.errors).toEqual(failures);
    });
  });

  it('runs nothing after its end, not even what was about to run', async () => {
    await inTrial(async (trial) => {
      await trial.start();
      appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
      await trial.watch?.close();
      appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
      await settle();
      expect(trial.runs).toBe(0);
    });
  });

  it('waits at its end for the run that is going on', async () => {
    await inTrial(async (trial) => {
      let release = () => {};
      await trial.start(async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
          trial.runs += 1;
        });
        trial.runs += 1;
      });
      appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
      await until(() => trial.runs === 1);
      const runsAtEnd = trial.watch?.close().then(() => trial.runs);
      await settle();
      release();
      expect(await runsAtEnd).toBe(2);
    });
  });

  it('sees a file that comes, changes, is saved by renaming and goes, and nothing beside it', async () => {
    await inTrial(async (trial) => {
      const file = join(trial.folder, 'settings.json');
      await trial.start(undefined, [file]);
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

  it('does not take up the changes of a run that its end broke into', async () => {
    await inTrial(async (trial) => {
      let release = () => {};
      await trial.start(async () => {
        trial.runs += 1;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
      await until(() => trial.runs === 1);
      appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
      await settle();
      const closed = trial.watch?.close();
      release();
      await closed;
      await settle();
      expect(trial.runs).toBe(1);
    });
  });
});

describe('the end of the sight of a watch', () => {
  it('is told apart from runs that fail, and the rest is still watched', async () => {
    await inTrial(async (trial) => {
      writeFiles(trial.data, { 'closed/a.json': '[]' });
      chmodSync(trial.folder, 0o755);
      chmodSync(join(trial.data, 'closed'), 0);
      await asAnyone(async () => {
        await trial.start();
        await until(() => trial.blindness.length > 0);
      });
      expect(trial.blindness).toMatchObject([{ code: 'EACCES' }]);
      writeFileSync(join(trial.data, 'courses/a.json'), '[{}]');
      await until(() => trial.runs === 1);
      expect(trial.errors).toEqual([]);
    });
  });
});

/** Longer than any change takes to be noticed; only where nothing may happen. */
const settle = () => pause(700);

function saveByRenaming({ data }: Trial): void {
  writeFileSync(join(data, 'courses/.a.json.tmp'), '[{"id":1}]');
  renameSync(join(data, 'courses/.a.json.tmp'), join(data, 'courses/a.json'));
}

function saveByRemoving({ data }: Trial): void {
  rmSync(join(data, 'courses/a.json'));
  writeFileSync(join(data, 'courses/a.json'), '[{"id":2}]');
}

function moveIn({ folder, data }: Trial): void {
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere/c.json'), '[]');
  renameSync(join(folder, 'elsewhere'), join(data, 'courses/moved'));
}

function burst({ data }: Trial): void {
  for (let number = 0; number < 200; number += 1) {
    writeFileSync(join(data, `courses/n${number % 50}.json`), `[${number}]`);
  }
  utimesSync(join(data, 'providers.csv'), 1, 1);
}
