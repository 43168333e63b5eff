// Spreadsheets as LibreOffice writes them: each becomes the catalog in the `.txt` beside it, by itself.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { ods, odsCell, odsRow, row, workbook, zip } from './archives.ts';
import { importText, notesOf, problemsOf, recordsIn, runImport } from './imported.ts';

const pathOf = (file: string) => join('test/import/spreadsheets', file);
const files = ['arabic', 'french', 'german', 'japanese'].flatMap((name) => [`${name}.xlsx`, `${name}.ods`]);

describe('a spreadsheet', () => {
  it.for(files)('such as %s becomes the catalog that its people expect', async (file, { folder }) => {
    const { lost } = await runImport(pathOf(file), join(folder, 'data'), { undated: undefined });
    const written = ['courses/list.ndjson', 'providers/list.ndjson', 'categories/list.csv'].map((path) =>
      readFileSync(join(folder, 'data', path), 'utf8'),
    );
    const text = `${written.join('')}not used: ${lost.join(', ')}\n`;
    await expect(text).toMatchFileSnapshot(resolve(pathOf(file.replace(/\.\w+$/u, '.txt'))));
  });

  it.for(['german.xlsx', 'german.ods'])(
    'has the sheet of %s that --sheet names, even a hidden one',
    async (file, { folder }) => {
      const chosen = { provider: 'P', language: 'de' };
      await runImport(pathOf(file), join(folder, 'data'), { ...chosen, sheet: 'Archiv' });
      expect(recordsIn(folder).map(({ title }) => title)).toEqual(['Alt']);
      expect(await problemsOf(runImport(pathOf(file), join(folder, 'more'), { sheet: 'Kurs' }))).toEqual([
        'import-source: has no sheet "Kurs"',
      ]);
    },
  );

  it('says what it guessed', async ({ folder }) => {
    expect(notesOf(await runImport(pathOf('french.ods'), join(folder, 'data')))).toEqual([
      '1 address without https://, read with it',
      '1 day of a date without one',
    ]);
  });
});

describe('the list in a spreadsheet', () => {
  const listed = (rows: string, more = '', links = '<hyperlink ref="A2" r:id="a"/>') => {
    const sheet = `<worksheet>${more}<sheetData>${rows}</sheetData><hyperlinks>${links}</hyperlinks></worksheet>`;
    return zip({ ...workbook(''), 'xl/worksheets/sheet1.xml': sheet, 'xl/worksheets/_rels/sheet1.xml.rels': targets });
  };
  const targets = `<Relationships><Relationship Id="a" TargetMode="External" Target="https://a.example/link"/></Relationships>`;
  const given = { provider: 'P', language: 'en' };

  it.for([
    [row('Title', 'Link') + row('Optics', 'https://a.example/own'), 'https://a.example/own'],
    [row('Title', 'Link') + row('Optics', 'on request'), 'https://a.example/link'],
    [row('Title') + row('Optics'), 'https://a.example/link'],
    [row('More', 'Title') + row('here', 'Optics'), 'https://a.example/link'],
  ] as const)(
    '%s has the address %s: a link counts where no column has addresses',
    async ([rows, linkurl], { folder }) => {
      await importText(folder, 'list.xlsx', listed(rows), given);
      expect(recordsIn(folder)).toMatchObject([{ title: 'Optics', linkurl }]);
    },
  );

  it('has links that are as high as several rows', async ({ folder }) => {
    const rows = row('Title') + row('Optics') + row('Trade');
    const bytes = listed(rows, '', '<hyperlink ref="A2:A3" r:id="a"/>');
    const { leftOut } = await importText(folder, 'list.xlsx', bytes, given);
    expect(leftOut).toMatchObject([{ what: 'same address as an earlier record, with another title', count: 1 }]);
  });

  it('has a map with which it is imported alike', async ({ folder }) => {
    const rows = row('Title', 'Link') + row('Optics', 'page') + row('Trade', 'https://a.example/own');
    const { map } = await importText(folder, 'list.xlsx', listed(rows, '', '<hyperlink ref="B2" r:id="a"/>'), given);
    const courses = recordsIn(folder);
    expect(courses).toHaveLength(2);
    writeFiles(folder, { 'map.txt': map });
    await runImport(join(folder, 'list.xlsx'), join(folder, 'more/data'), { ...given, map: join(folder, 'map.txt') });
    expect(recordsIn(join(folder, 'more'))).toEqual(courses);
  });

  it('keeps the links of a hidden column to itself', async ({ folder }) => {
    const hidden = listed(
      row('Intern', 'Title') + row('x', 'Optics'),
      '<cols><col min="1" max="1" hidden="1"/></cols>',
    );
    expect(await problemsOf(importText(folder, 'list.xlsx', hidden, given))).toEqual([
      'import-format: no column is known as linkurl; the columns are Title',
    ]);
  });

  it('is the first sheet with a course below its headings', async ({ folder }) => {
    const course = row('Title', 'Link') + row('Optics', 'https://a.example/1');
    const bytes = zip(workbook(row('Title', 'Link'), '', course));
    const { guessed } = await importText(folder, 'list.xlsx', bytes, given);
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics' }]);
    expect(guessed.map(({ what }) => what)).not.toContainEqual(expect.stringContaining('--sheet'));
  });
});

describe('merged cells, numbers and links', () => {
  const last = (text: string, cell: string) => text.replace('</row>', `${cell}</row>`);
  const parts = workbook(
    row('Title', 'Link', 'Provider', 'Author', 'Tags') +
      last(row('Optics', 'https://a.example/1', 'VHS', 'Ada'), '<c><v>4.0999999999999996</v></c>') +
      last(row('Trade', 'https://a.example/2', '', ''), '<c s="1"><v>7</v></c>') +
      last(row('Bread', 'https://a.example/3', '', ''), '<c><v>1E3</v></c>'),
  );
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const relations = parts['xl/_rels/workbook.xml.rels'] ?? '';
  const xlsx = zip({
    ...parts,
    'xl/worksheets/sheet1.xml': sheet.replace('</worksheet>', '<mergeCell ref="C2:D4"/></worksheet>'),
    'xl/_rels/workbook.xml.rels': relations.replace('</R', '<Relationship Type="x/styles" Target="styles.xml"/></R'),
    'xl/styles.xml':
      '<styleSheet><numFmt numFmtId="164" formatCode="000"/><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
  });
  const number = (shown: string, value: string) => odsCell(shown, `office:value-type="float" office:value="${value}"`);
  const link = (at: number) =>
    odsCell('Kurs', `table:formula="of:=HYPERLINK(&quot;https://a.example/${at}&quot;;&quot;Kurs&quot;)"`);
  const covered = '<table:covered-table-cell/>';
  const lines = [
    odsRow(...['Title', 'Link', 'Provider', 'Author', 'Tags'].map((name) => odsCell(name))),
    odsRow(
      odsCell('Optics'),
      link(1),
      odsCell('VHS', 'table:number-rows-spanned="3"'),
      odsCell('Ada'),
      number('4,1', '4.1'),
    ),
    odsRow(odsCell('Trade'), link(2), covered, odsCell(''), number('007', '7')),
    odsRow(odsCell('Bread'), link(3), covered, odsCell(''), number('1000', '1000')),
  ];
  it.for([
    ['xlsx', xlsx],
    ['ods', ods(lines.join(''))],
  ] as const)('are those that people see in .%s', async ([ending, bytes], { folder }) => {
    await importText(folder, `list.${ending}`, bytes, { language: 'en' });
    expect(recordsIn(folder)).toMatchObject([
      { title: 'Optics', linkurl: 'https://a.example/1', provider: 1, author: 'Ada', tags: '4.1' },
      { title: 'Trade', linkurl: 'https://a.example/2', provider: 1, tags: '007' },
      { title: 'Bread', linkurl: 'https://a.example/3', provider: 1, tags: '1000' },
    ]);
  });
});

it('warnings name the row of the list, and dates that are far ahead by then', async ({ folder }) => {
  const text =
    'Title,Link,Provider,Language,Date\nA,https://a.example/a,P,en,2024-01-01\nB,https://a.example/b,P,en,2099-01-01\n';
  const { warnings } = await importText(folder, 'list.csv', text);
  expect(warnings).toMatchObject([{ rule: 'date-future', file: join(folder, 'list.csv:3') }]);
  vi.useFakeTimers({ now: new Date('2098-01-01'), toFake: ['Date'] });
  try {
    expect((await importText(folder, 'list.csv', text)).warnings).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

describe('a link by a formula', () => {
  const cell = (at: string, formula: string, more = '') =>
    `<c r="${at}" t="str"><f ${more}>${formula}</f><v>Open</v></c>`;
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const line = (number: number, ...cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;

  it('is made of texts and cells, and its row is left out if it is made in another way', async ({ folder }) => {
    const heading = line(1, text('A1', 'Code'), text('B1', 'Title'), text('C1', 'Link'), text('D1', 'Url of it'));
    const rows = [
      line(
        2,
        text('A2', 'C1'),
        text('B2', 'Optics'),
        cell('C2', 'HYPERLINK(&quot;https://a.example/&quot;&amp;A2,&quot;Open&quot;)'),
      ),
      line(
        3,
        text('A3', 'C2'),
        text('B3', 'Trade'),
        cell('C3', 'HYPERLINK(CONCATENATE(&quot;https://a.example/&quot;,$A$3))'),
      ),
      line(
        4,
        text('A4', 'C3'),
        text('B4', 'Bread'),
        cell('C4', 'HYPERLINK(D4,&quot;Open&quot;)', 't="shared" si="0"'),
        text('D4', 'https://a.example/4'),
      ),
      line(
        5,
        text('A5', 'C4'),
        text('B5', 'Pottery'),
        cell('C5', '', 't="shared" si="0"'),
        text('D5', 'https://a.example/5'),
      ),
      line(6, text('A6', 'C5'), text('B6', 'Dance'), cell('C6', 'HYPERLINK(VLOOKUP(A6,X:Y,2),&quot;Open&quot;)')),
      line(7, text('A7', 'C6'), text('B7', 'Music'), cell('C7', 'HYPERLINK(D7,&quot;Open&quot;)')),
    ];
    const { leftOut } = await importText(folder, 'list.xlsx', zip(workbook(heading + rows.join(''))), {
      provider: 'P',
      language: 'en',
    });
    expect(recordsIn(folder).map(({ title, linkurl }) => [title, linkurl])).toEqual([
      ['Optics', 'https://a.example/C1'],
      ['Trade', 'https://a.example/C2'],
      ['Bread', 'https://a.example/4'],
      ['Pottery', 'https://a.example/5'],
    ]);
    expect(leftOut).toMatchObject([{ what: 'address that a formula computes', count: 2 }]);
  });

  it('may refer to cells of OpenDocument too', async ({ folder }) => {
    const rows =
      odsRow(odsCell('Code'), odsCell('Title'), odsCell('Link')) +
      odsRow(
        odsCell('C1'),
        odsCell('Optics'),
        odsCell('Open', 'table:formula="of:=HYPERLINK(&quot;https://a.example/&quot;&amp;[.A2];&quot;Open&quot;)"'),
      );
    await importText(folder, 'list.ods', ods(rows), { provider: 'P', language: 'en' });
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics', linkurl: 'https://a.example/C1' }]);
  });
});

it('a link of a cell has what follows the # in its location, and relations of any prefix', async ({ folder }) => {
  const parts = workbook(row('Title') + row('Optics') + row('Trade'));
  const sheet = (parts['xl/worksheets/sheet1.xml'] ?? '').replace(
    '</worksheet>',
    '<hyperlinks><hyperlink ref="A2" q:id="h" location="/course/1"/><hyperlink ref="A3" q:id="h" location="/course/2"/></hyperlinks></worksheet>',
  );
  const bytes = zip({
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replaceAll('r:', 'd3p1:'),
    'xl/worksheets/sheet1.xml': sheet,
    'xl/worksheets/_rels/sheet1.xml.rels':
      '<Relationships><Relationship Id="h" TargetMode="External" Target="https://lms.example/"/></Relationships>',
  });
  await importText(folder, 'list.xlsx', bytes, { provider: 'P', language: 'en' });
  expect(recordsIn(folder).map(({ linkurl }) => linkurl)).toEqual([
    'https://lms.example/#/course/1',
    'https://lms.example/#/course/2',
  ]);
});

describe('what a sheet does not show or hold', () => {
  const heading = row('Title', 'Link', 'Tags');
  const given = { provider: 'P', language: 'en' };
  const third = (text: string, cell: string) => text.replace('</row>', `${cell}</row>`);

  it.for([
    [
      'xlsx',
      zip(
        workbook(
          heading +
            row('Optics', 'https://a.example/1') +
            row('Draft', 'https://a.example/2').replace('<row', '<row hidden="1"') +
            row('Trade', 'https://a.example/3'),
        ),
      ),
    ],
    [
      'ods',
      ods(
        odsRow(odsCell('Title'), odsCell('Link')) +
          odsRow(odsCell('Optics'), odsCell('https://a.example/1')) +
          odsRow(odsCell('Draft'), odsCell('https://a.example/2')).replace('row>', 'row table:visibility="filter">') +
          odsRow(odsCell('Trade'), odsCell('https://a.example/3')),
      ),
    ],
  ] as const)('hidden rows of .%s are left out and counted', async ([ending, bytes], { folder }) => {
    const { leftOut } = await importText(folder, `list.${ending}`, bytes, given);
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['Optics', 'Trade']);
    expect(leftOut).toMatchObject([{ kind: 'leftOut', what: 'hidden row', examples: [expect.stringMatching(/:3$/u)] }]);
  });

  it.for([
    ['xlsx', zip(workbook(heading + third(row('Optics', 'https://a.example/1'), '<c><f>UPPER("x")</f><v></v></c>')))],
    [
      'ods',
      ods(
        odsRow(odsCell('Title'), odsCell('Link'), odsCell('Tags')) +
          odsRow(odsCell('Optics'), odsCell('https://a.example/1'), odsCell('', 'table:formula="of:=UPPER([.A2])"')),
      ),
    ],
  ] as const)('formulas of .%s without saved results are named', async ([ending, bytes], { folder }) => {
    const { leftOut } = await importText(folder, `list.${ending}`, bytes, given);
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics' }]);
    expect(leftOut).toMatchObject([
      {
        kind: 'valueLeftOut',
        what: 'formula whose result was not saved',
        examples: [expect.stringMatching(/:2 Tags$/u)],
      },
    ]);
  });

  it('titles and addresses without saved results are refused', async ({ folder }) => {
    const rows = heading + third(row('Optics'), '<c><f>"https://a.example/"&amp;A2</f></c>');
    expect(await problemsOf(importText(folder, 'list.xlsx', zip(workbook(rows)), given))).toEqual([
      'import-source: has 1 cell with formulas whose results were not saved, among them titles or addresses',
    ]);
  });

  it('formulas that came to an empty text are no fault', async ({ folder }) => {
    const rows = heading + third(row('Optics', 'https://a.example/1'), '<c t="str"><f>IF(A2="","x","")</f><v></v></c>');
    expect((await importText(folder, 'list.xlsx', zip(workbook(rows)), given)).leftOut).toEqual([]);
  });
});

it('days before March 1900 are those that Excel shows', async ({ folder }) => {
  const parts = workbook(
    row('Title', 'Link', 'Tags') +
      ['59', '61', '45296']
        .map((day, at) =>
          row(`C${at}`, `https://a.example/${at}`).replace('</row>', `<c s="1"><v>${day}</v></c></row>`),
        )
        .join(''),
  );
  const relations = parts['xl/_rels/workbook.xml.rels'] ?? '';
  const bytes = zip({
    ...parts,
    'xl/_rels/workbook.xml.rels': relations.replace('</R', '<Relationship Type="x/styles" Target="styles.xml"/></R'),
    'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
  });
  await importText(folder, 'list.xlsx', bytes, { provider: 'P', language: 'en' });
  expect(recordsIn(folder).map(({ tags }) => tags)).toEqual(['1900-02-28', '1900-03-01', '2024-01-05']);
});

it('columns below one heading for titles are asked about, and not joined', async ({ folder }) => {
  const parts = workbook(row('Course', '', 'Date') + row('Optics', 'https://a.example/1', '2024-01-05'));
  const sheet = (parts['xl/worksheets/sheet1.xml'] ?? '').replace(
    '</worksheet>',
    '<mergeCell ref="A1:B1"/></worksheet>',
  );
  const bytes = zip({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
  expect(await problemsOf(importText(folder, 'list.xlsx', bytes, { provider: 'P', language: 'en' }))).toEqual([
    expect.stringContaining(
      'no column is known as title; the columns are Course 1: Optics, Course 2: https://a.example/1',
    ),
  ]);
});
