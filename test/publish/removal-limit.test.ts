// The limit of removals: a broken export ends a build or an import before it changes anything.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';

const env = { SOURCE_DATE_EPOCH: '1800000000' };

/** A catalog in a folder, of which courses get lost. */
function catalogIn(folder: string) {
  const places = ['--data', join(folder, 'data'), '--out', join(folder, 'dist')];
  return {
    write: (courses: number, first?: number) => writeSmallCatalog(join(folder, 'data'), courses, first),
    build: async (...args: string[]) =>
      courseCatalog(['build', ...places, '--no-site', '--threads', '1', ...args], { env, cwd: () => folder }),
  };
}

const allowed = (removed: string, of: string, text: string) =>
  `would remove ${removed} of ${of}; --max-removed allows ${text}`;

describe('a build', () => {
  it('that would remove more than --max-removed is refused with both numbers, and changes nothing', async ({
    folder,
  }) => {
    const { write, build } = catalogIn(folder);
    write(40);
    await build();
    const before = snapshot(join(folder, 'dist'));
    write(20);
    for (const args of [[], ['--dry-run'], ['--json']]) {
      const { exitCode, stdout, stderr } = await build('--max-removed', '10%', ...args);
      expect([exitCode, stdout + stderr]).toEqual([
        1,
        expect.stringContaining(`this build ${allowed('20', '40 courses', '10%')}`),
      ]);
      expect(stdout + stderr).toMatch(/removals-many[^]*--max-removed 100%/u);
    }
    expect((await build('--max-removed', '10%')).stderr).toContain('1 error; nothing was written');
    // An empty file.
    write(0);
    expect((await build('--max-removed', '99.9%')).stderr).toContain(allowed('40', '40 courses', '99.9%'));
    expect(snapshot(join(folder, 'dist'))).toEqual(before);
  });

  it('may remove as many as that, by share or by number, or all without a limit', async ({ folder }) => {
    const { write, build } = catalogIn(folder);
    const after = async (courses: number, limit: string) => {
      write(40);
      await build();
      write(courses);
      return (await build('--max-removed', limit)).exitCode;
    };
    expect(await after(36, '10%')).toBe(0);
    expect(await after(35, '10%')).toBe(1);
    expect(await after(30, '10')).toBe(0);
    expect(await after(29, '10')).toBe(1);
    expect(await after(39, '0')).toBe(1);
    expect(await after(0, '100%')).toBe(0);
    // Of a small catalog, one course may go.
    const small = async (courses: number, limit: string) => {
      write(6);
      await build();
      write(courses);
      return (await build('--max-removed', limit)).exitCode;
    };
    expect([await small(5, '10%'), await small(4, '10%'), await small(5, '0%')]).toEqual([0, 1, 1]);
    write(1);
    await build();
    write(0);
    expect((await build('--max-removed', '10%')).exitCode).toBe(1);
    write(40);
    await build();
    write(0);
    expect((await build()).exitCode).toBe(0);
  });

  it('counts a course with another address as removed, and neither new courses nor other files', async ({ folder }) => {
    const { write, build } = catalogIn(folder);
    write(40);
    await build('--page-size', '5', '--precompress', 'gzip');
    write(60);
    expect((await build('--max-removed', '0')).exitCode).toBe(0);
    write(60, 31);
    expect((await build('--max-removed', '10%')).stderr).toContain(allowed('30', '60 courses', '10%'));
  });

  it('into an empty folder compares with its journal', async ({ folder }) => {
    const { write, build } = catalogIn(folder);
    const journal = join(folder, 'journal.ndjson');
    write(40);
    await build('--journal', journal);
    const before = readFileSync(journal, 'utf8');
    rmSync(join(folder, 'dist'), { recursive: true });
    write(20);
    const refused = await build('--journal', journal, '--max-removed', '10%');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(allowed('20', '40 courses', '10%')),
    ]);
    expect(refused.stderr).toContain(`${journal}: `);
    expect(readFileSync(journal, 'utf8')).toBe(before);
    await build('--journal', journal, '--max-removed', '20');
    // Courses that are deleted already do not count.
    rmSync(join(folder, 'dist'), { recursive: true });
    write(19);
    const later = await build('--journal', journal, '--max-removed', '0');
    expect(later.stderr).toContain(allowed('1', '20 courses', '0'));
  });

  it('of shards is refused by their merge', async ({ folder }) => {
    const { write, build } = catalogIn(folder);
    const data = ['--data', join(folder, 'data'), '--no-site', '--threads', '1'];
    const shards = join(folder, 'shards');
    const shard = async (index: number) =>
      courseCatalog(['build', ...data, '--shards', shards, '--shard', `${index}/2`, '--max-removed', '0']);
    write(40);
    for (const index of [1, 2]) await shard(index);
    await build('--merge', shards);
    const before = snapshot(join(folder, 'dist'));
    write(20);
    for (const index of [1, 2]) expect((await shard(index)).exitCode).toBe(0);
    const { exitCode, stderr } = await build('--merge', shards, '--max-removed', '10%');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(allowed('20', '40 courses', '10%'))]);
    expect(snapshot(join(folder, 'dist'))).toEqual(before);
    expect((await build('--merge', shards, '--max-removed', '50%')).exitCode).toBe(0);
  });

  it('refuses any other limit, and takes one from the configuration', async ({ folder }) => {
    const { write, build } = catalogIn(folder);
    write(40);
    await build();
    for (const limit of ['ten', '101%', '-1', '10.55%', '10 %', '1e3', '%'])
      expect([limit, (await build('--max-removed', limit)).exitCode]).toEqual([limit, 2]);
    write(20);
    for (const maxRemoved of ['10%', 19, '19']) {
      writeFiles(folder, { 'course-catalog.config.json': JSON.stringify({ maxRemoved }) });
      expect((await build()).stderr).toContain(allowed('20', '40 courses', String(maxRemoved)));
    }
    // Once, where they are to go.
    expect((await build('--max-removed', '100%')).exitCode).toBe(0);
  });
});

describe('an import', () => {
  it('with --prune that would remove more than --max-removed is refused, and changes nothing', async ({ folder }) => {
    const list = join(folder, 'list.csv');
    const writeList = (courses: number, first = 1) => {
      const rows = Array.from({ length: courses }, (_, at) => `Course ${first + at},https://a.example/${first + at}`);
      writeFileSync(list, ['Title,Url', ...rows].join('\n'));
    };
    const options = ['--data', join(folder, 'data'), '--prune', '--max-removed', '10%'];
    const given = ['--provider', 'P', '--language', 'English', '--default-date', '2024-01-01'];
    writeList(40);
    await courseCatalog(['import', list, ...options, ...given]);
    const before = snapshot(join(folder, 'data'));
    writeList(20);
    for (const again of [[list], ['--again'], ['--again', '--dry-run'], ['--again', '--json']]) {
      const { exitCode, stdout, stderr } = await courseCatalog(['import', ...again, ...options]);
      const refusal = `courses/list.ndjson: this import ${allowed('20', '40 courses', '10%')}`;
      expect([exitCode, stdout + stderr]).toEqual([
        1,
        expect.stringContaining(again.includes('--json') ? allowed('20', '40 courses', '10%') : refusal),
      ]);
    }
    expect(snapshot(join(folder, 'data'))).toEqual(before);
    // What is kept is not removed.
    const kept = await courseCatalog(['import', '--again', '--data', join(folder, 'data'), '--max-removed', '0']);
    expect([kept.exitCode, kept.stderr]).toEqual([0, expect.stringContaining('20 no longer in the input (kept')]);
    expect((await courseCatalog(['import', '--again', ...options, '--max-removed', '20'])).exitCode).toBe(0);
  });
});
