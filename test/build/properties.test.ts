// Arbitrary catalogs: what builds is as specified; what does not build is explained.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/problems.ts';
import { inFolder, snapshot, writeFiles } from '../folders.ts';
import { forAll } from '../for-all.ts';
import { changed, nearlySource, type SourceFiles } from './anything.ts';
import { catalog, type Catalog } from './catalogs.ts';
import { layout, writeCatalog, type Layout } from './layout.ts';
import { beside, faultsOf, plain, problemsOf, runBuild, type Chosen } from './run.ts';

const chosen = fc.record<Partial<Chosen> & { baseUrl: string }>({
  baseUrl: fc.constantFrom('http://localhost:8080', 'https://example.org/a/b'),
  pageLinks: fc.constantFrom('query', 'path'),
  pageSize: fc.constantFrom(1, 2, 3, 25),
  latest: fc.constantFrom(1, 2, 5, 50),
});

describe('any valid catalog', () => {
  it('builds as specified, in whatever files it is written', () =>
    forAll(120, [catalog, layout, chosen], async (content, how, choice) => {
      await inFolder(async (folder) => {
        const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
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
    await forAll(60, [shuffled], async ({ content, other, one, two }) => {
      expect(await built(other, two)).toEqual(await built(content, one));
    });
  });
});

describe('anything else', () => {
  it('in place of any value of a catalog is built or explained', () =>
    forAll(250, [catalog.chain(changed)], async (source) => {
      expect(await wrongWith(source)).toEqual([]);
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
    await forAll(150, [files], async (source) => {
      expect(await wrongWith(source)).toEqual([]);
    });
  });
});

/** Builds from these files; returns what is wrong with the build, or with the problems that prevent it. */
async function wrongWith(files: SourceFiles): Promise<string[]> {
  return inFolder(async (folder) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
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
  return inFolder(async (folder) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeCatalog(data, content, how);
    await runBuild({ data, out, chosen: plain });
    return snapshot(out);
  });
}
