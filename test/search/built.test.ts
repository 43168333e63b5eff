// The index that a build writes: file by file the one that the format describes, whatever the catalog and the previous build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, describe, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { catalog } from '../build/catalogs.ts';
import { layout, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { isRealMissing, neededForReal, realCatalog } from '../real-catalog.ts';
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
            await runBuild({ data, out, chosen: { site: true } });
            expect(indexIn(out)).toEqual(described(out));
          }
        });
      }),
      { numRuns: 15 },
    );
  });

  it('follows the format for many courses, and when some of them are changed, added and removed', async () => {
    await inFolder(async (folder) => {
      const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
      generateCatalog({ courses: 3000, directory: data });
      await runBuild({ data, out, chosen: { site: true } });
      const first = indexIn(out);
      expect(first).toEqual(described(out));

      const file = join(data, 'courses.ndjson');
      const [one = '', two = '', , ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
      const changed = JSON.stringify({ ...JSON.parse(one), title: 'Quite another Zygohistomorphism' });
      const added = JSON.stringify({ ...JSON.parse(two), id: 987_654_321, linkurl: 'https://example.org/added' });
      writeFileSync(file, `${[changed, two, ...others, added].join('\n')}\n`);
      await runBuild({ data, out, chosen: { site: true } });
      const second = indexIn(out);
      expect(second).toEqual(described(out));
      expect(second).not.toEqual(first);
    });
  });

  it.skipIf(isRealMissing)(`follows the format for the real catalog${neededForReal}`, async () => {
    await inFolder(async (folder) => {
      const out = join(folder, 'dist');
      await runBuild({ data: realCatalog, out, chosen: { site: true } });
      expect(indexIn(out)).toEqual(described(out));
    });
  });
});

/** The files of the index by path, parsed. */
function indexIn(out: string): Record<string, unknown> {
  const paths = readdirSync(join(out, 'search'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(out.length + 1), JSON.parse(readFileSync(path, 'utf8'))]));
}

/** The index that the format describes for the published courses. */
function described(out: string): Record<string, unknown> {
  const views = join(out, 'api/v1/courses/view');
  const courses = (existsSync(views) ? readdirSync(views) : []).map((hash): IndexedCourse =>
    JSON.parse(readFileSync(join(views, hash, 'index.json'), 'utf8')),
  );
  return Object.fromEntries(Object.entries(naiveIndex(courses)).map(([path, text]) => [path, JSON.parse(text)]));
}
