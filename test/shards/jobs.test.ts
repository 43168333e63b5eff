// The jobs of a merge: together they have every page of every list once, whichever lists are short.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pagesOf, type List } from '../../src/api/paging.ts';
import { jobsById } from '../../src/pipeline/lists/jobs-by-id.ts';

/** In a few lists each, enough courses for several ranges of ids. */
const courses = 50_000;
const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(2000), fc.integer({ min: 40_000, max: courses })), {
  minLength: 1,
  maxLength: 12,
});
const ids = Float64Array.from({ length: courses }, (_, at) => 7 * at + 1);
const byId = Uint32Array.from({ length: courses }, (_, at) => at);

it('has every page of every list once, and those of a list in order', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 20, max: 1000 }), (lengths, pageSize) => {
      const layout = lengths.map((count, at): List => ({ route: 'provider', parameter: `${at}`, label: '', count }));
      // The courses of a list are spread over all of them.
      const members = Uint32Array.from(
        lengths.flatMap((count) => Array.from({ length: count }, (_, at) => Math.floor((at * courses) / count))),
      );
      const lists = { courses, languages: [], counts: Uint32Array.from(lengths), members, catalogCounts: byId };
      const jobs = jobsById(layout, lists, { offsets: Uint32Array.of(0, courses), ids, byId }, pageSize);
      expect(jobs.every((runs) => runs.length > 0)).toBe(true);
      const pages = lengths.map((): number[] => []);
      let start = 0;
      const starts = lengths.map((count) => (start += count) - count);
      for (const { index, list, members: own, from, to } of jobs.flat()) {
        expect(list).toBe(layout[index]);
        expect([own.byteOffset / own.BYTES_PER_ELEMENT, own.length]).toEqual([starts[index], list.count]);
        for (let page = from; page <= to; page += 1) pages[index]?.push(page);
      }
      expect(pages).toEqual(
        lengths.map((count) => Array.from({ length: pagesOf(count, pageSize) }, (_, at) => at + 1)),
      );
    }),
    { numRuns: 25 },
  );
});
