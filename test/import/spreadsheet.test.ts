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
    const { unusedColumns } = await runImport(pathOf(file), join(folder, 'data'));
    const written = ['courses/list.ndjson', 'providers/list.ndjson', 'categories/list.csv'].map((path) =>
      readFileSync(join(folder, 'data', path), 'utf8'),
    );
    const text = `${written.join('')}not used: ${unusedColumns.join(', ')}\n`;
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

  it('has parts in whose names case does not count', async ({ folder }) => {
    const list = row('Title', 'Link') + row('Weaving', 'https://p.example/1');
    const parts = Object.entries(workbook(list)).map(([name, part]) => [name.toUpperCase(), part] as const);
    await importText(folder, 'list.xlsx', zip(Object.fromEntries(parts)), { provider: 'P', language: 'de' });
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['Weaving']);
  });

  it('has sheets that are not read, each of which is named', async ({ folder }) => {
    const list = row('What', 'Link') + row('Weaving', 'https://p.example/1');
    const file = zip(workbook(list, '', list + row('Dyeing', 'https://p.example/2')));
    const chosen = { provider: 'P', language: 'de', map: 'title=What' };
    const { skipped } = await importText(folder, 'list.xlsx', file, chosen);
    expect(skipped.flatMap(({ examples }) => examples)).toEqual(['"List" 2 rows']);
  });

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

  it('begins with a course where the first row links to its page, and has no headings', async ({ folder }) => {
    const bytes = listed(row('Optics') + row('Trade'), '', '<hyperlink ref="A1" r:id="a"/>');
    await importText(folder, 'list.xlsx', bytes, { ...given, map: 'title=Column 1' });
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics', linkurl: 'https://a.example/link' }]);
  });

  it('has links that are as high as several rows', async ({ folder }) => {
    const rows = row('Title') + row('Optics') + row('Trade');
    const bytes = listed(rows, '', '<hyperlink ref="A2:A3" r:id="a"/>');
    const { skipped } = await importText(folder, 'list.xlsx', bytes, given);
    expect(skipped).toMatchObject([{ reason: 'same address as an earlier record, with another title', count: 1 }]);
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
    expect(guessed.map(({ reason }) => reason)).not.toContainEqual(expect.stringContaining('--sheet'));
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
