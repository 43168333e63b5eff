// The files of the filters: their size, what rewrites them, and that what they hold of each course can be read back.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import type { FullCourse } from '../../src/api/records.ts';
import { filtersIn } from '../../src/outputs/filters/filters.ts';
import { filterNames, type FilterCounts, type FiltersFile } from '../../src/outputs/filters/file-format.ts';
import { runBuild } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';

/** The filters are the same without pages of courses. */
const chosen = { pages: true, coursePages: false } as const;

describe('the files of the filters', () => {
  it('have less than 20 kB compressed for 3,000 courses', async () => {
    expect(compressed(await sharedBuild(await variedCatalog(), { pages: true }))).toBeLessThan(20_000);
  });

  it('have at most twelve bytes for each course of a catalog whose values are independent, stay with a title, and alone change with a course', async ({
    folder,
  }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 2500, directory: data });
    await runBuild({ data, out, chosen });
    expect(compressed(out)).toBeLessThanOrEqual(12 * 2500);

    const file = join(data, 'courses.ndjson');
    const [one = '', ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const edited = JSON.stringify({ ...JSON.parse(one), title: 'Quite another' });
    writeFileSync(file, `${[edited, ...others].join('\n')}\n`);
    const { changes: ofTitle } = await runBuild({ data, out, chosen });
    expect(ofTitle.changed.length).toBeGreaterThan(0);
    expect([...ofTitle.added, ...ofTitle.changed].filter(isFilters)).toEqual([]);

    const added = JSON.stringify({ ...JSON.parse(one), id: 987_654_321_012, linkurl: 'https://example.org/added' });
    writeFileSync(file, `${[edited, ...others, added].join('\n')}\n`);
    const { changes: ofCourse } = await runBuild({ data, out, chosen });
    const changed = [...ofCourse.added, ...ofCourse.changed].filter(isFilters);
    expect(changed.toSorted()).toEqual(['filters/counts.json', 'filters/courses.json']);
  });

  it('have the values and their counts in a file of their own', async () => {
    const out = await sharedBuild(await variedCatalog(), { pages: true });
    const whole: FiltersFile = JSON.parse(fileIn(out));
    const counts: FilterCounts = JSON.parse(fileIn(out, 'counts'));
    for (const filter of filterNames) {
      const { sets, courses } = whole[filter === 'year' ? 'day' : filter];
      expect(new Set(sets.map(String)).size, 'each set once').toBe(sets.length);
      const values = courses.flatMap((set) => sets[set] ?? []);
      const expected = new Map<string, number>();
      for (const value of filter === 'year' ? values.map((day) => day.slice(0, 4)) : values)
        expected.set(value, (expected.get(value) ?? 0) + 1);
      expect(new Map(counts[filter])).toEqual(expected);
      const sizes = counts[filter].map(([, count]) => count);
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

  it('have the provider, the languages and the day of every course at its id', async ({ folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 300, directory: data });
    await runBuild({ data, out, chosen });
    const filters = filtersIn(JSON.parse(fileIn(out)));
    const views = join(out, 'api/v1/courses/view');
    const courses = readdirSync(views).map((hash): FullCourse =>
      JSON.parse(readFileSync(join(views, hash, 'index.json'), 'utf8')),
    );
    expect([...filters.ids()]).toEqual(courses.map(({ id }) => id).toSorted((a, b) => a - b));
    for (const { id, provider, language, date_published } of courses) {
      const course = filters.withId(id) ?? -1;
      expect(filters.valueOf('provider', course)).toBe(String(provider));
      expect(filters.valueOf('day', course)).toBe(date_published.slice(0, 10));
      const named = filters.countIn('language', [course]).map(([name]) => name);
      expect(named.toSorted()).toEqual(language.toSorted());
    }
    expect(filters.withId(courses.length + 1e9)).toBeUndefined();
  });
});

function compressed(out: string): number {
  return gzipSync(fileIn(out)).length + gzipSync(fileIn(out, 'counts')).length;
}

function fileIn(out: string, name = 'courses'): string {
  return readFileSync(join(out, `filters/${name}.json`), 'utf8');
}

function isFilters(path: string): boolean {
  return path.startsWith('filters/');
}
