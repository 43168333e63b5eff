// Watching: each kind of edit causes a run, a burst of edits one, and only closing ends the watch.
import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../folders.ts';
import { inTrial, type Trial } from './trial.ts';
import { until } from '../preview/until.ts';

/** Concurrent, since most of the time is spent waiting for what must not happen. */
describe.concurrent('a watch', () => {
  it('runs nothing for what exists when it starts', async () => {
    await inTrial(async (trial) => {
      trial.start();
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
    ['a file that an editor replaces by renaming', ({ data }) => saveByRenaming(join(data, 'courses'), 'a.json')],
    ['a file removed and written again', saveByRemoving],
    ['a burst of edits', burst],
  ])('causes one run for %s, and another for the next edit', async (_, edit) => {
    await inTrial(async (trial) => {
      trial.start();
      edit(trial);
      await until(() => trial.runs > 0);
      await settle();
      expect(trial.runs).toBe(1);
      appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
      await until(() => trial.runs > 1);
      expect(trial.errors).toEqual([]);
    });
  });

  it('notices every one of several saves by renaming', async () => {
    await inTrial(async (trial) => {
      trial.start();
      for (const round of [1, 2, 3]) {
        saveByRenaming(join(trial.data, 'courses'), 'a.json');
        await until(() => trial.runs === round);
        await settle();
      }
      expect(trial.runs).toBe(3);
    });
  });

  it('causes one more run for all changes during a run, never two at a time', async () => {
    await inTrial(async (trial) => {
      let running = 0;
      let maxRuns = 0;
      const gates: (() => void)[] = [];
      trial.start(async () => {
        running += 1;
        maxRuns = Math.max(maxRuns, running);
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
      expect([trial.runs, maxRuns, running]).toEqual([2, 1, 0]);
    });
  });

  it('causes one more run for a file that came and went during a run, which may have read it', async () => {
    await inTrial(async (trial) => {
      const passing = join(trial.data, 'courses/c.json');
      trial.start(async () => {
        trial.runs += 1;
        if (trial.runs === 1) writeFileSync(passing, '[}');
        await pause(50);
        rmSync(passing, { force: true });
      });
      appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
      await until(() => trial.runs === 2);
      await settle();
      expect(trial.runs).toBe(2);
    });
  });

  it('reports a run that fails, and continues', async () => {
    await inTrial(async (trial) => {
      const failures = [new Error('first'), new Error('second')];
      trial.start(() => {
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

  it('runs nothing after it is closed, not even a pending run', async () => {
    await inTrial(async (trial) => {
      trial.start();
      appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
      await trial.watch?.close();
      appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
      await settle();
      expect(trial.runs).toBe(0);
    });
  });

  it('waits, when it is closed, for the run in progress', async () => {
    await inTrial(async (trial) => {
      let release = () => {};
      trial.start(async () => {
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

  it('does not pick up the changes of a run that closing interrupted', async () => {
    await inTrial(async (trial) => {
      let release = () => {};
      trial.start(async () => {
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

/** Longer than noticing any change takes; only needed where nothing may happen. */
const settle = () => pause(700);

function saveByRenaming(folder: string, name: string): void {
  writeFileSync(join(folder, `.${name}.tmp`), '[{"id":1}]');
  renameSync(join(folder, `.${name}.tmp`), join(folder, name));
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
