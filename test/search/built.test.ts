// The index that a build writes: file by file the one that the format describes, whatever the catalog and the previous build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, describe } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import {
  courseFilePath,
  searchIndexPath,
  startsTermFile,
  type FoundCourse,
} from '../../src/outputs/search/file-format.ts';
import { catalog } from '../build/catalogs.ts';
import { layout, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { plainCourse } from '../build/small-catalog.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, inFolder, writeFiles } from '../helpers/folders.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { naiveIndex, type IndexedCourse } from './naive-index.ts';

describe('the index that a build writes', () => {
  it('follows the format for any valid catalog, also when it replaces that of another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(catalog, layout), { minLength: 1, maxLength: 2 }), async (builds) => {
        await inFolder(async (folder) => {
          for (const [at, [content, how]] of builds.entries()) {
            const data = join(folder, `data${at}`);
            writeCatalog(data, content, how);
            const out = join(folder, 'dist');
            await runBuild({ data, out, chosen: { pages: true } });
            expect(indexIn(out)).toEqual(described(out));
          }
        });
      }),
      { numRuns: 15 },
    );
  });

  it('follows the format for many courses, and when some of them are changed, added and removed', async ({
    folder,
  }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 1500, directory: data });
    const chosen = { pages: true, coursePages: false, chunkSize: 32 * 1024 };
    await runBuild({ data, out, chosen });
    const first = indexIn(out);
    expect(first).toEqual(described(out, false));

    const file = join(data, 'courses.ndjson');
    const [one = '', two = '', , ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
    // It moves the terms after it to a file of their own.
    const divider = Array.from({ length: 10_000 }, (_, at) => `monad${at}`).find(startsTermFile);
    const changed = JSON.stringify({ ...JSON.parse(one), title: `Quite another ${divider}` });
    const added = JSON.stringify({ ...JSON.parse(two), id: 987_654_321, linkurl: 'https://example.org/added' });
    writeFileSync(file, `${[changed, two, ...others, added].join('\n')}\n`);
    const { changes } = await runBuild({ data, out, chosen });
    expect(indexIn(out)).toEqual(described(out, false));
    const rewritten = [...changes.added, ...changes.changed].filter((path) => path.startsWith('search/'));
    expect(rewritten.length).toBeGreaterThan(0);
    // In a few files: a reader has most of them already.
    expect(rewritten.length).toBeLessThan(Object.keys(first).length / 4);
  });

  it('follows the format for many languages', async () => {
    const out = await sharedBuild(await variedCatalog(), { pages: true });
    expect(indexIn(out)).toEqual(described(out));
  });

  it('has the address of each course, and whether courses have pages', async ({ folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    const addresses = ['https://a.example/one?a=[1]', 'urn:isbn:0451450523'];
    writeFiles(data, {
      'providers.json': '[{"id": 1, "name": "Uni"}]',
      'categories.json': '[]',
      'courses.json': JSON.stringify(addresses.map((linkurl, at) => plainCourse(at + 1, { linkurl }))),
    });
    for (const coursePages of [false, true]) {
      await runBuild({ data, out, chosen: { pages: true, coursePages } });
      const courses: FoundCourse[] = JSON.parse(readFileSync(join(out, courseFilePath(0)), 'utf8'));
      expect(courses.map(({ linkurl }) => linkurl)).toEqual(addresses);
      expect(JSON.parse(readFileSync(join(out, searchIndexPath), 'utf8'))).toMatchObject({ pages: coursePages });
    }
  });
});

/** The files of the index by path, parsed: all in its folder but the table of fields. */
function indexIn(out: string): Record<string, unknown> {
  const paths = filesIn(join(out, 'search')).flatMap((name) =>
    ['fields.json', 'languages.json'].includes(name) ? [] : [`search/${name}`],
  );
  return Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(join(out, path), 'utf8'))]));
}

/** The index that the format describes for the published courses. */
function described(out: string, hasCoursePages = true): Record<string, unknown> {
  const views = join(out, 'api/v1/courses/view');
  const courses = (existsSync(views) ? readdirSync(views) : []).map((hash): IndexedCourse =>
    JSON.parse(readFileSync(join(views, hash, 'index.json'), 'utf8')),
  );
  return Object.fromEntries(
    Object.entries(naiveIndex(courses, hasCoursePages)).map(([path, text]) => [path, JSON.parse(text)]),
  );
}
