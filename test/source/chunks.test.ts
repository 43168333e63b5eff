// Chunks: cut points in course files depend on the content, so an edit leaves every other chunk unchanged.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { planChunks } from '../../src/pipeline/read/chunks.ts';
import type { SourceFormat, SourceFile } from '../../src/source/find.ts';
import { Fingerprint } from '../../src/source/fingerprint.ts';
import { splitFile, type SourceRange } from '../../src/source/ranges.ts';
import { readRange } from '../../src/source/read.ts';
import { csvFields } from '../../src/source/schema.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { writeCourses } from './write-courses.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const size = 1024;
const fileOf = (format: SourceFormat, records: readonly object[], name?: string) =>
  writeCourses(folder, format, textOf(format, records), name);

function textOf(format: SourceFormat, records: readonly object[]): string {
  const lines = records.map((record) => JSON.stringify(record));
  return format === 'json' ? `[${lines.join(',\n')}]` : lines.map((line) => `${line}\n`).join('');
}

/** `count` records of varying length and content. */
function recordsOf(count: number, from = 0): object[] {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    title: `Course ${(from + at) ** 3}`.repeat(1 + (at % 3)),
  }));
}

function contentOf({ file, start, end }: SourceRange): string {
  return readFileSync(file.path).toString('latin1', start, end);
}

/** How many ranges of `after` hold bytes that no earlier range had. */
function newRangeCount(after: SourceFile, before: ReadonlySet<string>): number {
  return splitFile(after, size).filter((range) => !before.has(contentOf(range))).length;
}

const records = recordsOf(600);
const edits: [string, (all: readonly object[]) => object[], number][] = [
  ['a title is edited', (all) => all.with(300, { id: 300, title: 'another' }), 3],
  ['a course is inserted at the front', (all) => [{ id: 9999, title: 'first' }, ...all], 2],
  ['a course is appended', (all) => [...all, { id: 9999, title: 'last' }], 2],
  ['a course is removed', (all) => all.toSpliced(200, 1), 2],
  ['a hundred courses are removed', (all) => all.toSpliced(200, 100), 3],
  ['the two halves are swapped', (all) => [...all.slice(300), ...all.slice(0, 300)], 6],
];

describe.each(['ndjson', 'json'] as const)('a file of %s', (format) => {
  it('that has grown since it was found is cut up to the size that it had', () => {
    const found = fileOf(format, records, `growing.${format}`);
    fileOf(format, recordsOf(3000), `growing.${format}`);
    const ranges = splitFile(found, size, true);
    expect(ranges.at(-1)?.end).toBe(found.size);
    expect(ranges.filter(({ start, end }) => start >= end)).toEqual([]);
  });

  it('is cut into whole records, each chunk between two thirds of the chunk size and about twice that size', async () => {
    const lengths = fc.array(fc.nat(400), { minLength: 1, maxLength: 120 });
    await forAll(100, [lengths], (all) => {
      const file = fileOf(
        format,
        all.map((length, id) => ({ id, title: 'é'.repeat(length) })),
      );
      const ranges = splitFile(file, size);
      const fingerprinted = splitFile(file, size, true);
      expect(fingerprinted.map(({ start, end, indent }) => ({ file, start, end, indent }))).toEqual(ranges);
      const separator = format === 'json' ? 1 : 0;
      let end = -separator;
      for (const range of ranges) {
        expect(range.start).toBe(end + separator);
        ({ end } = range);
      }
      expect(end).toBe(file.size);
      for (const range of ranges.slice(0, -1)) {
        expect(range.end - range.start).toBeGreaterThanOrEqual((2 * size) / 3);
        // Allow for one whole record past the limit, and the one before it.
        expect(range.end - range.start).toBeLessThan(2 * size + 2 * 850);
      }
    });
  });

  it.each(edits)('keeps all other ranges if %s', (_, edit, limit) => {
    const before = splitFile(fileOf(format, records), size);
    expect(before.length).toBeGreaterThan(15);
    const known = new Set(before.map(contentOf));
    const fresh = newRangeCount(fileOf(format, edit(records)), known);
    expect(fresh).toBeGreaterThan(0);
    expect(fresh).toBeLessThanOrEqual(limit);
  });
});

describe('fingerprints', () => {
  const files: [string, () => SourceFile][] = [
    ['NDJSON', () => fileOf('ndjson', records)],
    ['a JSON array', () => fileOf('json', records)],
    ['a JSON object', () => writeCourses(folder, 'json', JSON.stringify({ id: 1, title: 'Über'.repeat(size) }))],
    ['YAML', () => writeCourses(folder, 'yaml', '- id: 1\n  title: Über\n')],
    ['CSV', () => writeCourses(folder, 'csv', 'id,title\n1,Über\n')],
  ];

  it.each(files)('of %s match those of the bytes that are read', async (_, write) => {
    const file = write();
    for (const range of splitFile(file, size, true)) {
      const read = new Fingerprint();
      // Sequential, since each takes a file descriptor.
      await readRange(range, csvFields.courses, {
        record: () => {},
        problem: () => {},
        bytes: (bytes) => read.add(bytes),
      });
      expect(read.finish()).toBe(range.fingerprint);
    }
  });
});

describe('many small files', () => {
  const filesOf = (count: number) =>
    Array.from({ length: count }, (_, at) => fileOf('ndjson', recordsOf(3, 10 * at), `small-${1000 + at}`));

  it('are grouped into chunks in order, each at most twice the chunk size', () => {
    const ranges = filesOf(200).map((file) => ({ file, start: 0, end: file.size, indent: 0 }));
    const chunks = planChunks(ranges, undefined, size);
    expect(chunks.flatMap((chunk) => chunk.ranges)).toEqual(ranges);
    expect(chunks.length).toBeLessThan(120);
    for (const { ranges: group } of chunks) {
      expect(group.reduce((sum, { end }) => sum + end, 0)).toBeLessThanOrEqual(2 * size);
    }
  });

  it('keep their chunks if a file is inserted, except for those right after it', () => {
    const groups = (files: readonly SourceFile[]) => {
      const ranges = files.map((file) => ({ file, start: 0, end: file.size, indent: 0 }));
      return planChunks(ranges, undefined, size).map((chunk) => chunk.ranges.map(({ file }) => file.path).join(' '));
    };
    const files = filesOf(1000);
    const before = new Set(groups(files));
    const added = fileOf('ndjson', recordsOf(4, 5000), 'small-1500-and-a-half');
    const after = groups([...files.slice(0, 501), added, ...files.slice(501)]);
    expect(after.filter((group) => !before.has(group)).length).toBeLessThan(after.length / 16);
  });
});
