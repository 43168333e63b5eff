// Threads of a part of a build.
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { partThreads } from '../../src/pipeline/workers/thread-count.ts';

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
