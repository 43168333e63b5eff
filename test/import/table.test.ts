// Tables: delimiters, encodings, headers, maps, lists in cells, trees, dates by column, rows that repeat a course.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { importText, problemsOf, recordsIn, remarksOf, runImport, type Chosen } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };
const head = 'title,url,date';

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
    expect(remarksOf(result).some((one) => one.includes('windows-1252'))).toBe(isGuess);
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

  it('merges rows of one course, and reports those that contradict each other', async () => {
    const text = `title,url,subject,language,provider
A,https://a.example/a,Physics,en,P
A,https://a.example/a,Optics,fr,Q
B,https://a.example/a,Optics,fr,P`;
    const result = await importText(folder, 'list.csv', text);
    expect(recordsIn(folder)).toMatchObject([
      { title: 'A', language: ['English', 'French'], categories: [1, 2], provider: 1 },
    ]);
    expect(remarksOf(result)).toEqual([
      '1 provider that contradicts an earlier record of the same address',
      '1 same address as an earlier record, with another title',
      '1 no date: the day on which the source first named it, DAY',
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

describe('what is no table', () => {
  it.each([
    ['a spreadsheet', 'list.xlsx', 'PK\u0003\u0004\0\0', /is a ZIP archive; save a spreadsheet as CSV UTF-8 first/u],
  ])('such as %s is refused with what to do', async (_, file, text, reason) => {
    expect((await problemsOf(importText(folder, file, text, given)))[0]).toMatch(reason);
  });

  it('such as a file that does not exist is named as such', async () => {
    const run = (source: string) => problemsOf(runImport(source, join(folder, 'data')));
    expect(await run(join(folder, 'none.csv'))).toEqual(['import-source: does not exist']);
    expect(await run('none.example.org/x')).toEqual([
      'import-source: does not exist; if it is an address, write https://none.example.org/x',
    ]);
  });
});

describe('what a table may be by mistake', () => {
  it('a list of names alone gets its addresses from a template', async () => {
    const names = 'Name\nIntro to Pottery\n';
    expect(await problemsOf(importText(folder, 'list.csv', names, given))).toEqual([
      'import-format: no column is known as linkurl; the columns are Name',
    ]);
    await importText(folder, 'list.csv', names, { ...given, map: 'linkurl:=https://example.edu/{Name}' });
    expect(recordsIn(folder)).toMatchObject([
      { title: 'Intro to Pottery', linkurl: 'https://example.edu/Intro%20to%20Pottery' },
    ]);
  });

  it('a row with more cells than columns is left out, not shifted', async () => {
    const text = 'title,url,\nA,https://a.example/a,x,,\nB, or C,https://a.example/b,x\n';
    const { leftOut } = await importText(folder, 'list.csv', text, given);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['A']);
    expect(leftOut).toMatchObject([{ what: 'more cells than columns', examples: [`${folder}/list.csv:3 "x"`] }]);
  });

  it('an address of a building, or one without https://, is left out', async () => {
    const text = 'title,address,url\nA,12 Main Street,https://a.example/a\nB,1 High Street,www.a.example/b\n';
    const result = await importText(folder, 'list.csv', text, given);
    expect(recordsIn(folder)).toMatchObject([{ linkurl: 'https://a.example/a' }]);
    expect([result.lost, result.leftOut[0]?.what]).toEqual([
      ['address'],
      "address without https://, which a template can add: --map 'linkurl:=https://{COLUMN}'",
    ]);
    await importText(folder, 'list.csv', text, { ...given, map: 'linkurl:=https://{url}' });
    expect(recordsIn(folder).map(({ linkurl }) => linkurl)).toContain('https://www.a.example/b');
  });
});

describe('a map', () => {
  const text = 'Kurs;Nr;Lehrer 1;Lehrer 2\nOptik;a b;Ada;Bob\nHandel;7;Ada;\n';

  it('names columns, several for a field, constants and templates', async () => {
    const map = 'title=Kurs,linkurl:=https://a.example/{Nr}/,author=Lehrer 1|Lehrer 2,provider:=Uni A,language:=de';
    await importText(folder, 'list.csv', text, { map });
    expect(recordsIn(folder)).toMatchObject([
      { title: 'Optik', linkurl: 'https://a.example/a%20b/', author: 'Ada; Bob', language: ['German'] },
      { title: 'Handel', linkurl: 'https://a.example/7/', author: 'Ada' },
    ]);
  });

  it('may be a file, and may be one that an import printed', async () => {
    writeFiles(folder, {
      'map.txt': '# columns\ntitle=Kurs\n\nlinkurl:=https://a.example/{Nr}\nprovider:=Uni A\nlanguage:=de\n',
    });
    const { map } = await importText(folder, 'list.csv', text, { map: join(folder, 'map.txt'), dryRun: true });
    expect(map).toContain('title=Kurs\nlinkurl:=https://a.example/{Nr}\n');
    expect(map).toContain('# columns that are not used: Lehrer 1, Lehrer 2');
    writeFiles(folder, { 'printed.txt': map });
    const again = await importText(folder, 'list.csv', text, { map: join(folder, 'printed.txt') });
    expect(again.map).toBe(map);
  });

  it('is requested if no column is recognized, with a line to start from', async () => {
    const problems = await problemsOf(importText(folder, 'list.csv', text, given));
    expect(problems).toEqual([
      'import-format: no column is known as title or linkurl; the columns are Kurs, Nr, Lehrer 1, Lehrer 2',
    ]);
  });

  it.each([['none.txt'], ['.']])('that is the path %s is refused: no file is there', async (map) => {
    expect(await problemsOf(importText(folder, 'list.csv', text, { ...given, map }))).toEqual([
      `import-map: "${map}" is neither a file that is there nor a pair such as title=Name`,
    ]);
  });

  it('finds Course, College and Webpage', async () => {
    await importText(folder, 'list.csv', 'Course,College,Webpage\nA,C,https://a.example/a\n', { language: 'en' });
    expect(recordsIn(folder)).toMatchObject([{ title: 'A', linkurl: 'https://a.example/a' }]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'C' }]);
  });

  it('that names an unknown column or field is refused with a suggestion', async () => {
    const problems = await problemsOf(importText(folder, 'list.csv', text, { ...given, map: 'title=Krus,linkurl=Nr' }));
    expect(problems).toEqual(['import-map: there is no column "Krus"']);
    expect(await problemsOf(importText(folder, 'list.csv', text, { ...given, map: 'titel=Kurs' }))).toEqual([
      'import-map: "titel=Kurs" is no pair such as title=Name',
    ]);
  });
});

describe('dates', () => {
  const dated = (cells: readonly string[]) =>
    cells.map((cell, at) => `C${at},https://a.example/${at},"${cell}"`).join('\n');
  const datesIn = () => recordsIn(folder).map((course) => course['date_published']);

  it.each([
    ['2024-05-28T14:46:25+02:00', '2024-05-28T14:46:25+02:00'],
    ['Tue, 12 Jan 2016 11:52:58 -0500', '2016-01-12T11:52:58-0500'],
    ['Fri, 15 Mar 2024 15:21:43 GMT', '2024-03-15T15:21:43Z'],
    ['20220222T133000', '2022-02-22T13:30:00'],
    ['20th Feb, 2012', '2012-02-20'],
    ['February 20, 2012', '2012-02-20'],
    ['28.05.2024', '2024-05-28'],
    ['2024/5/8', '2024-05-08'],
    ['31/12/2020', '2020-12-31'],
    ['07/16/13', '2013-07-16'],
    ['9/25/2023 10:00 AM', '2023-09-25T10:00'],
    ['9/25/2023 12:30 am', '2023-09-25T00:30'],
    ['September 25, 2023 1:05:09 PM', '2023-09-25T13:05:09'],
  ])('%s is %s', async (cell, date) => {
    const result = await importText(folder, 'list.csv', `${head}\n${dated([cell])}`, given);
    expect(datesIn()).toEqual([date]);
    expect(result.guessed).toEqual([]);
  });

  it.each([
    ['Oct, 2011', '2011-10-01'],
    ['Fall 2021', '2021-09-01'],
    ['2021', '2021-01-01'],
    ['2021-03', '2021-03-01'],
  ])('%s is %s, which is reported as a guess', async (cell, date) => {
    const result = await importText(folder, 'list.csv', `${head}\n${dated([cell])}`, given);
    expect(datesIn()).toEqual([date]);
    expect(remarksOf(result)).toEqual(['1 day of a date without one']);
  });

  it('are read day first or month first by the whole column', async () => {
    await importText(folder, 'list.csv', `${head}\n${dated(['3/4/2021', '25/4/2021'])}`, given);
    expect(datesIn()).toEqual(['2021-04-03', '2021-04-25']);
    await importText(folder, 'list.csv', `${head}\n${dated(['3/4/2021', '4/25/2021'])}`, given);
    expect(datesIn()).toEqual(['2021-03-04', '2021-04-25']);
  });

  it.each([[['3/4/2021']], [['25/4/2021', '4/25/2021']]])(
    'that are ambiguous, such as %j, need --dates',
    async (cells) => {
      const text = `${head}\n${dated(cells)}`;
      const before = snapshot(folder);
      expect((await problemsOf(importText(folder, 'list.csv', text, given)))[0]).toMatch(
        /^date-ambiguous: the column "date"/u,
      );
      expect([...snapshot(folder).keys()]).toEqual([...before.keys(), 'list.csv']);
    },
  );

  it('that contradict each other are both named', async () => {
    const text = `${head}\n${dated(['1/2/2023', '25/12/2023', '12/25/2023'])}`;
    expect(await problemsOf(importText(folder, 'list.csv', text, given))).toEqual([
      'date-ambiguous: the column "date" is day first in "25/12/2023" and month first in "12/25/2023"',
    ]);
  });

  it('of which one is missing contradict nothing', async () => {
    const text = `${head}\nA,https://a.example/a,\nA,https://a.example/a,2020-01-01`;
    expect((await importText(folder, 'list.csv', text, given)).leftOut).toEqual([]);
    expect(datesIn()).toEqual(['2020-01-01']);
  });

  it('are read in the given order', async () => {
    await importText(folder, 'list.csv', `${head}\n${dated(['3/4/2021'])}`, { ...given, dates: 'mdy' });
    expect(datesIn()).toEqual(['2021-03-04']);
  });

  it('that are missing or unreadable become the date of the file, permanently', async () => {
    const text = `${head}\n${dated(['n/a', 'soon'])}`;
    const first = await importText(folder, 'list.csv', text, given);
    expect(remarksOf(first)).toEqual([
      '1 date that cannot be read',
      '2 no date: the day on which the source first named it, DAY',
    ]);
    const before = snapshot(join(folder, 'data'));
    const { utimes } = await import('node:fs/promises');
    await utimes(join(folder, 'list.csv'), new Date(), new Date('2001-01-01'));
    await runImport(join(folder, 'list.csv'), join(folder, 'data'), given);
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });
});

describe('values that must not be invented', () => {
  it('are requested with their number and first positions, and nothing is written', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => `C${at},https://a.example/${at}`).join('\n');
    const problems = await problemsOf(importText(folder, 'list.csv', `title,url\n${rows}`));
    const file = join(folder, 'list.csv');
    const places = [2, 3, 4, 5, 6].map((row) => `${file}:${row}`).join(', ');
    expect(problems).toEqual([
      `value-missing: 7 courses have no provider: ${places} …`,
      `value-missing: 7 courses have no language: ${places} …`,
    ]);
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
  });
});
