// Watching: each kind of edit causes a run, a burst of edits one, in folders and files that appear, disappear and are linked.
import { appendFileSync, renameSync, rmSync, utimesSync, writeFileSync, chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { Watch } from '../../src/cli/watch.ts';
import { it as folderTest } from '../helpers/fixture.ts';
import { writeFiles, asAnyone } from '../helpers/folders.ts';
import { until } from '../preview/until.ts';

/** A watch, by default on the folder `data`, and the number of changes that it noticed. */
interface Trial {
  readonly folder: string;
  readonly data: string;
  runs: number;
  /** Counts the runs, and does something in each. */
  start(paths?: readonly string[], onChange?: () => Promise<void>): void;
  /** Makes one edit after the other: each has to cause one run. */
  runsForEach(edits: readonly (() => void)[]): Promise<void>;
}

/** Vitest's `it` with a trial, which ends with the test. */
const it = folderTest.extend('trial', ({ folder, onTestFinished }): Trial => {
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
const settle = () => pause(400);

/** Concurrent, since most of the time is spent waiting for what must not happen. */
describe.concurrent('a watch', () => {
  it('runs nothing for what exists when it starts', async ({ trial }) => {
    trial.start();
    await settle();
    expect(trial.runs).toBe(0);
  });

  it.for<[string, (trial: Trial) => void]>([
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
  ])('causes one run for %s, and another for the next edit', async ([, edit], { trial }) => {
    trial.start();
    edit(trial);
    await until(() => trial.runs > 0);
    await settle();
    expect(trial.runs).toBe(1);
    appendFileSync(join(trial.data, 'providers.csv'), '\n2,Two');
    await until(() => trial.runs > 1);
  });

  it('causes one more run for all changes during a run', async ({ trial }) => {
    trial.start(undefined, async () => {
      if (trial.runs > 1) return;
      for (const value of [2, 3, 4]) {
        writeFileSync(join(trial.data, 'courses/a.json'), `[${value}]`);
        await pause(200);
      }
    });
    writeFileSync(join(trial.data, 'courses/a.json'), '[1]');
    await until(() => trial.runs > 1);
    await settle();
    expect(trial.runs).toBe(2);
  });

  it('causes one more run for a file that came and went during a run, which may have read it', async ({ trial }) => {
    const passing = join(trial.data, 'courses/c.json');
    trial.start(undefined, async () => {
      if (trial.runs === 1) writeFileSync(passing, '[}');
      await pause(50);
      rmSync(passing, { force: true });
    });
    appendFileSync(join(trial.data, 'providers.csv'), '\n1,One');
    await until(() => trial.runs > 1);
    await settle();
    expect(trial.runs).toBe(2);
  });
});

function saveByRenaming(folder: string, name: string): void {
  writeFileSync(join(folder, `.${name}.tmp`), '[{"id":1}]');
  renameSync(join(folder, `.${name}.tmp`), join(folder, name));
}

function saveByRemoving({ data }: Trial): void {
  rmSync(join(data, 'courses/a.json'));
  writeFileSync(join(data, 'courses/a.json'), '[{"id":2}]');
}

function moveIn({ folder, data }: Trial): void {
  writeFiles(folder, { 'elsewhere/c.json': '[]' });
  renameSync(join(folder, 'elsewhere'), join(data, 'courses/moved'));
}

function burst({ data }: Trial): void {
  for (let number = 0; number < 200; number += 1) {
    writeFileSync(join(data, `courses/n${number % 50}.json`), `[${number}]`);
  }
  utimesSync(join(data, 'providers.csv'), 1, 1);
}

describe.concurrent('a watch', () => {
  it('notices folders that were missing, or disappeared and returned, and nothing beside them', async ({ trial }) => {
    const { folder, data } = trial;
    const other = join(folder, 'public');
    trial.start([data, other]);
    writeFiles(folder, { 'dist/index.json': '', 'data-2/a.json': '', 'note.txt': '' });
    await settle();
    expect(trial.runs).toBe(0);
    await trial.runsForEach([
      () => writeFiles(other, { 'robots.txt': '' }),
      () => rmSync(data, { recursive: true }),
      () => writeFiles(data, { 'providers.csv': 'id' }),
      () => writeFileSync(join(data, 'providers.csv'), 'id,name'),
      () => writeFileSync(join(other, 'robots.txt'), 'x'),
    ]);
  });

  it('notices the edits of a linked file, and none in a linked folder, which the build does not read', async ({
    trial,
  }) => {
    const { folder, data } = trial;
    writeFiles(folder, { 'elsewhere/c.json': '[]', 'far/d.json': '[]' });
    symlinkSync(join(folder, 'elsewhere/c.json'), join(data, 'courses/c.json'));
    symlinkSync(join(folder, 'far'), join(data, 'courses/far'));
    trial.start();
    writeFileSync(join(folder, 'far/d.json'), '[{}]');
    await settle();
    expect(trial.runs).toBe(0);
    await trial.runsForEach([
      () => writeFileSync(join(folder, 'elsewhere/c.json'), '[{}]'),
      () => saveByRenaming(join(folder, 'elsewhere'), 'c.json'),
      () => writeFileSync(join(folder, 'elsewhere/c.json'), '[{"id": 3}]'),
    ]);
  });

  it('does not watch everything that a link upwards leads to, including the output, but notices the link itself', async ({
    trial,
  }) => {
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
      await until(() => trial.runs > index);
      await settle();
      writeFiles(folder, { [`dist/${index}.json`]: '' });
      await settle();
    }
    expect(trial.runs).toBe(edits.length);
  });

  it('notices a folder that is created together with its parents, and removed together with one', async ({ trial }) => {
    const { folder } = trial;
    trial.start([join(folder, 'a/b/data')]);
    writeFiles(folder, { 'a/other.txt': '' });
    await settle();
    expect(trial.runs).toBe(0);
    const edits = [
      () => writeFiles(folder, { 'a/b/data/x.json': '' }),
      () => renameSync(join(folder, 'a/b'), join(folder, 'a/c')),
      () => renameSync(join(folder, 'a/c'), join(folder, 'a/b')),
      () => writeFileSync(join(folder, 'a/b/data/x.json'), '[]'),
    ];
    await trial.runsForEach(edits);
  });

  it('notices a file that is created, changed, saved by renaming and removed, and nothing beside it', async ({
    trial,
  }) => {
    const file = join(trial.folder, 'settings.json');
    trial.start([file]);
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
    await trial.runsForEach(edits);
  });
});

it('a watch that may not read a folder still watches the rest', async ({ trial }) => {
  writeFiles(trial.data, { 'closed/a.json': '[]' });
  for (const path of ['.', 'data', 'data/courses']) chmodSync(join(trial.folder, path), 0o777);
  chmodSync(join(trial.data, 'closed'), 0);
  await asAnyone(async () => {
    trial.start();
    writeFileSync(join(trial.data, 'courses/c.json'), '[{}]');
    await until(() => trial.runs === 1);
  });
});
