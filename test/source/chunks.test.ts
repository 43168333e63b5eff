// Chunks: course files are cut into whole records of about the chunk size, and small files share a chunk.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesOf, cutIntoChunks, groupRanges, type Chunk } from '../../src/build/read/chunks.ts';
import type { SourceFormat } from '../../src/catalog/source/find.ts';
import { digestOfRange, splitFile } from '../../src/catalog/source/ranges.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { writeCourses } from './write-courses.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const size = 1024;
/** The most that a record below has in a file, with what separates it. */
const maxRecord = 850;
const fileOf = (format: SourceFormat, records: readonly object[], name?: string) =>
  writeCourses(folder, format, textOf(format, records), name);

function textOf(format: SourceFormat, records: readonly object[]): string {
  const lines = records.map((record) => JSON.stringify(record));
  return format === 'json' ? `[${lines.join(',\n')}]` : lines.map((line) => `${line}\n`).join('');
}

/** `count` records of varying length and content. */
function recordsOf(count: number): object[] {
  return Array.from({ length: count }, (_, id) => ({ id, title: `Course ${id ** 3}`.repeat(1 + (id % 3)) }));
}

describe.each(['ndjson', 'json'] as const)('a file of %s', (format) => {
  it('that has grown since it was found is cut up to the size that it had', () => {
    const found = fileOf(format, recordsOf(600), `growing.${format}`);
    fileOf(format, recordsOf(3000), `growing.${format}`);
    const ranges = splitFile(found, size);
    expect(ranges.at(-1)?.end).toBe(found.size);
    expect(ranges.filter(({ start, end }) => start >= end)).toEqual([]);
  });

  it('is cut at the first end of a record after each chunk size', async () => {
    const lengths = fc.array(fc.nat(400), { minLength: 1, maxLength: 120 });
    await forAll(100, [lengths], (all) => {
      const file = fileOf(
        format,
        all.map((length, id) => ({ id, title: 'é'.repeat(length) })),
      );
      const separator = format === 'json' ? 1 : 0;
      let end = -separator;
      const ranges = splitFile(file, size);
      for (const range of ranges) {
        expect(range.start).toBe(end + separator);
        ({ end } = range);
        const text = readFileSync(file.path).toString('utf8', range.start, range.end);
        expect(() =>
          JSON.parse(
            `[${text
              .replace(/^\[|\]$/gu, '')
              .trim()
              .replaceAll('}\n{', '},{')}]`,
          ),
        ).not.toThrow();
      }
      expect(end).toBe(file.size);
      for (const range of ranges.slice(0, -1)) {
        expect(range.end - range.start).toBeGreaterThanOrEqual(size);
        expect(range.end - range.start).toBeLessThan(size + maxRecord);
      }
    });
  });
});

it('the digest of a range is the SHA-256 of its bytes', () => {
  const file = fileOf('ndjson', recordsOf(9000));
  const bytes = readFileSync(file.path);
  expect(bytes.length).toBeGreaterThan(300_000);
  for (const range of [...splitFile(file, size).slice(0, 2), ...splitFile(file)])
    expect(digestOfRange(range)).toBe(hash('sha256', bytes.subarray(range.start, range.end)));
});

describe('many small files', () => {
  const files = Array.from({ length: 200 }, (_, at) => fileOf('ndjson', recordsOf(1 + (at % 5)), `small-${1000 + at}`));
  const ranges = files.map((file) => ({ file, start: 0, end: file.size, indent: 0 }));

  it('are grouped into chunks in order, each of the chunk size and at most one file more', () => {
    const chunks = groupRanges(ranges, size);
    expect(chunks.flat()).toEqual(ranges);
    expect(chunks.length).toBeLessThan(ranges.length / 4);
    const sizes = chunks.map(bytesOf);
    const largest = Math.max(...files.map((file) => file.size));
    expect(sizes.slice(0, -1).filter((bytes) => bytes < size)).toEqual([]);
    expect(sizes.filter((bytes) => bytes >= size + largest)).toEqual([]);
  });

  it('share chunks with the ends of large ones, and files of other kinds are in none', () => {
    const [first] = files;
    if (!first) throw new Error('there is no file');
    const large = fileOf('ndjson', recordsOf(100), 'large');
    const chunks = cutIntoChunks([{ ...first, kind: 'providers' }, large, ...files], size);
    expect(chunks.flat()).toEqual([...splitFile(large, size), ...ranges]);
    const filesOf = (chunk: Chunk) => chunk.map(({ file }) => file);
    expect(chunks.filter((chunk) => filesOf(chunk).includes(large) && filesOf(chunk).includes(first))).toHaveLength(1);
  });
});
