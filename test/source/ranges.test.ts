// Files cut into ranges: whatever the range size, records and positions are those of the whole file.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { SourceFormat, SourceFile } from '../../src/catalog/source/find.ts';
import { splitFile } from '../../src/catalog/source/ranges.ts';
import { readRange } from '../../src/catalog/source/read.ts';
import { recordFields } from '../../src/catalog/source/schema.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { writeCourses } from './write-courses.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const fileOf = (format: SourceFormat, content: string) => writeCourses(folder, format, content);

interface Found {
  readonly value: unknown;
  readonly line: number;
  readonly column: number;
}

/** The records of the ranges with their positions in the file, and the positions of all faults. */
async function readAll(file: SourceFile, size?: number): Promise<{ records: Found[]; faults: string[] }> {
  const records: Found[] = [];
  const faults: string[] = [];
  let before = 0;
  for (const range of splitFile(file, size)) {
    const here: { value: unknown; position: Promise<{ line: number; column: number }> }[] = [];
    const lines = await readRange(range, recordFields.courses, {
      record: (record) => here.push({ value: record.value, position: record.position(['a']) }),
      problem: ({ position, rule }) => faults.push(`${(position?.line ?? 0) + before}:${position?.column} ${rule}`),
    });
    for (const { value, position } of here) {
      const { line, column } = await position;
      records.push({ value, line: line + before, column });
    }
    before += lines;
  }
  return { records, faults };
}

const value = fc.oneof(
  fc.record({
    a: fc.string({ unit: 'grapheme', maxLength: 12 }),
    b: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 2 }),
  }),
  fc.jsonValue({ maxDepth: 2 }).filter((one) => one !== null),
);
const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\n \n', '\r\n\r\n');
const rangeSize = fc.integer({ min: 1, max: 80 });
const mark = fc.constantFrom('', '\ufeff');

describe('NDJSON', () => {
  const lines = fc.array(
    fc.tuple(
      value.map((one) => JSON.stringify(one)),
      lineEnd,
    ),
    { maxLength: 12 },
  );

  it('gives the same records and positions in ranges of any size', () =>
    forAll(300, [lines, mark, rangeSize, fc.boolean()], async (pairs, first, size, ends) => {
      const text = first + pairs.flat().join('');
      const file = fileOf('ndjson', ends ? text : text.trimEnd());
      const whole = await readAll(file);
      expect(whole.records.map((record) => record.value)).toEqual(pairs.map(([json]) => JSON.parse(json)));
      expect(await readAll(file, size)).toEqual(whole);
    }));

  it('gives the same records and faults for any text', async () => {
    const piece = fc.oneof(
      value.map((one) => JSON.stringify(one)),
      fc.string({ maxLength: 5 }),
      lineEnd,
    );
    await forAll(300, [fc.array(piece), rangeSize], async (pieces, size) => {
      // Reading a range ends at a first line that opens a record of several lines.
      const file = fileOf('ndjson', `{"a":0}\n${pieces.join('')}`);
      expect(await readAll(file, size)).toEqual(await readAll(file));
    });
  });

  it('treats a byte order mark as one only at the start of the file, wherever the file is cut', async () => {
    const file = fileOf('ndjson', '{"a":1}\n\ufeff{"a":2}\n{"a":3}\n');
    const whole = await readAll(file);
    expect(whole.faults).toEqual(['2:1 file-syntax']);
    for (let size = 1; size < file.size; size += 1) expect(await readAll(file, size)).toEqual(whole);
  });
});

describe('JSON', () => {
  it('gives the same records and positions in ranges of any size', async () => {
    const records = fc.array(value, { minLength: 1, maxLength: 12 });
    const indent = fc.constantFrom(undefined, 1, '\t');
    await forAll(300, [records, indent, mark, rangeSize], async (values, space, first, size) => {
      const file = fileOf('json', first + JSON.stringify(values, null, space));
      const whole = await readAll(file);
      expect(whole.records.map((record) => record.value)).toEqual(JSON.parse(JSON.stringify(values)));
      expect(await readAll(file, size)).toEqual(whole);
    });
  });

  it('keeps an object whole, however large', () => {
    const file = fileOf('json', JSON.stringify({ a: [1, 2, 3], b: [4, 5, 6], c: 7 }));
    expect(splitFile(file, 4)).toHaveLength(1);
  });

  it.each(['[{"a":1},{"a":2},]', '[{"a":1},{"a":2}\n,\n]', '[{"a":1},,{"a":2}]', '[,{"a":1},{"a":2}]'])(
    'reports the extra comma of %j where it is, also if the file is cut at it',
    async (text) => {
      const file = fileOf('json', text);
      const { faults } = await readAll(file);
      expect(faults).toHaveLength(1);
      for (let size = 1; size < file.size; size += 1) expect((await readAll(file, size)).faults).toEqual(faults);
    },
  );

  it('reports text that is not JSON, wherever it is damaged', async () => {
    const text = JSON.stringify(Array.from({ length: 8 }, (_, a) => ({ a, b: 'é😀,]}"\\[{' })));
    await forAll(
      500,
      [fc.nat(text.length - 1), fc.constantFrom('', ',', '"', '}', ']', '{', ':', '\\'), rangeSize],
      async (at, sign, size) => {
        const damaged = text.slice(0, at) + sign + text.slice(at + 1);
        const file = fileOf('json', damaged);
        const [whole, cut] = [await readAll(file), await readAll(file, size)];
        const isSound = whole.faults.length === 0;
        expect(cut.faults.length === 0).toBe(isSound);
        expect(isSound ? cut : whole).toEqual(whole);
      },
    );
  });
});
