// Builds of varied, sample, generated and arbitrary catalogs, compared file by file with an independent reading of the specification.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import fsExtra from 'fs-extra';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import * as z from 'zod';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import type { Problem } from '../../src/text/problems.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, inFolder, makeFolder, removeFolder, writeFiles, snapshot } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { readSource } from '../oracle/read-source.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { changed, nearlySource, type SourceFiles } from './anything.ts';
import { catalog, type Catalog } from './catalogs.ts';
import { layout, writeCatalog, type Layout } from './layout.ts';
import { beside, faultsOf, runBuild, type Chosen, plain, problemsOf } from './run.ts';

/** Every option that changes bytes, in a few builds. */
const choices: readonly Partial<Chosen>[] = [
  { baseUrl: 'http://localhost:8080', pageLinks: 'query', pageSize: 25, latest: 10 },
  { baseUrl: 'https://example.org/open/catalog', pageLinks: 'path', pageSize: 7, latest: 50 },
  { baseUrl: 'https://example.org', pageLinks: 'query', pageSize: 1, latest: 1 },
  { baseUrl: 'https://user.github.io/caf%C3%A9', pageLinks: 'path', pageSize: 10_000, latest: 50 },
];

const generated = [{ courses: 0 }, { courses: 1 }, { courses: 30 }, { courses: 300, files: 7, seed: 2 }] as const;

const folder = makeFolder();
beforeAll(() => {
  for (const [index, options] of generated.entries())
    generateCatalog({ ...options, directory: join(folder, `catalog-${index}`) });
});
afterAll(() => removeFolder(folder));

describe.each(choices)('with %j', (chosen) => {
  it('builds the sample catalog as specified', async () => {
    expect(await wrongWith('data', chosen)).toEqual([]);
  });

  it.each(generated.map((options, index) => ({ ...options, index })))(
    'builds a generated catalog as specified: %j',
    async ({ index }) => {
      expect(await wrongWith(join(folder, `catalog-${index}`), chosen)).toEqual([]);
    },
  );
});

it('has a sample without what the specification does not name, but for the courses of one provider', async ({
  folder: place,
}) => {
  const out = join(place, 'dist');
  await runBuild({ data: 'data', out, chosen: { latest: 10_000 } });
  const read = (path: string) => fsExtra.readJsonSync(join(out, 'api/v1', path, 'index.json'));
  const courses = z
    .array(
      z.object({ provider_name: z.string(), catalog_id: z.number().nullable(), categories_ids: z.array(z.number()) }),
    )
    .parse(read('courses/latest'));
  const category = z.object({ category_id: z.string() });
  const tree = z.array(category.extend({ children: z.array(category) })).parse(read('categories'));
  const listed = new Set(tree.flatMap((top) => [top, ...top.children]).map(({ category_id }) => Number(category_id)));
  expect(courses.flatMap(({ categories_ids }) => categories_ids.filter((id) => !listed.has(id)))).toEqual([]);
  const without = courses.filter(({ catalog_id }) => catalog_id === null).map(({ provider_name }) => provider_name);
  expect(new Set(without)).toEqual(new Set(['TESSA']));
  expect(courses.filter(({ provider_name }) => provider_name === 'TESSA')).toHaveLength(without.length);
});

it('builds the varied catalog as specified, with 3,000 courses and 3,690 addresses', async ({ folder: place }) => {
  const data = await variedCatalog();
  const out = join(place, 'dist');
  const { courses } = await runBuild({ data, out });
  const isAddition = (path: string) => path === 'api/v1/index.json' || path === 'api/v1/languages/index.json';
  const isFirst = (path: string) => /^api\/(?!.*\/page\/\d+\/).*\/index\.json$/u.test(path) && !isAddition(path);
  expect([courses, filesIn(out).filter(isFirst).length]).toEqual([3000, 3690]);
  expect([...faultsOf(out, data), ...beside(out)]).toEqual([]);
});

async function wrongWith(data: string, chosen: Partial<Chosen>): Promise<string[]> {
  return inFolder(async (root) => {
    const out = join(root, 'dist');
    const { courses, files, bytes } = await runBuild({ data, out, chosen });
    const source = readSource(data);
    const written = filesIn(out);
    const size = written.reduce((sum, path) => sum + statSync(join(out, path)).size, 0);
    const isCounted = courses === source.courses.length && files === written.length && bytes === size;
    return [
      ...faultsOf(out, source, chosen),
      ...beside(out),
      ...(isCounted ? [] : [`reported: ${courses} courses, ${files} files, ${bytes} bytes`]),
    ];
  });
}

const chosen = fc.record<Partial<Chosen> & { baseUrl: string }>({
  baseUrl: fc.constantFrom('http://localhost:8080', 'https://example.org/a/b'),
  pageLinks: fc.constantFrom('query', 'path'),
  pageSize: fc.constantFrom(1, 2, 3, 25),
  latest: fc.constantFrom(1, 2, 5, 50),
});

describe('any valid catalog', () => {
  it('builds as specified, in whatever files it is written', () =>
    forAll(40, [catalog, layout, chosen], async (content, how, choice) => {
      await inFolder(async (home) => {
        const [data, out] = [join(home, 'data'), join(home, 'dist')];
        writeCatalog(data, content, how);
        await runBuild({ data, out, chosen: choice });
        expect(faultsOf(out, data, choice)).toEqual([]);
        expect(twinsIn(out)).toEqual([]);
        expect(beside(out, 'data')).toEqual([]);
      });
    }));

  it('gives the same bytes from other files, with its records in another order', async () => {
    const shuffled = catalog.chain((content) =>
      fc.record({ content: fc.constant(content), other: inAnyOrder(content), one: layout, two: layout }),
    );
    await forAll(20, [shuffled], async ({ content, other, one, two }) => {
      expect(await built(other, two)).toEqual(await built(content, one));
    });
  });
});

describe('anything else', () => {
  it('in place of any value of a catalog is built or explained', () =>
    forAll(75, [catalog.chain(changed)], async (source) => {
      expect(await wrongBuild(source)).toEqual([]);
    }));

  const around = new Map([
    ['providers', '{"id":1,"name":"A"}'],
    ['categories', '[]'],
    ['courses', '[]'],
    ['languages', '["English","French"]'],
  ]);
  it.each([...around.keys()])('in the bytes of %s is built or explained', async (kind) => {
    const others = [...around].filter(([other]) => other !== kind).map(([other, text]) => [`${other}.json`, text]);
    const files = fc
      .tuple(fc.constantFrom('json', 'ndjson', 'yaml', 'csv'), nearlySource)
      .map(([ending, bytes]) => ({ ...Object.fromEntries(others), [`${kind}.${ending}`]: bytes }));
    await forAll(50, [files], async (source) => {
      expect(await wrongBuild(source)).toEqual([]);
    });
  });
});

/** Builds from these files; returns what is wrong with the build, or with the problems that prevent it. */
async function wrongBuild(files: SourceFiles): Promise<string[]> {
  return inFolder(async (home) => {
    const [data, out] = [join(home, 'data'), join(home, 'dist')];
    writeFiles(data, files);
    const problems = await problemsOf({ data, out });
    if (problems.length === 0) {
      return [...faultsOf(out, data), ...twinsIn(out), ...beside(out, 'data')];
    }
    const hasError = problems.some(({ level }) => level === 'error');
    return [
      ...(hasError ? [] : ['refused without an error']),
      ...problems.filter((problem) => !isExplained(problem)).map((problem) => JSON.stringify(problem)),
      ...beside(data),
    ];
  });
}

/** Paths that differ only in case or Unicode normalization: on some systems they are one. */
function twinsIn(out: string): string[] {
  const seen = new Set<string>();
  return readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const folded = path.normalize('NFKD').toUpperCase().normalize('NFKD').toLowerCase().normalize('NFKD');
    return seen.size === seen.add(folded).size;
  });
}

function isExplained({ finding, remedy, position }: Problem): boolean {
  const { line, column } = position ?? { line: 1, column: 1 };
  return finding !== '' && remedy !== '' && finding.isWellFormed() && line > 0 && column > 0;
}

/** Everything but the categories, whose order is significant, and the languages and categories of a course. */
function inAnyOrder(content: Catalog): fc.Arbitrary<Catalog> {
  const shuffle = <T>(records: readonly T[]) =>
    fc.shuffledSubarray([...records], { minLength: records.length, maxLength: records.length });
  return fc.record({
    providers: shuffle(content.providers),
    categories: fc.constant(content.categories),
    languages: content.languages ? shuffle(content.languages) : fc.constant(null),
    courses: shuffle(content.courses),
  });
}

async function built(content: Catalog, how: Layout): Promise<Map<string, string>> {
  return inFolder(async (home) => {
    const [data, out] = [join(home, 'data'), join(home, 'dist')];
    writeCatalog(data, content, how);
    await runBuild({ data, out, chosen: plain });
    return snapshot(out);
  });
}
