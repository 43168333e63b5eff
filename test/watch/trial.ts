// A trial of a watch: a small watched source folder, and what happened.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { watchPaths } from '../../src/console/watch.ts';
import { it as folderTest } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { until } from '../preview/until.ts';

/** A watch, by default on the folder `data`, and what happened. */
export interface Trial {
  readonly folder: string;
  readonly data: string;
  readonly errors: unknown[];
  readonly blindness: unknown[];
  runs: number;
  watch: ReturnType<typeof watchPaths> | undefined;
  /** Counts the runs by default. */
  start(onChange?: () => Promise<void>, paths?: readonly string[]): void;
  /** Waits for this many runs, and whether there are more. */
  hasRun(times: number): Promise<void>;
  /** Makes one edit after the other: each has to cause one run. */
  runsForEach(edits: readonly (() => void)[]): Promise<void>;
}

/** Vitest's `it` with a trial, which ends with the test. */
export const it = folderTest.extend('trial', ({ folder, onTestFinished }): Trial => {
  const data = join(folder, 'data');
  writeFiles(data, { 'providers.csv': 'id,name', 'courses/a.json': '[]', 'courses/b.json': '[]' });
  const trial: Trial = {
    folder,
    data,
    errors: [],
    blindness: [],
    runs: 0,
    watch: undefined,
    start(onChange = async () => void (trial.runs += 1), paths = [data]) {
      trial.watch = watchPaths(paths, {
        onChange,
        onFailure: (error) => trial.errors.push(error),
        onWatchError: (error) => trial.blindness.push(error),
      });
    },
    async hasRun(times) {
      await until(() => trial.runs === times);
      await settle();
    },
    async runsForEach(edits) {
      for (const [index, edit] of edits.entries()) {
        edit();
        await trial.hasRun(index + 1);
      }
      expect([trial.runs, trial.errors, trial.blindness]).toEqual([edits.length, [], []]);
    },
  };
  onTestFinished(() => trial.watch?.close());
  return trial;
});

/** Longer than noticing any change takes; only needed where nothing may happen. */
export const settle = () => pause(700);
