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
import { it } from '../helpers/fixture.ts';
import { inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { problemsOf, runImport } from './imported.ts';
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
