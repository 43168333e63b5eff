// The options of the journal: where the time comes from, and where the file may be.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { Kept, linesIn } from './kept.ts';

const clock = 'takes the time from --at, SOURCE_DATE_EPOCH or the last commit of the source, and never from the clock';
it.skipIf(isMissing('git'))(`${clock}${neededFor('git')}`, async ({ folder }) => {
  const kept = new Kept(folder);
  kept.write(new Map([[1, 'A course']]));
  const build = async (args: readonly string[], env = {}) =>
    courseCatalog(['build', '--journal', '--data', kept.data, '--out', kept.out, '--no-site', ...args], { env });
  const time = () => kept.lines().at(-1)?.at;
  const unknown = await build([]);
  expect([unknown.exitCode, unknown.stderr.includes('journal-time')]).toEqual([1, true]);
  expect([existsSync(kept.out), existsSync(kept.journal)]).toEqual([false, false]);
  expect((await build([], { SOURCE_DATE_EPOCH: 'soon' })).stderr).toContain('expected a number of seconds, got "soon"');

  await build([], { SOURCE_DATE_EPOCH: '1700000000' });
  expect(time()).toBe('2023-11-14T22:13:20Z');
  kept.write(new Map([[1, 'Another']]));
  await build(['--at', '2024-01-01T02:00:00+01:00'], { SOURCE_DATE_EPOCH: '1800000000' });
  expect(time()).toBe('2024-01-01T01:00:00Z');

  const commit = (date: string, ...paths: string[]) => {
    execFileSync(pathOf('git'), ['add', ...paths], { cwd: folder });
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    execFileSync(pathOf('git'), [...who, 'commit', '--quiet', '--message', 'An edit'], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date },
    });
  };
  execFileSync(pathOf('git'), ['init', '--quiet'], { cwd: folder });
  kept.write(new Map([[1, 'A third']]));
  commit('2025-01-01T00:00:00Z', 'data/courses.ndjson');
  // A commit of the journal alone is no change of the source.
  commit('2025-06-01T00:00:00Z', 'data/.journal.ndjson');
  await build([], { SOURCE_DATE_EPOCH: '' });
  expect(time()).toBe('2025-01-01T00:00:00Z');

  // The oldest commit of a shallow clone seems to have changed every file; a newer one is known.
  kept.write(new Map([[1, 'A fourth']]));
  commit('2025-07-01T00:00:00Z', 'data');
  writeFileSync(join(folder, 'notes'), 'No source');
  commit('2025-08-01T00:00:00Z', 'notes');
  const shallow = async (depth: number) => {
    const clone = join(folder, `clone${depth}`);
    execFileSync(pathOf('git'), ['clone', '--quiet', '--depth', String(depth), `file://${folder}`, clone]);
    const places = ['--data', join(clone, 'data'), '--out', join(clone, 'dist')];
    const { exitCode, stderr } = await courseCatalog(['build', '--journal', ...places]);
    return [exitCode, stderr.includes('the clone is shallow')];
  };
  expect([await shallow(2), await shallow(3)]).toEqual([
    [1, true],
    [0, false],
  ]);
});

it('refuses a file that would be published or read as a source, and --at alone', async ({ folder }) => {
  const kept = new Kept(folder);
  kept.write(new Map([[1, 'A course']]));
  const build = async (...args: string[]) =>
    courseCatalog(['build', '--data', kept.data, '--out', kept.out, '--at', '2024-01-01T00:00:00Z', ...args]);
  for (const path of ['dist/journal.ndjson', 'data/courses/journal.ndjson', 'data/courses.ndjson', 'data/a\\.ndjson']) {
    const { exitCode, stderr } = await build('--journal', join(folder, path));
    expect([exitCode, stderr.includes('journal-file')], path).toEqual([1, true]);
  }
  expect((await build()).exitCode).toBe(2);
  expect(existsSync(kept.out)).toBe(false);
  expect((await build('--journal', join(folder, 'elsewhere/journal.ndjson'))).exitCode).toBe(0);
  const elsewhere = join(folder, 'elsewhere/journal.ndjson');
  expect(linesIn(readFileSync(elsewhere, 'utf8'))).toHaveLength(1);
});
