// The chunks of shards: each finds its own, and together they are the whole source.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOfShare } from '../../src/pipeline/shards/split.ts';
import { chunkSize } from '../../src/source/ranges.ts';
import { inFolder } from '../folders.ts';
import { writeCourses } from '../source/write-courses.ts';

interface Written {
  readonly format: 'ndjson' | 'json' | 'csv';
  /** Of the text of each record. */
  readonly lengths: readonly number[];
  readonly hasLastLineEnd: boolean;
}

const written: fc.Arbitrary<Written> = fc.record({
  format: fc.constantFrom('ndjson', 'json', 'csv'),
  lengths: fc.array(fc.nat(900), { maxLength: 30 }),
  hasLastLineEnd: fc.boolean(),
});

function textOf({ format, lengths, hasLastLineEnd }: Written): string {
  const lines = lengths.map((length, at) => `{"id":${at},"title":"${'é'.repeat(length)}"}`);
  return format === 'json' ? `[${lines.join(',')}]` : lines.join('\n') + (hasLastLineEnd ? '\n' : '');
}

it('every byte of the source is in one shard, and no line in two', () =>
  inFolder(async (folder) => {
    const size = 400;
    fc.assert(
      fc.property(fc.array(written, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (all, total) => {
        const files = all.map((one, at) => writeCourses(folder, one.format, textOf(one), `${at}`));
        const shares = Array.from({ length: total }, (_, at) =>
          chunksOfShare(files, { index: at + 1, total }, { size }).flatMap(({ ranges }) => ranges),
        );
        const ranges = shares.flat();
        for (const [at, file] of files.entries()) {
          const own = ranges.filter((range) => range.file === file);
          expect(own[0]?.start).toBe(0);
          expect(own.at(-1)?.end).toBe(file.size);
          // The comma between two elements of an array is in no range.
          const gap = file.format === 'json' ? 1 : 0;
          for (const [index, { start }] of own.slice(1).entries()) expect(start).toBe((own[index]?.end ?? 0) + gap);
          if (all[at]?.format !== 'ndjson') continue;
          const bytes = readFileSync(file.path);
          for (const { start } of own.slice(1)) expect(bytes[start - 1]).toBe(0x0a);
        }
        expect(ranges.map(({ file }) => files.indexOf(file))).toEqual(
          ranges.map(({ file }) => files.indexOf(file)).toSorted((a, b) => a - b),
        );
      }),
    );
  }));

it('a shard of lines has an equal share of their bytes, but for the ends of two lines', () =>
  inFolder(async (folder) => {
    const lengths = Array.from({ length: 900 }, (_, at) => 100 + ((at * 37) % 800));
    const file = writeCourses(folder, 'ndjson', textOf({ format: 'ndjson', lengths, hasLastLineEnd: true }));
    expect(file.size).toBeGreaterThan(chunkSize);
    for (let index = 1; index <= 7; index += 1) {
      const ranges = chunksOfShare([file], { index, total: 7 }, { size: 20_000 }).flatMap((chunk) => chunk.ranges);
      const bytes = (ranges.at(-1)?.end ?? 0) - (ranges[0]?.start ?? 0);
      expect(Math.abs(bytes - file.size / 7)).toBeLessThan(2000);
    }
  }));
