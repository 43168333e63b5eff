// Where the parts of a dump end, and which of them are made from the same as before.
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FullCourse } from '../../src/api/schemas.ts';
import { csvHeader, csvRecord } from '../../src/outputs/dumps/courses.ts';
import { dumpForms } from '../../src/outputs/dumps/formats.ts';
import { ParquetFile } from '../../src/outputs/dumps/parquet.ts';
import { planParts, type DumpedChunk } from '../../src/pipeline/dumps/plan.ts';

const megabyte = 1024 * 1024;

function endsOf(sizes: readonly number[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(sizes, (size) => (end += size));
}

/** Chunks of courses of these sizes, all in the order of their ids. */
function chunksOf(sizes: readonly (readonly number[])[]) {
  const chunks = sizes.map((of, at): DumpedChunk => ({
    key: `key ${at}`,
    ends: endsOf(of),
    blockEnds: Uint32Array.of(of.length),
  }));
  const offsets = Uint32Array.from([0, ...sizes.map((_, at) => sizes.slice(0, at + 1).flat().length)]);
  const count = sizes.flat().length;
  const byId = Uint32Array.from({ length: count }, (_, at) => at);
  return { chunks, numbered: { offsets, byId, ids: Float64Array.from(byId, (at) => at + 1) } };
}

const lengthsOf = (...args: Parameters<typeof planParts>) => planParts(...args).map(({ courses }) => courses.length);

/** A course whose description no compression makes smaller. */
const dense = (id: number, bytes: number): FullCourse => ({
  linkhash: createHash('md5').update(String(id)).digest('hex'),
  title: `Course ${id}`,
  description: randomBytes(bytes).toString('base64'),
  tags: '',
  provider: 1,
  provider_name: 'A',
  language: ['English'],
  date_published: '2024-01-01T00:00:00.000000',
  id,
  linkurl: `https://example.org/${id}`,
  author: '',
  categories: ['All/A'],
  catalog_id: null,
  categories_ids: [1],
});

it.each([30, 3000])(
  'Parquet is no larger than its records as JSON, with %i bytes that cannot be compressed',
  (bytes) => {
    const courses = Array.from({ length: 500 }, (_, at) => dense(at + 1, bytes));
    const file = new ParquetFile();
    for (const course of courses) file.add(course);
    const json = courses.reduce((sum, course) => sum + Buffer.byteLength(JSON.stringify(course)), 0);
    expect(file.finish().length).toBeLessThan(json);
    expect(dumpForms.parquet.maxBytes).toBeLessThan(25 * megabyte);
  },
);

it('CSV with its header is no larger than its records as JSON', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const course = fc.record({
    title: text,
    description: text,
    tags: text,
    author: text,
    linkurl: text,
    language: fc.array(text, { minLength: 1, maxLength: 3 }),
    categories: fc.array(text, { maxLength: 3 }),
    categories_ids: fc.array(fc.nat(), { maxLength: 3 }),
    catalog_id: fc.option(fc.nat()),
  });
  fc.assert(
    fc.property(course, (fields) => {
      const one = { ...dense(1, 0), ...fields };
      const json = Buffer.byteLength(JSON.stringify(one));
      expect(Buffer.byteLength(csvHeader + csvRecord(one))).toBeLessThanOrEqual(json);
    }),
  );
});

describe('the parts of a dump', () => {
  it('end after 50,000 courses', () => {
    const { chunks, numbered } = chunksOf([Array.from({ length: 120_000 }, () => 100)]);
    const parts = planParts('parquet', chunks, numbered);
    expect(parts.map(({ path, courses }) => [path, courses.length, courses[0]])).toEqual([
      ['dumps/courses.parquet', 50_000, 0],
      ['dumps/courses-2.parquet', 50_000, 50_000],
      ['dumps/courses-3.parquet', 20_000, 100_000],
    ]);
  });

  it('end before their records pass 64 MiB as NDJSON, and 24 MiB as the JSON behind CSV and Parquet', () => {
    const { chunks, numbered } = chunksOf([Array.from({ length: 100 }, () => megabyte)]);
    expect(lengthsOf('csv', chunks, numbered)).toEqual([24, 24, 24, 24, 4]);
    expect(lengthsOf('ndjson', chunks, numbered)).toEqual([64, 36]);
    expect(lengthsOf('parquet', chunks, numbered)).toEqual([24, 24, 24, 24, 4]);
  });

  it('are one for an empty catalog, and for a course that is too large for any', () => {
    const none = chunksOf([]);
    expect(lengthsOf('csv', none.chunks, none.numbered)).toEqual([0]);
    const large = chunksOf([[1, 90 * megabyte, 1]]);
    expect(lengthsOf('ndjson', large.chunks, large.numbered)).toEqual([1, 1, 1]);
  });

  it('are made from something else wherever a chunk with one of their courses, or its place in them, changed', () => {
    const size = fc.integer({ min: 1, max: 30 * megabyte });
    const sizes = fc.array(fc.array(size, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.nat(), (all, pick) => {
        const { chunks, numbered } = chunksOf(all);
        const edited = pick % chunks.length;
        const before = planParts('csv', chunks, numbered);
        const after = planParts(
          'csv',
          chunks.map((chunk, at) => (at === edited ? { ...chunk, key: 'another' } : chunk)),
          numbered,
        );
        const [first = 0, end = 0] = numbered.offsets.subarray(edited);
        const holds = before.map(({ courses }) => courses.some((course) => course >= first && course < end));
        expect(after.map(({ madeFrom }, at) => madeFrom !== before[at]?.madeFrom)).toEqual(holds);
        expect(before.flatMap(({ courses }) => [...courses])).toEqual([...numbered.byId]);
        // Without its last course, the last part is another one.
        const shorter = { ...numbered, byId: numbered.byId.slice(0, -1) };
        expect(planParts('csv', chunks, shorter).map(({ madeFrom }) => madeFrom)).not.toContain(
          before.at(-1)?.madeFrom,
        );
      }),
    );
  });
});
