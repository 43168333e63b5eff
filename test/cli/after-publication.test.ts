// Failures while a build is published are errors that say how far it came; those after it are warnings, and its changes are still written.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ChangedFiles } from '../../src/results.ts';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { asAnyone, snapshot } from '../helpers/folders.ts';
import { courseCatalog, type Outcome } from './command.ts';

let folder = '';
siteForEach((site) => {
  ({ folder } = site);
  chmodSync(folder, 0o777);
});

/** Builds a source whose first course has this title, with every file that a build writes beside its output. */
async function build(title: string, flags = ''): Promise<Outcome> {
  const [first, ...rest] = smallCatalog(8).courses;
  if (!first) throw new Error('there is no course');
  const data = join(folder, 'data');
  writeCatalog(data, { ...smallCatalog(8), courses: [{ ...first, title }, ...rest] }, oneFileEach);
  const paths = `--data ${data} --out ${join(folder, 'dist')} --changes ${join(folder, 'changes.json')}`;
  const env = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  return courseCatalog(`build ${paths} --no-site --threads 1${flags}`, { env });
}

/** Makes the stage of a running build impossible to remove as soon as it exists; returns a function that undoes this. */
async function blockRemoval(): Promise<() => void> {
  for (;;) {
    const stage = readdirSync(folder).find((name) => name.startsWith('.dist.building-'));
    if (stage !== undefined) {
      const locked = join(folder, stage, 'locked');
      mkdirSync(join(locked, 'below'), { recursive: true });
      chmodSync(locked, 0o500);
      return () => chmodSync(locked, 0o700);
    }
    // Sequential on purpose: meanwhile the single-threaded build makes progress.
    await setImmediate();
  }
}

const edited = /"changed":\[\n(?:"[^"]*",\n)*"api\/v1\/courses\/view\/[\da-f]{32}\/index\.json"/u;
const lists = () => ['changes.json', 'summary.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
const listed = (): ChangedFiles => JSON.parse(lists()[0] ?? '');
const stages = () => readdirSync(folder).filter((name) => name.startsWith('.dist.building-'));

describe('a stage that cannot be removed', () => {
  it('is a warning, and the list of changed files is written; both again for each build until it can be removed', async () => {
    await asAnyone(async () => {
      await build('A title');
      const [{ exitCode, stderr }, unblock] = await Promise.all([build('Another title'), blockRemoval()]);
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/building-\S+: warning cannot be removed: EACCES/u);
      expect(stderr).toContain('output-leftover: ');
      expect(lists()).toEqual([expect.stringMatching(edited), expect.stringContaining('| Courses | 8 |')]);
      const next = await build('A third title');
      expect([next.exitCode, next.stderr]).toEqual([0, expect.stringContaining('warning cannot be removed')]);
      expect(lists()[0]).toMatch(edited);
      unblock();
      expect(await build('A fourth title')).toMatchObject({
        exitCode: 0,
        stderr: expect.not.stringContaining('warning'),
      });
      expect(stages()).toEqual([]);
    });
  });

  it('is a warning in a first build as well, and in its JSON', async () => {
    await asAnyone(async () => {
      const [{ exitCode, stdout }, unblock] = await Promise.all([build('A title', ' --json'), blockRemoval()]);
      unblock();
      const problems = [expect.objectContaining({ level: 'warning', rule: 'output-leftover' })];
      expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { ok: true, courses: 8, problems }]);
      expect(listed().added).toContain('api/v1/index.json');
      expect(existsSync(join(folder, 'dist/api/v1/index.json'))).toBe(true);
    });
  });
});

it('a folder of the output that cannot be written ends a build with exit code 1; the next one completes it and lists everything', async () => {
  await asAnyone(async () => {
    await build('A title');
    const before = snapshot(join(folder, 'dist'));
    writeFileSync(join(folder, 'changes.json'), 'of an earlier build');
    const last = join(folder, 'dist/api/v1/courses/latest');
    chmodSync(last, 0o555);
    const { exitCode, stderr } = await build('Another title');
    chmodSync(last, 0o755);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/dist: cannot be written: EACCES.*; [1-9]\d* changes? of \d+ had been published by then/u);
    expect(stderr).toMatch(/output-write: .*build again: the next build completes it\n1 error\n$/u);
    expect(lists()[0]).toBe('of an earlier build');
    expect(await build('Another title')).toMatchObject({ exitCode: 0 });
    const after = snapshot(join(folder, 'dist'));
    const changed = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
    const { added, removed, ...rest } = listed();
    expect([added, removed, rest.changed.toSorted()]).toEqual([[], [], changed.toSorted()]);
  });
});

it('a list of changed files that cannot be written does not prevent writing the step summary, and the next list has its changes', async () => {
  await build('A title');
  writeFileSync(join(folder, 'summary.md'), '');
  // The name is valid, but too long with the suffix of its temporary file.
  const { exitCode, stderr } = await build('Another title', ` --changes ${join(folder, 'c'.repeat(255))}`);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('changes-write')]);
  expect(stderr).toContain('1 error; the build is published, but its list of changed files could not be written\n');
  expect(lists()[1]).toContain('| Courses | 8 |');
  // A build without a list, and a dry run, keep what is due.
  await build('Another title', ' --dry-run');
  expect(listed()).toEqual({ added: [], changed: [], removed: [], purge: [] });
  expect((await build('Another title')).stderr).toContain('(0 added, 12 changed, 0 removed)');
  expect(lists()[0]).toMatch(edited);
  await build('Another title');
  expect(listed()).toEqual({ added: [], changed: [], removed: [], purge: [] });
});
