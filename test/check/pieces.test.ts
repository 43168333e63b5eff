// `check` on bad input: each folder in `test/fixtures` with `data` is a case, whose `expected.txt` `--update`
// writes anew; and on files that are read in several pieces.
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordFields } from '../../src/catalog/source/schema.ts';
import { course, findingsIn, line, type Files, reportOf } from './odd-catalog.ts';

/** Holds about seventy courses. */
const chunkSize = 16 * 1024;
const inPieces = (files: Files) => findingsIn(files, chunkSize);

describe('files that are read in several pieces', () => {
  const count = 600;
  const wrong = new Map<number, object>([
    [1, { provider: 99 }],
    [222, { title: 7 }],
    [400, { date_published: '2024-02-30' }],
    [count, { tags: 8 }],
  ]);
  const words = 'é😀 '.repeat(10);
  const records = Array.from({ length: count }, (_, at) =>
    course(at + 1, { description: words, ...wrong.get(at + 1) }),
  );
  const fieldOf = (id: number) => Object.keys(wrong.get(id) ?? {})[0] ?? '';

  /** Lines and columns of the wrong fields, found by searching the text. */
  function positionsIn(text: string): string[] {
    return [...wrong.keys()].map((id) => {
      const offset = text.indexOf(`"${fieldOf(id)}"`, text.search(new RegExp(`"id": ?${id}\\b`, 'u')));
      const before = text.slice(0, offset).split('\n');
      return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    });
  }

  async function positionsFound(name: string, content: string): Promise<string[]> {
    const findings = await inPieces({ [name]: content });
    return findings.map((finding) => /^data\/[^:]*:(\d+:\d+) /u.exec(finding)?.[1] ?? finding);
  }

  it.each([
    ['NDJSON, with blank lines and CRLF', `\n${records.map((one) => `${JSON.stringify(one)}\r\n`).join('\n')}`],
    ['a JSON array on one line', JSON.stringify(records)],
    ['a JSON array over many lines', JSON.stringify(records, null, 2)],
  ])('report the right positions in %s', async (form, text) => {
    const name = form.startsWith('NDJSON') ? 'courses.ndjson' : 'courses.json';
    const mark = form.endsWith('one line') ? '\ufeff' : '';
    expect(await positionsFound(name, mark + text)).toEqual(positionsIn(text));
  });

  it('report the right rows in CSV', async () => {
    const header = 'id,tags,linkurl,provider,language,date_published,description,title\n';
    const rows = records.map((record) => {
      const { id, linkurl, provider, language, date_published: date } = record;
      return `${id},"two\nlines",${linkurl},${provider},${language},${date},${words},T\n`;
    });
    expect(await positionsFound('courses.csv', header + rows.join(''))).toEqual(['2:4', '401:6']);
  });

  it('report duplicate ids across pieces', async () => {
    const text = records.map(
      (record, at) =>
        `${JSON.stringify({ ...record, provider: 12, title: 'T', date_published: '2024-01-01', tags: '', id: at === 500 ? 2 : record.id })}\n`,
    );
    expect(await inPieces({ 'courses.ndjson': text.join('') })).toEqual([
      'data/courses.ndjson:501:2 course 2: the id is taken by course 2 at data/courses.ndjson:2',
    ]);
  });

  const sound = records.map((record) => JSON.stringify(course(record.id, { description: words })));

  it('report a fault in a JSON array once', async () => {
    const before = sound.slice(0, 300).join(',\n');
    const after = sound.slice(300).join(',\n');
    const faults = { '{"id" 1}': '301:7', '{"id": "1': '301:8', '{"id": 1]': '301:9', '{"id": 1': '302:1' };
    for (const [fault, position] of Object.entries(faults)) {
      const findings = await inPieces({ 'courses.json': `[${before},\n${fault},\n${after}]` });
      expect(findings, fault).toEqual([expect.stringContaining(`data/courses.json:${position} not JSON: `)]);
    }
  });

  it('report a superfluous comma, wherever the array is cut', async () => {
    for (const length of [560, 120]) {
      for (const size of [0, 1, 2]) {
        const some = sound.slice(0, length - size);
        const trailing = await inPieces({ 'courses.json': `[${some.join(',\n')},\n]` });
        expect(trailing).toEqual([expect.stringContaining(`:${some.length + 1}:1 not JSON: expected a value`)]);
      }
    }
    const pad = ' '.repeat(48_000);
    expect(await inPieces({ 'courses.json': `[${pad},${sound[0]}]` })).toEqual([
      `data/courses.json:1:${pad.length + 2} not JSON: expected a value (is there an extra comma before it?)`,
    ]);
    expect(await inPieces({ 'courses.json': `[${line(1, { tags: pad })},${pad}]` })).toEqual([
      `data/courses.json:2:${pad.length + 2} not JSON: expected a value (is there an extra comma before it?)`,
    ]);
  });
});

const fixtures = resolve('test/fixtures');
const cases = readdirSync(fixtures).filter((name) => existsSync(`${fixtures}/${name}/data`));

it.each(cases)('the report of check matches the expected text for %s', async (name) => {
  const folder = `${fixtures}/${name}`;
  const report = await reportOf(folder);
  // So that a new field changes none of them.
  const text = report.replaceAll(recordFields.courses.names.join(', '), '(all fields of courses)');
  await expect(text).toMatchFileSnapshot(`${folder}/expected.txt`);
});
