// Where the parts of a dump end; and dumps are the same in whatever order and files their courses are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numberCourses } from '../../src/catalog/membership.ts';
import { dividedCourses } from '../../src/outputs/dumps/output.ts';
import { siteForEach } from '../build/each-site.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { removeFolder, writeFiles } from '../helpers/folders.ts';
import { linesIn } from './read-back.ts';

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

type PlannedCourse = readonly [id: number, size: number];

/** Numbers of courses in the parts of chunks, of which each course has an id and a size in mebibytes. */
function partsOf(...chunks: readonly (readonly PlannedCourse[])[]): number[] {
  const columns = chunks.map((courses) => ({
    ids: Float64Array.from(courses, ([id]) => id),
    hashes: new Float64Array(),
    hasCatalogId: new Uint8Array(),
    days: new Int32Array(),
    published: new Float64Array(),
    created: new Float64Array(),
    lists: new Uint32Array(),
    listEnds: new Uint32Array(),
    names: [],
  }));
  const ends = chunks.map((courses) => {
    let end = 0;
    return Uint32Array.from(courses, ([, size]) => (end += size * mebibyte));
  });
  return dividedCourses(ends, numberCourses(columns)).map(({ length }) => length);
}

describe('a part of a dump', () => {
  it('ends earlier where a course of another chunk takes its place', () => {
    const courses = [10, 20, 30, 40, 50, 60].map((id) => [id, 5] as const);
    expect(partsOf(courses)).toEqual([4, 2]);
    expect(partsOf(courses, [[35, 10]])).toEqual([3, 3, 1]);
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ['ends after 50,000 courses', upTo(50_001).map(() => 0), [50_000, 1]],
    ['ends before 24 MiB of the JSON that it is made from', upTo(30).map(() => 1.01), [23, 7]],
    ['may be a single course that is larger than any part', [1, 25, 1], [1, 1, 1]],
  ])('%s', (_, sizes, expected) => {
    expect(partsOf(sizes.map((size, index) => [index + 1, size]))).toEqual(expected);
  });
});

describe('the dumps of a catalog', () => {
  const courses = (ids: readonly number[]) => ids.map((id) => line(id, `${id} `.repeat(id % 50))).join('');

  it('stay as they are where two chunks have the same bytes', async () => {
    const blank = `${' '.repeat(999)}\n`.repeat(200);
    const chosen = { dumps: ['ndjson'], chunkSize: 4_000 } as const;
    await dumpsOf({ 'courses.ndjson': `${courses([1])}${blank}${courses([2])}` }, chosen);
    expect((await runBuild({ ...site, chosen })).changes).toEqual({ added: [], changed: [], removed: [] });
    expect(linesIn(join(site.out, 'dumps/courses.ndjson.gz'))).toHaveLength(2);
  });

  it('are those of its courses in order, whatever their order and their files', async () => {
    const ascending = upTo(400);
    const half = (each: (id: number) => boolean) => courses(ascending.filter(each));
    const orders: Record<string, Record<string, string>> = {
      ascending: { 'courses.ndjson': courses(ascending) },
      descending: { 'courses.ndjson': courses(ascending.toReversed()) },
      'swapped in places': { 'courses.ndjson': courses(ascending.map((id) => ((id % 20) >> 1 === 2 ? id ^ 1 : id))) },
      shuffled: { 'courses.ndjson': courses(ascending.map((id) => (id * 151) % 401)) },
      'alternating between files': {
        'courses/a.ndjson': half((id) => id % 2 === 0),
        'courses/b.ndjson': half((id) => id % 2 === 1),
      },
      'in files in another order': {
        'courses/b.ndjson': half((id) => id <= 150),
        'courses/a.ndjson': half((id) => id > 150),
      },
      'in one array': { 'courses.json': `[${courses(ascending).trim().replaceAll('\n', ',')}]` },
    };
    const chosen = { dumps: ['ndjson', 'csv', 'parquet'], chunkSize: 40_000 } as const;
    const found: Map<string, Buffer>[] = [];
    for (const [order, files] of Object.entries(orders)) {
      for (const folder of [site.data, site.out]) removeFolder(folder);
      found.push(await dumpsOf(files, chosen));
      expect(found.at(-1), order).toEqual(found[0]);
    }
    expect(linesIn(join(site.out, 'dumps/courses.ndjson.gz')).map((text) => JSON.parse(text).id)).toEqual(ascending);
  });
});
