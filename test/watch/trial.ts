// A trial of a watch: a small watched source folder, and how often its changes were noticed.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { Watch } from '../../src/console/watch.ts';
import { it as folderTest } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { until } from '../preview/until.ts';

/** A watch, by default on the folder `data`, and the number of changes that it noticed. */
export interface Trial {
  readonly folder: string;
  readonly data: string;
  runs: number;
  /** Counts the runs, and does something in each. */
  start(paths?: readonly string[], onChange?: () => Promise<void>): void;
  /** Makes one edit after the other: each has to cause one run. */
  runsForEach(edits: readonly (() => void)[]): Promise<void>;
}

/** Vitest's `it` with a trial, which ends with the test. */
export const it = folderTest.extend('trial', ({ folder, onTestFinished }): Trial => {
  const data = join(folder, 'data');
  writeFiles(data, { 'providers.csv': 'id,name', 'courses/a.json': '[]', 'courses/b.json': '[]' });
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const run = async (watch: Watch, onChange: () => Promise<void>) => {
    while (await watch.changesWithin(Infinity, ending.signal)) {
      trial.runs += 1;
      await onChange();
    }
  };
  const trial: Trial = {
    folder,
    data,
    runs: 0,
    start(paths = [data], onChange = async () => {}) {
      run(new Watch(paths), onChange).catch(() => expect(ending.signal.aborted).toBe(true));
    },
    async runsForEach(edits) {
      for (const [index, edit] of edits.entries()) {
        edit();
        await until(() => trial.runs > index);
        await settle();
        expect(trial.runs).toBe(index + 1);
      }
    },
  };
  return trial;
});

/** Longer than noticing any change takes; only needed where nothing may happen. */
export const settle = () => pause(700);
