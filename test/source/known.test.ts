// Known pieces: after any edits, what is called known has the very bytes that were read, and all pieces together are the file.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Format } from '../../src/source/find.ts';
import { matchPieces } from '../../src/source/known.ts';
import { splitFile } from '../../src/source/ranges.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import {
  expectExact,
  freshOf,
  match,
  marksKey,
  readFresh,
  readPiece,
  recordLines,
  writeCourses,
  type ReadPiece,
} from './read-pieces.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const fileOf = (format: Format, content: string) => writeCourses(folder, format, content);

const line = fc.oneof(
  { weight: 6, arbitrary: fc.nat(99_999).map((id) => `{"id":${id},"title":"course ${id}"}`) },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '{}', '{"id":1,"title":"the same line again and again"}') },
  { weight: 1, arbitrary: fc.nat(300).map((size) => `{"a":"${'é'.repeat(size)}"}`) },
  { weight: 1, arbitrary: fc.constantFrom('[1', '\ufeff{}', 'no JSON') },
);
const lines = fc.array(
  fc.tuple(line, fc.constantFrom('\n', '\r\n')).map((both) => both.join('')),
  { maxLength: 40 },
);
/** Takes lines out at one place, and puts others, or those that were taken out, in at another. */
const edit = fc.record({
  from: fc.nat(40),
  count: fc.nat(6),
  to: fc.nat(40),
  isMove: fc.boolean(),
  added: fc.array(line, { maxLength: 3 }),
});
const edits = fc.array(edit, { maxLength: 4 });
const pieceSize = fc.integer({ min: 1, max: 400 });

function edited(
  before: readonly string[],
  changes: readonly (typeof edit extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const after = [...before];
  for (const { from, count, to, isMove, added } of changes) {
    const taken = after.splice(from, count);
    after.splice(to, 0, ...added.map((text) => `${text}\n`), ...(isMove ? taken : []));
  }
  return after;
}

describe('NDJSON', () => {
  it('is, whatever edits it has seen, read piece by piece as it is read whole', async () => {
    const rounds = fc.array(fc.tuple(edits, fc.boolean()), { minLength: 1, maxLength: 3 });
    const mark = fc.constantFrom('', '\ufeff');
    await fc.assert(
      fc.asyncProperty(lines, mark, rounds, pieceSize, async (first, start, changes, size) => {
        let now = first;
        let pieces = await readFresh(splitFile(fileOf('ndjson', start + now.join('')), size), []);
        for (const [round, isCut] of changes) {
          now = edited(now, round);
          const text = start + now.join('');
          const file = fileOf('ndjson', isCut ? text.trimEnd() : text);
          const ranges = match(file, pieces, size);
          expectExact(ranges, pieces, file);
          pieces = await readFresh(ranges, pieces);
          const whole = await readPiece({ file, start: 0, end: file.size, indent: 0 });
          expect(pieces.flatMap(({ found }) => found)).toEqual(whole.found);
          expect(pieces.map(({ bytes }) => bytes).join('')).toBe(whole.bytes);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is known as a whole where it has not changed', async () => {
    await fc.assert(
      fc.asyncProperty(lines, pieceSize, fc.boolean(), async (all, size, isCut) => {
        const text = all.join('');
        const file = fileOf('ndjson', isCut ? text.trimEnd() : text);
        const pieces = await readFresh(splitFile(file, size), []);
        const ranges = match(file, pieces, size);
        expectExact(ranges, pieces, file);
        expect(ranges.map(({ known }) => known)).toEqual([...pieces.keys()]);
      }),
      { numRuns: 200 },
    );
  });

  it('is read anew in one piece after an edited, added or removed line, and in two pieces at most after a moved one', async () => {
    const separator = fc.constantFrom('', '\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(fc.nat(999), fc.nat(999), separator, async (nth, to, blank) => {
        const before = recordLines(1000).flatMap((text) => (blank === '' ? [text] : [text, blank]));
        const at = (nth * before.length) / 1000;
        const pieces = await readFresh(splitFile(fileOf('ndjson', before.join('')), 1000), []);
        const freshAfter = (after: readonly string[]) => {
          const file = fileOf('ndjson', after.join(''));
          const ranges = match(file, pieces, 1000);
          expectExact(ranges, pieces, file);
          return freshOf(ranges).length;
        };
        expect(pieces.length).toBeGreaterThan(30);
        expect(freshAfter(before.with(at, `{"id":${at},"title":"new"}\n`))).toBe(1);
        expect(freshAfter(before.toSpliced(at, 0, '{"id":-1}\n'))).toBeLessThanOrEqual(1);
        expect(freshAfter(before.toSpliced(at, 1))).toBeLessThanOrEqual(1);
        expect(freshAfter(before.toSpliced(at, 1).toSpliced(to, 0, before[at] ?? ''))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 60 },
    );
  });

  it('finds pieces that were moved past each other', async () => {
    const before = recordLines(1000);
    const pieces = await readFresh(splitFile(fileOf('ndjson', before.join('')), 1000), []);
    const file = fileOf('ndjson', [...before.slice(700), ...before.slice(0, 700)].join(''));
    const ranges = match(file, pieces, 1000);
    expectExact(ranges, pieces, file);
    // The piece that was cut in two, and the first one, which is no longer the first.
    expect(freshOf(ranges).length).toBeLessThanOrEqual(3);
  });

  it('finds a piece once only, and not where its bytes stand a second time', async () => {
    const [first = '', a = '', b = ''] = ['p', 'a', 'b'].map((id) => `{"id":"${id.repeat(60)}"}\n`);
    const pieces = await readFresh(splitFile(fileOf('ndjson', first + a + b), first.length), []);
    const file = fileOf('ndjson', first + b + a + b);
    const ranges = match(file, pieces, first.length);
    expectExact(ranges, pieces, file);
    expect(ranges.map(({ known }) => known)).toEqual([0, 2, 1, undefined]);
  });

  it.each([1, 20, 4095, 4096, 4097])('finds a piece that begins %i bytes before the end of a read', async (bytes) => {
    const added = '{"added":true}\n';
    const before = `"${'a'.repeat(256 * 1024 - bytes - added.length - 3)}"\n`;
    const pieces = await readFresh(splitFile(fileOf('ndjson', before + recordLines(300).join('')), before.length), []);
    const file = fileOf('ndjson', added + before + recordLines(300).join(''));
    expect(match(file, pieces, before.length).map(({ known }) => known)).toEqual([undefined, 1]);
  });

  it.each(['\ufeff{"id":0}\n', '[\n'])(
    'reads the first piece anew where it is no longer the first: %j',
    async (start) => {
      const rest = recordLines(100).join('');
      const pieces = await readFresh(splitFile(fileOf('ndjson', start + rest), 500), []);
      const file = fileOf('ndjson', `{"id":-1,"title":"${'new'.repeat(200)}"}\n${start}${rest}`);
      const ranges = match(file, pieces, 500);
      expectExact(ranges, pieces, file);
      const read = await readFresh(ranges, pieces);
      const whole = await readPiece({ file, start: 0, end: file.size, indent: 0 });
      expect(read.flatMap(({ found }) => found)).toEqual(whole.found);
    },
  );

  it('does not take a last line for known that goes on now', async () => {
    const text = '{"id":1}\n{"id":2}';
    const pieces = await readFresh(splitFile(fileOf('ndjson', text)), []);
    const file = fileOf('ndjson', `${text} \n`);
    expect(
      freshOf(
        matchPieces(
          file,
          pieces.map(({ mark }) => mark),
          marksKey,
        ),
      ),
    ).toHaveLength(1);
    expect(freshOf(match(fileOf('ndjson', text), pieces, 1000))).toEqual([]);
  });

  it('keeps its pieces large while a line is appended again and again', async () => {
    let text = '';
    let pieces: ReadPiece[] = [];
    for (const next of recordLines(300)) {
      text += next;
      const ranges = match(fileOf('ndjson', text), pieces, 1000);
      expect(freshOf(ranges)).toHaveLength(1);
      pieces = await readFresh(ranges, pieces);
    }
    expect(pieces.length).toBeLessThan((2 * text.length) / 1000);
  });

  it('cuts what is new into pieces that begin and end with a line', async () => {
    const pieces = await readFresh(splitFile(fileOf('ndjson', '{"id":"old"}\n')), []);
    const long = `{"long":"${'x'.repeat(5000)}"}\n`;
    const file = fileOf('ndjson', [...recordLines(300), long, ...recordLines(300)].join(''));
    const ranges = match(file, pieces, 1000);
    expectExact(ranges, pieces, file);
    const bytes = readFileSync(file.path, 'latin1');
    for (const { start, end } of ranges) {
      expect(bytes[end - 1]).toBe('\n');
      const size = end - start - (bytes.slice(start, end).includes('long') ? long.length : 0);
      expect(size).toBeLessThan(1600);
    }
    expect(ranges.length).toBeGreaterThan(15);
  });

  it('comes to an end where thousands of pieces begin alike and none of them is there any more', async () => {
    const same = '{"id":1}\n';
    const pieces = await readFresh(splitFile(fileOf('ndjson', same.repeat(400_000)), 1000), []);
    const after = `${same.repeat(100)}{"id":2}\n`.repeat(4000);
    const file = fileOf('ndjson', after);
    const ranges = match(file, pieces, 1000);
    expect(freshOf(ranges).length).toBeGreaterThan(300);
    expect(ranges.at(-1)?.end).toBe(file.size);
  });
});
