// Known pieces of files that are not cut at lines, the marks of all, and files that change meanwhile.
import { appendFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Format } from '../../src/source/find.ts';
import { Fingerprint } from '../../src/source/fingerprint.ts';
import { splitFile } from '../../src/source/ranges.ts';
import { changedSince, settled, settledUnderWatch } from '../../src/source/stamp.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import {
  expectExact,
  freshOf,
  marksKey,
  match,
  readFresh,
  readPiece,
  recordLines,
  writeCourses,
} from './read-pieces.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const fileOf = (format: Format, content: string) => writeCourses(folder, format, content);

const pieceSize = fc.integer({ min: 1, max: 400 });

describe('other formats', () => {
  const values = fc.array(fc.record({ id: fc.nat(9), title: fc.constantFrom('a', 'é,]}', 'b\n') }), { maxLength: 30 });

  it('JSON: what is known has the bytes that were read, and all pieces together are the file', async () => {
    await fc.assert(
      fc.asyncProperty(values, values, fc.boolean(), pieceSize, async (before, added, atEnd, size) => {
        const pieces = await readFresh(splitFile(fileOf('json', JSON.stringify(before)), size), []);
        const file = fileOf('json', JSON.stringify(atEnd ? [...before, ...added] : [...added, ...before]));
        const ranges = match(file, pieces, size);
        expectExact(ranges, pieces, file);
        const read = await readFresh(ranges, pieces);
        const whole = await readPiece({ file, start: 0, end: file.size, indent: 0 });
        expect(read.flatMap(({ found }) => found)).toEqual(whole.found);
      }),
      { numRuns: 200 },
    );
  });

  it('JSON: an edit that keeps the size leaves all pieces known but its own', async () => {
    const before = Array.from({ length: 200 }, (_, id) => ({ id: 1000 + id }));
    const pieces = await readFresh(splitFile(fileOf('json', JSON.stringify(before)), 300), []);
    const file = fileOf('json', JSON.stringify(before.with(100, { id: 9000 })));
    const ranges = match(file, pieces, 300);
    expect(ranges.length).toBeGreaterThan(7);
    expect(freshOf(ranges)).toHaveLength(1);
  });

  it('JSON: a piece in the middle is another one at the end, where the array must be closed', async () => {
    const text = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id })));
    const whole = splitFile(fileOf('json', text), 300);
    const pieces = await readFresh(whole, []);
    const file = fileOf('json', text.slice(0, whole[1]?.end));
    const ranges = match(file, pieces, 300);
    expect(ranges.map(({ known }) => known)).toEqual([0, undefined]);
  });

  it.each([
    ['csv', 'id,title\n1,é\n', 'id,title\n2,é\n'],
    ['yaml', '- id: 1\n', '- id: 2\n'],
    ['json', '[{"id":1}]', '[{"id":2}]'],
    ['json', '', ' '],
    ['ndjson', '', '\n'],
  ] as const)('%s: a file is known while it has the same bytes', async (format, text, other) => {
    const pieces = await readFresh(splitFile(fileOf(format, text)), []);
    const known = (content: string) => match(fileOf(format, content), pieces, 1000).map((range) => range.known);
    expect(known(text)).toEqual([0]);
    expect(known(other)).toEqual([undefined]);
  });
});

describe('marks', () => {
  it.each(['ndjson', 'json', 'yaml', 'csv'] as const)('%s: are those of the bytes in the file', async (format) => {
    const records = Array.from({ length: 60_000 }, (_, id) => ({ id, title: `Über ${id}` }));
    const texts = {
      ndjson: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      json: JSON.stringify(records),
      yaml: records
        .slice(0, 500)
        .map(({ id, title }) => `- id: ${id}\n  title: ${title}\n`)
        .join(''),
      csv: `id,title\n${records.map(({ id, title }) => `${id},${title}\n`).join('')}`,
    };
    const file = fileOf(format, texts[format]);
    const bytes = readFileSync(file.path);
    const ranges = splitFile(file);
    for (const { mark, bytes: taken } of await readFresh(ranges, [])) {
      const here = bytes.subarray(mark.start, mark.end);
      expect(taken).toBe(here.toString('latin1'));
      const whole = new Fingerprint(marksKey);
      whole.add(here);
      expect(mark.fingerprint).toBe(whole.finish());
    }
    expect(ranges.length > 1).toBe(format === 'ndjson' || format === 'json');
  });
});

describe('a file that cannot be read', () => {
  it('has the pieces that reading it complains of', async () => {
    const file = fileOf('ndjson', recordLines(100).join(''));
    const pieces = await readFresh(splitFile(file, 500), []);
    rmSync(file.path);
    expect(match(file, pieces, 500)).toEqual(splitFile(file, 500));
  });

  it('has no known piece past its end where it shrank after it was found', async () => {
    const all = recordLines(5000);
    const file = fileOf('ndjson', all.join(''));
    const pieces = await readFresh(splitFile(file, 500), []);
    const rest = all.slice(0, 100).join('');
    writeFileSync(file.path, rest);
    const ranges = match(file, pieces, 500);
    expect(ranges.at(-1)?.end).toBe(file.size);
    expect(ranges.filter(({ end, known }) => known !== undefined && end > rest.length)).toEqual([]);
    expect(freshOf(ranges).length).toBeLessThan(ranges.length);
  });
});

describe('stamps', () => {
  it('tell which files changed after they were found', () => {
    const files = (['json', 'csv', 'yaml', 'ndjson'] as const).map((format) => fileOf(format, '[]'));
    const [json, csv, yaml] = files;
    expect(changedSince(files)).toEqual([]);
    rmSync(json?.path ?? '');
    appendFileSync(csv?.path ?? '', '\n');
    utimesSync(yaml?.path ?? '', 1, 1);
    expect(changedSince(files)).toEqual([json, csv, yaml]);
  });

  const now = 1_700_000_005_000;
  const aged = (age: number) => ({ size: 1, ino: 1, mtimeMs: now - age, ctimeMs: now - age });

  it.each([
    ['half a second', 500.25, { usual: false, underWatch: true }],
    ['less than a clock ticks', 12.25, { usual: false, underWatch: false }],
    ['one second by a clock of whole ones', 1000, { usual: false, underWatch: false }],
    ['three seconds by a clock of whole ones', 3000, { usual: true, underWatch: true }],
    ['three seconds', 3000.25, { usual: true, underWatch: true }],
    ['no time at all, as the clock was set back', -5000.25, { usual: false, underWatch: false }],
  ])('are trusted after %s as the clock of their file system allows', (_, age, { usual, underWatch }) => {
    const stamp = aged(age);
    expect([settled(stamp, now), settledUnderWatch(stamp, now)]).toEqual([
      usual ? stamp : null,
      underWatch ? stamp : null,
    ]);
  });
});
