// The round trip: what is built of an imported service has the same bytes, by its lists and by its dump.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { catalog as anyCatalog, type Catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { pageFields, type PageField } from '../../src/catalog/fields.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { problemsOf, recordsIn, runImport } from './imported.ts';
import { serving } from './served.ts';

const chosen: Partial<Chosen> = { baseUrl: 'https://courses.example.org', pageSize: 2 };

/** Builds a catalog, imports it from a server, and builds the copy: returns both APIs. */
async function roundTrip(
  folder: string,
  data: string,
  more: Partial<Chosen> = {},
): Promise<{ built: Map<string, string>; copied: Map<string, string>; requests: number }> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await runBuild({ data, out: first, chosen: { ...chosen, ...more } });
  const { requests } = await serving(first, ({ base }) => runImport(base, join(folder, 'copy')));
  await runBuild({ data: join(folder, 'copy'), out: second, chosen: { ...chosen, ...more } });
  return { built: snapshot(join(first, 'api')), copied: snapshot(join(second, 'api')), requests };
}

/** The first file that differs between two APIs, with both contents. */
function difference({ built, copied }: { built: Map<string, string>; copied: Map<string, string> }) {
  const path = [...built.keys(), ...copied.keys()].find((one) => built.get(one) !== copied.get(one));
  return path === undefined ? undefined : { path, built: built.get(path), copied: copied.get(path) };
}

/** The first two levels of the categories, with the courses of deeper ones moved up. */
function twoLevels({ categories, courses, ...rest }: Catalog): Catalog {
  const kept = categories.map(({ children = [], ...top }) => ({
    ...top,
    children: children.map(({ id, name }) => ({ id, name })),
  }));
  const ids = new Set(kept.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)]));
  // Fields that the API does not show.
  const fields = courses.map(({ categories: own = [], ...course }) => ({
    ...course,
    categories: own.filter((id) => ids.has(id)),
  }));
  return { ...rest, categories: kept, courses: fields };
}

const courseOf = (id: number) => ({
  id,
  title: `Optics ${id}`,
  linkurl: `https://a.example/${id}`,
  provider: 1,
  language: 'English',
  date_published: '2024-05-28',
});

describe('the round trip', () => {
  it('of the sample catalog, with deeper categories, is identical to the byte', async ({ folder }) => {
    const both = await roundTrip(folder, 'data');
    expect(difference(both)).toBeUndefined();
    expect(both.built.size).toBeGreaterThan(300);
  });

  it('of any catalog of two levels is identical to the byte', async () => {
    await forAll({ numRuns: 15, endOnFailure: true }, [anyCatalog], async (any) =>
      inFolder(async (folder) => {
        const catalog = twoLevels(any);
        fc.pre(catalog.courses.length > 0);
        writeCatalog(join(folder, 'data'), catalog, oneFileEach);
        expect(difference(await roundTrip(folder, join(folder, 'data')))).toBeUndefined();
      }),
    );
  });
});

describe('the round trip with a dump', () => {
  it('of any catalog, of any depth, is the same to the byte and takes few requests', async () => {
    await forAll({ numRuns: 10, endOnFailure: true }, [anyCatalog], async (catalog) =>
      inFolder(async (folder) => {
        fc.pre(catalog.courses.length > 0);
        writeCatalog(join(folder, 'data'), catalog, oneFileEach);
        const both = await roundTrip(folder, join(folder, 'data'), { dumps: ['ndjson'] });
        expect(difference(both)).toBeUndefined();
        expect(both.requests).toBeLessThan(10);
      }),
    );
  });

  it('keeps the page fields, and reports those that the copy does not have', async ({ folder }) => {
    const found = {
      level: 'beginner',
      price: '49.90 EUR',
      duration: 'three weeks',
      format: ['online', 'Abendkurs; draußen'],
      start_date: '2027-03-01',
      subtitles: ['English'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
      date_modified: '2026-01-02T14:46:25',
      credits: '4.5',
      for_families: 'no',
    };
    const custom = { ...pageFields.level, isFilterable: false };
    const credits: PageField = { ...custom, kind: 'number' };
    const fields = { ...pageFields, credits, for_families: { ...credits, kind: 'yes-no' as const } };
    writeFiles(join(folder, 'source'), {
      'providers.json': '[{"id": 1, "name": "Uni"}]',
      'categories.json': '[]',
      'courses.json': JSON.stringify([
        { ...courseOf(1), ...found },
        { ...courseOf(2), price: 0 },
      ]),
    });
    const out = join(folder, 'dist');
    await runBuild({ data: join(folder, 'source'), out, chosen: { ...chosen, fields, dumps: ['ndjson'] } });
    await serving(out, async ({ base }) => {
      await runImport(base, join(folder, 'data'), { fields });
      const [first, second] = recordsIn(folder);
      expect(first).toMatchObject({ ...found, date_modified: '2026-01-02T14:46:25.000000' });
      expect(second).toMatchObject({ price: '0' });
      const { unusedColumns } = await runImport(base, join(folder, 'bare', 'data'));
      expect(unusedColumns).toEqual(['credits', 'for_families']);
    });
  });

  it('is refused if a file of the dump is not what the data package says', async ({ folder }) => {
    writeSmallCatalog(join(folder, 'source'), 3);
    const out = join(folder, 'dist');
    await runBuild({ data: join(folder, 'source'), out, chosen: { ...chosen, dumps: ['ndjson'] } });
    writeFiles(out, { 'dumps/courses.ndjson.gz': gzipSync('{}') });
    const [problem] = await serving(out, ({ base }) => problemsOf(runImport(base, join(folder, 'data'))));
    expect(problem).toMatch(/^import-request: does not match its digest in datapackage\.json/u);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
