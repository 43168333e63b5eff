// Where the parts of a dump end; and dumps are the same in whatever order and files their courses are.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { numberCourses } from '../../src/catalog/lists.ts';
import { planParts } from '../../src/outputs/dumps/output.ts';
import { siteForEach } from '../build/each-site.ts';
import { buildMuchLater, runBuild, type Chosen } from '../build/run.ts';
import { removeFolder, writeFiles } from '../folders.ts';
import { coursesByDuckdb, linesIn } from './read-back.ts';

const site = siteForEach();
const mebibyte = 1024 * 1024;

const line = (id: number, description = '') =>
  `${JSON.stringify({ id, title: `Course ${id}`, linkurl: `c${id}`, provider: 1, language: 'English', date_published: '2024-01-01', description })}\n`;
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** Builds these course files, with providers and categories, and returns the dumps by name. */
async function dumpsOf(files: Readonly<Record<string, string>>, chosen: Partial<Chosen>): Promise<Map<string, Buffer>> {
  writeFiles(site.data, { 'providers.json': '[{"id":1,"name":"A"}]', 'categories.json': '[]', ...files });
  expect((await runBuild({ ...site, chosen })).warnings).toEqual([]);
  const folder = join(site.out, 'dumps');
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

const parts = (dumps: ReadonlyMap<string, Buffer>) => [...dumps.keys()].filter((name) => name.startsWith('courses'));

/** Chunks by their keys, with the id and the size in mebibytes of each course. */
function plannedOf(chunks: Readonly<Record<string, readonly (readonly [id: number, size: number])[]>>) {
  const columns = Object.values(chunks).map((courses) => ({
    ids: Float64Array.from(courses, ([id]) => id),
    hashes: new Float64Array(),
    hasCatalogId: new Uint8Array(),
    lists: new Uint32Array(),
    listEnds: new Uint32Array(),
    names: [],
  }));
  const dumped = Object.entries(chunks).map(([key, courses]) => {
    let end = 0;
    return { key, ends: Uint32Array.from(courses, ([, size]) => (end += size * mebibyte)) };
  });
  return planParts('csv', dumped, numberCourses(columns));
}

describe('a part of a dump', () => {
  it('is made from something else if it ends earlier, before a course that does not fit', () => {
    const courses = [10, 20, 30, 40, 50, 60].map((id) => [id, 5] as const);
    const [before] = plannedOf({ k: courses });
    const [after] = plannedOf({ k: courses, other: [[35, 10]] });
    expect([before?.courses.length, after?.courses.length]).toEqual([4, 3]);
    expect(after?.madeFrom).not.toBe(before?.madeFrom);
  });

  it('ends after 50,000 courses', async () => {
    const courses = upTo(50_001).map((id) => line(id));
    // Packs take less time than 50,000 files.
    const chosen = { dumps: ['parquet'], host: 'cloudflare', pack: true } as const;
    expect(parts(await dumpsOf({ 'courses.ndjson': courses.join('') }, chosen))).toEqual([
      'courses-2.parquet',
      'courses.parquet',
    ]);
    const [course, ...others] = await coursesByDuckdb(site.out, 'parquet', 'courses-2');
    expect([course?.id, others]).toEqual([50_001, []]);
  });

  it.each([
    ['64 MiB of NDJSON', 'ndjson', 66, [63, 3]],
    ['24 MiB of CSV', 'csv', 30, [23, 7]],
    // Of text in Base64, compression leaves three quarters.
    ['24 MiB of the JSON that Parquet is made from', 'parquet', 30, [17, 5]],
  ] as const)('ends before %s', async (_, format, count, expected) => {
    const text = () => (format === 'parquet' ? randomBytes(0.75 * mebibyte).toString('base64') : 'x'.repeat(mebibyte));
    const courses = upTo(count).map((id) => line(id, text()));
    const dumps = await dumpsOf({ 'courses.ndjson': courses.join('') }, { dumps: [format] });
    const sizes = ['courses', 'courses-2', 'courses-3'].flatMap((name) => {
      const [bytes, packed] = [dumps.get(`${name}.${format}`), dumps.get(`${name}.${format}.gz`)];
      return packed ? gunzipSync(packed).length : (bytes?.length ?? []);
    });
    expect(sizes.map((size) => Math.round(size / mebibyte))).toEqual(expected);
  });

  it('may be a single course that is larger than any part', async () => {
    const courses = [line(1), line(2, 'x'.repeat(25 * mebibyte)), line(3)].join('');
    expect(parts(await dumpsOf({ 'courses.ndjson': courses }, { dumps: ['csv'] }))).toEqual([
      'courses-2.csv',
      'courses-3.csv',
      'courses.csv',
    ]);
  });
});

describe('the dumps of a catalog', () => {
  const courses = (ids: readonly number[]) => ids.map((id) => line(id, `${id} `.repeat(id % 50))).join('');

  it('stay as they are where two chunks have the same bytes', async () => {
    const blank = `${' '.repeat(999)}\n`.repeat(200);
    const chosen = { dumps: ['ndjson'], chunkSize: 4_000 } as const;
    await dumpsOf({ 'courses.ndjson': `${courses([1])}${blank}${courses([2])}` }, chosen);
    expect((await buildMuchLater({ ...site, chosen })).changes).toEqual({ added: [], changed: [], removed: [] });
    expect(linesIn(join(site.out, 'dumps/courses.ndjson.gz'))).toHaveLength(2);
  });

  const ascending = upTo(400);
  const half = (each: (id: number) => boolean) => courses(ascending.filter(each));
  it.each<[string, Record<string, string>]>([
    ['descending', { 'courses.ndjson': courses(ascending.toReversed()) }],
    ['swapped in places', { 'courses.ndjson': courses(ascending.map((id) => ((id % 20) >> 1 === 2 ? id ^ 1 : id))) }],
    ['shuffled', { 'courses.ndjson': courses(ascending.map((id) => (id * 151) % 401)) }],
    [
      'alternating between files',
      { 'courses/a.ndjson': half((id) => id % 2 === 0), 'courses/b.ndjson': half((id) => id % 2 === 1) },
    ],
    [
      'in files whose order is not theirs',
      { 'courses/b.ndjson': half((id) => id <= 150), 'courses/a.ndjson': half((id) => id > 150) },
    ],
    ['in one array', { 'courses.json': `[${courses(ascending).trim().replaceAll('\n', ',')}]` }],
  ])('are those of its courses in order if they are %s', async (_, files) => {
    const chosen = { dumps: ['ndjson', 'csv', 'parquet'], chunkSize: 40_000 } as const;
    const found = await dumpsOf(files, chosen);
    expect(linesIn(join(site.out, 'dumps/courses.ndjson.gz')).map((text) => JSON.parse(text).id)).toEqual(ascending);
    for (const folder of [site.data, site.out, site.state]) removeFolder(folder);
    expect(await dumpsOf({ 'courses.ndjson': courses(ascending) }, chosen)).toEqual(found);
  });
});
