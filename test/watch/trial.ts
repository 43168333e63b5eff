// A trial of a watch: a small watched source folder, and what happened.
import { join } from 'node:path';
import { watchPaths } from '../../src/console/watch.ts';
import { inFolder, writeFiles } from '../folders.ts';

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
}

/** Runs a trial, and ends its watch in any case. */
export async function inTrial(use: (trial: Trial) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
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
    };
    try {
      await use(trial);
    } finally {
      await trial.watch?.close();
    }
  });
}
