// Builds of real, sample and generated catalogs, compared file by file with an independent reading of the specification.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { it } from '../fixture.ts';
import { inFolder, makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { readSource } from '../oracle/read-source.ts';
import { beside, faultsOf, runBuild, type Chosen } from './run.ts';

const root = resolve(import.meta.dirname, '../..');
const sample = join(root, 'data');
const real = resolve(root, '../shared/data/free-programming-courses');

/** Every option that changes bytes, in a few builds. */
const choices: readonly Partial<Chosen>[] = [
  { baseUrl: 'http://localhost:8080', pageLinks: 'query', pageSize: 25, latest: 10 },
  { baseUrl: 'https://example.org/open/catalog', pageLinks: 'path', pageSize: 7, latest: 50 },
  { baseUrl: 'https://example.org', pageLinks: 'query', pageSize: 1, latest: 1 },
  { baseUrl: 'https://user.github.io/caf%C3%A9', pageLinks: 'path', pageSize: 10_000, latest: 50 },
];

const generated = [
  { courses: 0 },
  { courses: 1 },
  { courses: 30 },
  { courses: 600 },
  { courses: 300, files: 7, seed: 2 },
] as const;

let folder = '';
beforeAll(() => {
  folder = makeFolder();
  for (const [index, options] of generated.entries()) {
    generateCatalog({ ...options, directory: join(folder, `catalog-${index}`) });
  }
});
afterAll(() => removeFolder(folder));

describe.each(choices)('with %j', (chosen) => {
  it('builds the sample catalog as specified', async () => {
    expect(await wrongWith(sample, chosen)).toEqual([]);
  });

  it('builds the real catalog as specified (needs ../shared/data)', async ({ skip }) => {
    skip(!existsSync(real), `skipped: ${real} is not there`);
    expect(await wrongWith(real, chosen)).toEqual([]);
  });

  it.each(generated.map((options, index) => ({ ...options, index })))(
    'builds a generated catalog as specified: %j',
    async ({ index }) => {
      expect(await wrongWith(join(folder, `catalog-${index}`), chosen)).toEqual([]);
    },
  );
});

describe('the real catalog', () => {
  it('has 4,497 courses and 5,289 addresses (needs ../shared/data)', async ({ skip }) => {
    if (!existsSync(real)) process.stderr.write(`The tests of the real catalog are skipped: ${real} is not there.\n`);
    skip(!existsSync(real), `skipped: ${real} is not there`);
    await inFolder(async (place) => {
      const out = join(place, 'dist');
      const { courses } = await runBuild({ data: real, out });
      const additions = new Set(['api/v1/index.json', 'api/v1/languages/index.json']);
      const addresses = filesOf(out).filter(
        (path) =>
          /^api\/.*\/index\.json$/u.test(path) && !/\/page\/\d+\/index\.json$/u.test(path) && !additions.has(path),
      );
      expect([courses, addresses.length]).toEqual([4497, 5289]);
    });
  });
});

describe('the linkhash of an address', () => {
  it.for([
    ['http://oer.avu.org/handle/123456789/267', 'e2639864b8a3a3e15188c5a96ae789ae'],
    ['http://oer.avu.org/handle/123456789/274', '0434a9aa1fc2daa21258a6cb17f4eb28'],
  ] as const)('of %s is %s', async ([linkurl, digest], { folder: place }) => {
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    const course = { id: 1, title: 'A', provider: 1, language: 'English', date_published: '2012-01-01', linkurl };
    writeFiles(data, {
      'providers.json': JSON.stringify({ id: 1, name: 'African Virtual University' }),
      'categories.json': '[]',
      'courses.json': JSON.stringify(course),
    });
    await runBuild({ data, out });
    expect(readdirSync(join(out, 'api/v1/courses/view'))).toEqual([digest]);
    expect(faultsOf(out, data)).toEqual([]);
  });
});

async function wrongWith(data: string, chosen: Partial<Chosen>): Promise<string[]> {
  return inFolder(async (place) => {
    const out = join(place, 'dist');
    const { courses, files, bytes } = await runBuild({ data, out, chosen });
    const source = readSource(data);
    const written = filesOf(out);
    const size = written.reduce((sum, path) => sum + statSync(join(out, path)).size, 0);
    const isCounted = courses === source.courses.length && files === written.length && bytes === size;
    return [
      ...faultsOf(out, source, chosen),
      ...beside(out),
      ...(isCounted ? [] : [`reported: ${courses} courses, ${files} files, ${bytes} bytes`]),
    ];
  });
}

function filesOf(out: string): string[] {
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1));
}
