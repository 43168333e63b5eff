// Tables: delimiters, encodings, JSON, lists in cells, trees, and rows that repeat a course.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decoder } from '../../src/import/decode.ts';
import { Notes } from '../../src/import/notes.ts';
import { resourceAt } from '../../src/import/find-resource.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { importText, problemsOf, recordsIn, notesOf, type Chosen } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };

describe('a table', () => {
  it('becomes providers, categories and courses with ids from 1 on', async () => {
    const text = `Title,URL,Provider,Language,Date,Author,Keywords,Subject,Description
Optics,https://a.example/1,Uni A,en,2020-02-03,Ada; Bob,"light|waves",Science > Physics,<b>Light</b> &amp; more
Trade,https://a.example/2,Uni B,English; fr,2021-01-01,,,Economics|Science > Physics,`;
    await importText(folder, 'list.csv', text);
    expect(recordsIn(folder)).toEqual([
      {
        id: 1,
        title: 'Optics',
        linkurl: 'https://a.example/1',
        provider: 1,
        language: ['English'],
        date_published: '2020-02-03',
        description: '<b>Light</b> &amp; more',
        tags: 'light, waves',
        author: 'Ada; Bob',
        categories: [2],
      },
      {
        id: 2,
        title: 'Trade',
        linkurl: 'https://a.example/2',
        provider: 2,
        language: ['English', 'French'],
        date_published: '2021-01-01',
        categories: [3, 2],
      },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([
      { id: 1, name: 'Uni A' },
      { id: 2, name: 'Uni B' },
    ]);
    const categories = readFileSync(join(folder, 'data/categories/list.csv'), 'utf8');
    expect(categories).toBe('id,name,parent\n1,"Science",\n2,"Physics",1\n3,"Economics",\n');
  });

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('may have %s between its columns', async (name, sign) => {
    const rows = [
      ['title', 'url', 'note'],
      ['A', 'https://a.example/a', `"x, y; z"`],
      ['B', 'https://a.example/b', 'x'],
    ];
    const result = await importText(folder, 'list.csv', rows.map((cells) => cells.join(sign)).join('\r\n'), given);
    expect(result.why).toContain(name);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['A', 'B']);
  });

  it('may state its separator in a first line, as Excel writes it', async () => {
    const text = (sign: string) => `sep=${sign}\r\ntitle${sign}url\r\nA, B; C${sign}https://a.example/a\r\n`;
    await importText(folder, 'list.csv', text('|'), given);
    expect(recordsIn(folder)).toMatchObject([{ title: 'A, B; C' }]);
    const { leftOut } = await importText(folder, 'list.csv', `${text('\t')}B\t\r\n`, given);
    expect(leftOut).toMatchObject([{ examples: [`${folder}/list.csv:3 "B"`] }]);
  });

  const title = 'Économie – l’été';
  const table = `title,url\n${title},https://a.example/a\n`;
  const windows = Buffer.from(table.replace('–', '\u0096').replace('’', '\u0092'), 'latin1');
  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8', Buffer.from(table), undefined],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${table}`), undefined],
    ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le'), undefined],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${table}`, 'utf16le').swap16(), undefined],
    ['Windows-1252', windows, undefined],
    ['Windows-1252 by its name', windows, 'windows-1252'],
  ])('in %s is decoded', async (_, bytes, encoding) => {
    const result = await importText(folder, 'list.csv', bytes, { ...given, encoding });
    expect(recordsIn(folder)[0]?.['title']).toBe(title);
    const isGuess = bytes === windows && encoding === undefined;
    expect(notesOf(result).some((one) => one.includes('windows-1252'))).toBe(isGuess);
  });

  it.each(['é', '€', '😀', 'a'])('in UTF-8 may have its blocks end within %s', (character) => {
    const size = Buffer.byteLength(character);
    for (let before = 0; before <= size; before += 1) {
      const bytes = Buffer.from(`${'a'.repeat(1024 * 1024 - before)}${character}`);
      for (const [tail, encoding] of [
        [0, 'utf-8'],
        [1, size > 1 ? 'windows-1252' : 'utf-8'],
      ] as const) {
        writeFiles(folder, { 'list.csv': bytes.subarray(0, bytes.length - tail) });
        const decoder = new Decoder(undefined, new Notes());
        expect([before, decoder.encodingOf(resourceAt(join(folder, 'list.csv')))]).toEqual([before, encoding]);
      }
    }
  });

  it('with a given encoding is decoded by it, and an unknown one is refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from('title,url\nKo'),
      Buffer.from([0xb9]),
      Buffer.from(',https://a.example/a\n'),
    ]);
    await importText(folder, 'list.csv', bytes, { ...given, encoding: 'iso-8859-2' });
    expect(recordsIn(folder)[0]?.['title']).toBe('Koš');
    const problems = await problemsOf(importText(folder, 'list.csv', bytes, { ...given, encoding: 'klingon' }));
    expect(problems).toEqual(['import-source: there is no encoding "klingon"']);
  });

  const records = [
    {
      name: 'A',
      url: 'https://a.example/a',
      publisher: { name: 'Uni' },
      languages: ['de', 'fr'],
      keywords: ['x', 'y'],
    },
    { name: 'B', url: 'https://a.example/b', publisher: { name: 'Uni' }, languages: ['de'], keywords: [] },
  ];
  it.each([
    ['a JSON array', 'list.json', JSON.stringify(records)],
    ['an array in a JSON object', 'list.json', JSON.stringify({ count: 2, results: records, links: [] })],
    ['NDJSON', 'list.ndjson', records.map((one) => JSON.stringify(one)).join('\n')],
  ])('may be %s', async (_, file, text) => {
    await importText(folder, file, text);
    expect(recordsIn(folder)).toMatchObject([
      { title: 'A', provider: 1, language: ['German', 'French'], tags: 'x, y' },
      { title: 'B', provider: 1, language: ['German'] },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni' }]);
  });

  it('may be one JSON object', async () => {
    const { why } = await importText(folder, 'list.json', JSON.stringify(records[0]));
    expect(why).toBe('JSON with 1 record');
  });

  it('merges rows of one course, and reports those that contradict each other', async () => {
    const text = `title,url,subject,language,provider
A,https://a.example/a,Physics,en,P
A,https://a.example/a,Optics,fr,Q
B,https://a.example/a,Optics,fr,P`;
    const result = await importText(folder, 'list.csv', text);
    expect(recordsIn(folder)).toMatchObject([
      { title: 'A', language: ['English', 'French'], categories: [1, 2], provider: 1 },
    ]);
    expect(result.plan.repeated).toBe(1);
    expect(notesOf(result)).toEqual([
      '1 provider that contradicts an earlier record of the same address',
      '1 same address as an earlier record, with another title',
      '1 no date: that of --undated',
    ]);
  });

  it('omits records without title or address, and reports their positions', async () => {
    const result = await importText(
      folder,
      'list.csv',
      'title,url\nA,\n,https://a.example/b\nC,https://a.example/c',
      given,
    );
    expect(recordsIn(folder)).toHaveLength(1);
    expect(result.leftOut).toEqual([
      { kind: 'leftOut', what: 'no address', count: 1, examples: [`${folder}/list.csv:2 "A"`] },
      { kind: 'leftOut', what: 'no title', count: 1, examples: [`${folder}/list.csv:3 "https://a.example/b"`] },
    ]);
  });
});

describe('a table loses nothing and', () => {
  it.each([
    ['std::vector<int> and map<a> in C++', 'std::vector<int> and map<a> in C++'],
    ['If x<y and y>z', 'If x<y and y>z'],
    ['If a<b and b>c', 'If a<b and b>c'],
    ['Generics: List<String> in Java', 'Generics: List<String> in Java'],
    ['Result<Option> and Vec<Link>', 'Result<Option> and Vec<Link>'],
    ['React <Input> vs <Source> component', 'React <Input> vs <Source> component'],
    ['<div class="intro">This <LI>course<br>… <span style="x">much', 'This course … much'],
    ['<B class="x">Bold</b><br/>and <i>italic</i>', 'Bold and italic'],
    [
      'Use of &lt;b&gt; &amp;amp; &alpha;&rlm;-rays &#x3b1;&unknown; AT&T',
      'Use of <b> &amp; α\u{200f}-rays α&unknown; AT&T',
    ],
  ])('with the title %s keeps what is no markup', async (written, title) => {
    await importText(folder, 'list.tsv', `title\turl\n${written}\thttps://a.example/a\n`, given);
    expect(recordsIn(folder)).toMatchObject([{ title }]);
  });

  it('splits cells at semicolons that end no character reference', async () => {
    const text = 'title,url,author,tags\nA,https://a.example/a,Ada&rlm;; Smith &amp; Sons,<b>R&amp;D</b>|x;y\n';
    await importText(folder, 'list.csv', text, given);
    expect(recordsIn(folder)).toMatchObject([{ author: 'Ada\u{200f}; Smith & Sons', tags: 'R&D, x, y' }]);
  });

  it.each([
    ['CRLF below the header alone', 'title,url\r\nA,1\nB,2\nC,3\n'],
    ['one LF among CRLF', 'title,url\r\nA,1\r\nB,2\nC,3\r\n'],
    ['one CRLF among LF', 'title,url\nA,1\nB,2\r\nC,3'],
    ['CR', 'title,url\rA,1\rB,2\rC,3\r'],
  ])('may have %s at the ends of its lines', async (_, text) => {
    await importText(folder, 'list.csv', text.replaceAll(/(?=\d)/gu, 'https://a.example/'), given);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  });

  it('is refused where a quote opens a cell that takes in the next rows, and not for quotes within cells', async () => {
    const rows = (title: string) =>
      `title,url\n${title},https://a.example/a\nB,https://a.example/b\n"C",https://a.example/c\n`;
    const refused = importText(folder, 'list.csv', rows('"A'), given);
    expect(await problemsOf(refused)).toEqual([
      'import-source: not CSV in utf-8: a quote opens a cell and is not closed',
    ]);
    await expect(refused).rejects.toMatchObject({ problems: [{ position: { line: 2 } }] });
    await importText(folder, 'list.csv', rows('"""A"" said\nx, ""y"""'), given);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['"A" said x, "y"', 'B', 'C']);
    await importText(folder, 'list.csv', rows('A 5" disk'), given);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['A 5" disk', 'B', 'C']);
  });
});
