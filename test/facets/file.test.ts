// The files of the facets: their size, what rewrites them, and that every number in them can be read back.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { randomStream } from '../../scripts/catalog/random.ts';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import {
  digitsOf,
  facetNames,
  numbersOf,
  type FacetCounts,
  type FacetsFile,
} from '../../src/outputs/facets/file-format.ts';
import { runBuild } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';

const chosen = { catalogPage: true, pack: true, host: 'cloudflare' } as const;

describe('the files of the facets', () => {
  it('have less than 20 kB compressed for 3,000 courses', async () => {
    expect(compressed(await sharedBuild(await variedCatalog(), { catalogPage: true }))).toBeLessThan(20_000);
  });

  it('have at most 300 kB compressed for 100,000 random courses of the varied catalog', async () => {
    const out = await sharedBuild(await variedCatalog(), { catalogPage: true });
    const { ids, ...columns }: FacetsFile = JSON.parse(fileIn(out));
    const count = numbersOf(ids).length;
    const random = randomStream(1, 0);
    const drawn = Array.from({ length: 100_000 }, () => Math.floor(random() * count));
    const many = Object.entries(columns).map(([name, column]) => {
      const numbers = numbersOf(column.courses);
      return [name, { ...column, courses: digitsOf(drawn.map((course) => numbers[course] ?? 0)) }];
    });
    const file = { ids: digitsOf(drawn.map(() => 1)), ...Object.fromEntries(many) };
    const bytes = [JSON.stringify(file), fileIn(out, 'counts')].map((text) => gzipSync(text).length);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(300_000);
  });

  it('have at most ten bytes for each course of a catalog whose values are independent, stay with a title, and alone change with a course', async ({
    folder,
  }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 2500, directory: data });
    await runBuild({ data, out, chosen });
    expect(compressed(out)).toBeLessThanOrEqual(10 * 2500);

    const file = join(data, 'courses.ndjson');
    const [one = '', ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const edited = JSON.stringify({ ...JSON.parse(one), title: 'Quite another' });
    writeFileSync(file, `${[edited, ...others].join('\n')}\n`);
    const { changes: ofTitle } = await runBuild({ data, out, chosen });
    expect(ofTitle.changed.length).toBeGreaterThan(0);
    expect([...ofTitle.added, ...ofTitle.changed].filter(isFacets)).toEqual([]);

    const added = JSON.stringify({ ...JSON.parse(one), id: 987_654_321_012, linkurl: 'https://example.org/added' });
    writeFileSync(file, `${[edited, ...others, added].join('\n')}\n`);
    const { changes: ofCourse } = await runBuild({ data, out, chosen });
    const changed = [...ofCourse.added, ...ofCourse.changed].filter(isFacets);
    expect(changed.toSorted()).toEqual(['facets/counts.json', 'facets/courses.json']);
  });

  it('have the values and their counts in a file of their own', async () => {
    const out = await sharedBuild(await variedCatalog(), { catalogPage: true });
    const whole: FacetsFile = JSON.parse(fileIn(out));
    const counts: FacetCounts = JSON.parse(fileIn(out, 'counts'));
    for (const facet of facetNames) {
      const { sets, courses } = whole[facet === 'year' ? 'day' : facet];
      expect(new Set(sets.map(String)).size, 'each set once').toBe(sets.length);
      const values = [...numbersOf(courses)].flatMap((set) => sets[set] ?? []);
      const expected = new Map<string, number>();
      for (const value of facet === 'year' ? values.map((day) => day.slice(0, 4)) : values)
        expected.set(value, (expected.get(value) ?? 0) + 1);
      expect(new Map(counts[facet])).toEqual(expected);
      const sizes = counts[facet].map(([, count]) => count);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }
  });

  it('are the same for the same records in another order', async ({ folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 300, directory: data });
    await runBuild({ data, out, chosen });
    const before = [fileIn(out), fileIn(out, 'counts')];
    const file = join(data, 'courses.ndjson');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${lines.toReversed().join('\n')}\n`);
    await runBuild({ data, out, chosen });
    expect([fileIn(out), fileIn(out, 'counts')]).toEqual(before);
  });

  it('read back any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 53 - 1 })), (numbers) => {
        expect([...numbersOf(digitsOf(numbers))]).toEqual(numbers);
      }),
    );
  });
});

function compressed(out: string): number {
  return gzipSync(fileIn(out)).length + gzipSync(fileIn(out, 'counts')).length;
}

function fileIn(out: string, name = 'courses'): string {
  return readFileSync(join(out, `facets/${name}.json`), 'utf8');
}

function isFacets(path: string): boolean {
  return path.startsWith('facets/');
}
