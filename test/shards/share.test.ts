// Shares: every item goes to one part, in contiguous runs of about equal size.
import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharesOf } from '../../src/pipeline/share.ts';
import { partThreads } from '../../src/pipeline/workers/thread-count.ts';

const sizes = fc.array(fc.nat(10 ** 12), { maxLength: 40 });
const total = fc.integer({ min: 1, max: 12 });

it('sharing assigns each item to one part, in ascending runs', () => {
  fc.assert(
    fc.property(sizes, total, (all, parts) => {
      const shares = sharesOf(all, parts);
      expect(shares.length).toBe(all.length);
      expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
      for (const share of shares) expect(share >= 1 && share <= parts).toBe(true);
    }),
  );
});

it('sharing gives no part more than an equal share plus one item', () => {
  fc.assert(
    fc.property(sizes, total, (all, parts) => {
      const shares = sharesOf(all, parts);
      const sum = all.reduce((whole, size) => whole + size, 0);
      for (let part = 1; part <= parts; part += 1) {
        const own = all.filter((_, at) => shares[at] === part).reduce((whole, size) => whole + size, 0);
        expect(own).toBeLessThanOrEqual((sum / parts + Math.max(0, ...all)) * (1 + 1e-9));
      }
    }),
  );
});

it('sharing leaves parts empty if there are fewer items than parts', () => {
  expect(sharesOf([1, 1], 5)).toEqual([2, 4]);
  expect(sharesOf([0], 3)).toEqual([1]);
  expect(sharesOf([], 3)).toEqual([]);
});

it('a part starts a thread for many bytes only, unless told how many', () => {
  const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  const file = { kind: 'courses', format: 'ndjson', path: 'courses.ndjson', size: 0, stamp } as const;
  const chunks = (megabytes: number) =>
    Array.from({ length: 8 }, () => ({ ranges: [{ file, start: 0, end: (megabytes * 2 ** 20) / 8, indent: 0 }] }));
  expect(partThreads('shard', chunks(512), undefined)).toBe(1);
  expect(partThreads('shard', chunks(513), undefined)).toBe(Math.min(2, availableParallelism()));
  expect(partThreads('merge', chunks(2048), undefined)).toBe(1);
  expect(partThreads('merge', chunks(2049), undefined)).toBe(Math.min(2, availableParallelism()));
  expect(partThreads('merge', chunks(1), 4)).toBe(4);
});
