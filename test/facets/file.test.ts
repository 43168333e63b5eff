// The file of the facets: its size, what rewrites it, and that every number in it can be read back.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { drawCatalog } from '../../scripts/bench/drawn.ts';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { columnOf, dayNumber, dayOf, numbersIn, yearOf } from '../../src/outputs/facets/file-format.ts';
import { runBuild } from '../build/run.ts';
import { sharedBuild } from '../builds.ts';
import { it } from '../fixture.ts';
import { isRealMissing, neededForReal, realCatalog } from '../real-catalog.ts';

const chosen = { site: true, pack: true, host: 'cloudflare' } as const;

describe('the file of the facets', () => {
  it.skipIf(isRealMissing)(`has less than 20 kB compressed for the real catalog${neededForReal}`, async () => {
    expect(compressed(await sharedBuild(realCatalog, { site: true }))).toBeLessThan(20_000);
  });

  it.skipIf(isRealMissing)(
    `has at most three bytes for each of many courses that have the values of the real catalog${neededForReal}`,
    async ({ folder }) => {
      const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
      drawCatalog(realCatalog, 14_000, data);
      await runBuild({ data, out, chosen });
      expect(compressed(out)).toBeLessThanOrEqual(3 * 14_000);
    },
  );

  it('has at most seven bytes for each course of a catalog whose values are independent, stays with a title, and alone changes with a course', async ({
    folder,
  }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    generateCatalog({ courses: 2500, directory: data });
    await runBuild({ data, out, chosen });
    expect(compressed(out)).toBeLessThanOrEqual(7 * 2500);

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
    expect([...ofCourse.added, ...ofCourse.changed].filter(isFacets)).toEqual(['facets/courses.json']);
  });

  it('reads back any numbers and days', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 53 - 1 })), (numbers) => {
        expect([...numbersIn(columnOf(numbers))]).toEqual(numbers);
      }),
    );
    const min = new Date('0001-01-01T00:00:00Z');
    const max = new Date('9999-12-31T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 'YYYY-MM-DD'.length);
        expect(dayOf(dayNumber(day))).toBe(day);
        expect(yearOf(dayNumber(day))).toBe(date.getUTCFullYear());
      }),
    );
  });
});

function compressed(out: string): number {
  return gzipSync(readFileSync(join(out, 'facets/courses.json'))).length;
}

function isFacets(path: string): boolean {
  return path.startsWith('facets/');
}
