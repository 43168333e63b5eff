// Spreadsheets that are damaged or made to harm: one clear sentence, or the list alone, and never more memory than a list needs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { emptyOds, ods, odsCell, odsRow, row, stylesheet, workbook, zip } from './archives.ts';
import { importText, problemsOf, recordsIn, runImport } from './imported.ts';

const given = { provider: 'P', language: 'en' };
const head = row('Title', 'Link');
const course = row('Optics', 'https://a.example/1');
const sheet = (xml: string, strings?: string) => zip(workbook(head + course + xml, strings));
/** A workbook whose sheet is some XML, one with styles, and one with other elements in its main part. */
const part = (xml: string) => zip({ ...workbook(''), 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` });
const styled = (xml: string) => zip({ ...workbook(head + course), ...stylesheet(xml) });
const listing = (xml: string) =>
  zip({ ...workbook(head + course), 'xl/workbook.xml': `<workbook xmlns:r="r">${xml}</workbook>` });
const numberFormat = (code: string) => `<numFmt numFmtId="200" formatCode="${code}"/>`;
/** A workbook whose second sheet alone is there. */
const lacking = () => {
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbook(head, '', head + course);
  return zip(parts);
};
const german = readFileSync('test/import/spreadsheets/german.xlsx');
const list = odsRow(odsCell('Title'), odsCell('Link')) + odsRow(odsCell('Optics'), odsCell('https://a.example/1'));

describe('a spreadsheet is refused in a sentence, and nothing is written,', () => {
  it.for<[string, Uint8Array, string]>([
    ['if it unpacks to more than it says', zip(workbook(head), { size: 10 }), 'is damaged: too many bytes'],
    ['if it says that it is large', zip(workbook(head), { size: 300 * 1024 ** 2 }), 'unpacks to more than 256 MB'],
    [
      'if it has very many parts',
      zip({ ...workbook(head), ...Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`a${at}`, ''])) }),
      'has more than 2,000 parts',
    ],
    ['if its parts are encrypted', zip(workbook(head), { isEncrypted: true }), 'is protected by a password'],
    [
      'if its content is encrypted',
      zip({ ...emptyOds, 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>', 'content.xml': '' }),
      'is protected by a password',
    ],
    ['if it is cut off', german.subarray(0, 4000), 'is damaged:'],
    ['if it lacks a text', sheet('<row><c t="s"><v>7</v></c></row>'), 'is damaged: a text is missing'],
    ['if it lacks a sheet', lacking(), 'is damaged: it has no xl/worksheets/sheet1.xml'],
    ['if it lacks its content', zip(emptyOds), 'is damaged: it has no content.xml'],
    ['if it is no XML', zip(workbook('<row>')), 'is damaged:'],
    [
      'if it names entities',
      zip({
        ...workbook(head),
        'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>',
      }),
      'is damaged:',
    ],
    ['if it has no row', zip(workbook('')), 'has no row in a sheet that is shown'],
    [
      'if it repeats a text without end',
      ods(
        list +
          Array.from({ length: 10 }, () =>
            odsRow(odsCell('x'.repeat(30_000), 'table:number-columns-repeated="9999"')),
          ).join(''),
      ),
      'has more cells or text than a list of courses',
    ],
    ['if it is nested deep', part('<a>'.repeat(200_000)), 'has more than 100 levels of elements'],
    ['if it is nested deep as tables', ods('<table:table>'.repeat(200)), 'has more than 100 levels of elements'],
    ['if it has very many elements', part('<c/>'.repeat(3_000_000)), 'has more elements than a list of courses'],
    ['if it has very much markup', part('<!---->'.repeat(2_500_000)), 'has a longer text than a list of courses'],
    [
      'if it unpacks to far more than its size',
      part(`<c><v>${'&lt;'.repeat(20_000)}</v></c>`.repeat(600)),
      'unpacks to more than a list of courses',
    ],
    [
      'if an element has very many attributes',
      part(`<c ${Array.from({ length: 257 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      'has more than 256 attributes at one element',
    ],
    [
      'if an attribute is very long',
      part(`<c r="${'A'.repeat(100_001)}"/>`),
      'has more than 100,000 characters in an attribute',
    ],
    [
      'if a number format is very long',
      styled(numberFormat('m'.repeat(1001))),
      'has more than 1,000 characters in a number format',
    ],
    ['if it has very many styles', styled('<xf/>'.repeat(150_001)), 'has more than 150,000 elements in xl/styles.xml'],
    ['if it has thousands of sheets', listing('<sheet name="L" r:id="a"/>'.repeat(5000)), 'has more than 256 sheets'],
    [
      'if it has thousands of tables',
      zip({ ...emptyOds, 'content.xml': `<d>${'<table/>'.repeat(5000)}</d>` }),
      'has more than 256 sheets',
    ],
    [
      'if its rows have cells far away',
      sheet('<row><c r="AMJ1" t="b"><v>1</v></c></row>'.repeat(5000)),
      'has more cells or text than a list of courses',
    ],
    [
      'if it has very many links',
      part(`<sheetData>${head}${course}</sheetData>${'<hyperlink ref="B2" r:id="x"/>'.repeat(300_000)}`),
      'has more cells or text than a list of courses',
    ],
    [
      'if a long text repeats',
      sheet('<row><c t="s"><v>0</v></c></row>'.repeat(30), `<si><t>${' '.repeat(1_000_000)}x</t></si>`),
      'has more cells or text than a list of courses',
    ],
  ])('%s', async ([, bytes, finding], { folder }) => {
    expect(await refusalOf(folder, bytes)).toMatch(`import-source: ${finding}`);
  });
});

describe('what is no spreadsheet is refused by its kind:', () => {
  it.for<[string, Uint8Array, string]>([
    ['another archive', zip({ 'a.txt': 'a' }), 'is a ZIP archive'],
    ['a Word document', zip({ 'word/document.xml': '<a/>' }), 'is a text document'],
    ['a PDF', Buffer.from('%PDF-1.4\n'), 'is a PDF document'],
    [
      'a workbook of the old format',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'is a document in the old format of Microsoft Office (.xls, .doc)',
    ],
    [
      'a workbook that Excel encrypted',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'is protected by a password',
    ],
    [
      'HTML',
      Buffer.from('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table></table></html>'),
      'is a spreadsheet that was saved as HTML or XML',
    ],
  ])('%s', async ([, bytes, kind], { folder }) => {
    expect(await refusalOf(folder, bytes)).toMatch(`import-format: ${kind}, which is not read`);
  });
});

/** The only problem of the import of a list, which writes nothing. */
async function refusalOf(folder: string, bytes: Uint8Array): Promise<string | undefined> {
  const [problem, ...others] = await problemsOf(importText(folder, 'list.xlsx', bytes, given));
  expect([others, ...snapshot(folder).keys()]).toEqual([[], 'list.xlsx']);
  return problem;
}

describe('a spreadsheet is the list in it alone,', () => {
  const over = 'table:number-columns-spanned';
  const far = '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>';
  it.for<[string, Uint8Array]>([
    [
      'with number formats of brackets',
      styled(Array.from('["m', (sign) => numberFormat(sign.replace('"', '&quot;').repeat(100))).join('')),
    ],
    [
      'with all other columns hidden again and again',
      part(`${'<col hidden="1" min="3" max="16384"/>'.repeat(100_000)}<sheetData>${head}${course}</sheetData>`),
    ],
    [
      'with columns merged to the very end again and again',
      part(`<sheetData>${head}${course}${far}</sheetData>${'<mergeCell ref="A3:A1048576"/>'.repeat(100_000)}`),
    ],
    [
      'with very many names',
      listing(`<definedName>a</definedName>`.repeat(200_000) + '<sheets><sheet name="L" r:id="a"/></sheets>'),
    ],
    ['with a cell at the very end', sheet(far)],
    [
      'with hundreds of thousands of merged cells at one place',
      zip(workbook(`${head}${course}</sheetData>${'<mergeCell ref="B1:ZZ1"/>'.repeat(300_000)}<sheetData>`)),
    ],
    ['with a cell over billions of columns', ods(list.replace('<table:table-cell', `$& ${over}="9999999999"`))],
    [
      'with a formula that was never calculated, and one that failed',
      sheet('<row><c><f>A1</f></c><c t="e"><v>#N/A</v></c></row>'),
    ],
    [
      'with macros and links to other files',
      zip({ ...workbook(head + course), 'xl/vbaProject.bin': 'x', 'xl/externalLinks/a.xml': '<a/>' }),
    ],
    [
      'with rows and columns that repeat to the end',
      ods(
        list +
          odsRow('<table:table-cell table:number-columns-repeated="16384"/>').replace(
            '<table:table-row',
            '<table:table-row table:number-rows-repeated="1048574"',
          ),
      ),
    ],
    [
      'with a row of it a million times',
      ods(
        list.replace(
          /<table:table-row>(?=.*Optics)(?!.*Title)/u,
          '<table:table-row table:number-rows-repeated="1000000">',
        ),
      ),
    ],
  ])('%s', async ([, bytes], { folder }) => {
    await importText(folder, 'list.xlsx', bytes, given);
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics', linkurl: 'https://a.example/1' }]);
  });
});

it('a spreadsheet is read no further once a signal came', async ({ folder }) => {
  const bytes = sheet('<row/>'.repeat(1_900_000));
  const signal = AbortSignal.timeout(20);
  await expect(importText(folder, 'list.xlsx', bytes, given, signal)).rejects.toThrow('aborted due to timeout');
});

it('a spreadsheet that is cut off anywhere is refused', async ({ folder }) => {
  for (let size = 8; size < german.length; size += 397) {
    writeFiles(folder, { 'list.xlsx': german.subarray(0, size) });
    await expect(runImport(join(folder, 'list.xlsx'), join(folder, 'data'))).rejects.toThrow(/damaged|ZIP archive/u);
  }
});

describe('the command takes as little memory as for a list', () => {
  // Elsewhere only the heap is limited.
  const hasPeak = existsSync('/proc/self/status');
  const rows = '<row/>'.repeat(1_000_000);
  const columns = `<row>${'<c/>'.repeat(16_384)}</row>`.repeat(100);
  const found = [{ title: 'Optics', linkurl: 'https://a.example/1' }];
  it.for<[string, string, string, RegExp, object[]]>([
    [
      'whose parts are a thousand times as large as the file',
      '',
      `<si><t>${'x'.repeat(150 * 1024 ** 2)}`,
      /has a longer text/u,
      [],
    ],
    ['with a million empty rows', rows, '', /1 new/u, found],
    ['with a million empty cells', columns, '', /1 new/u, found],
  ])('for a spreadsheet %s', async ([, xml, strings, said, records], { folder }) => {
    writeFiles(folder, { 'list.xlsx': sheet(xml, strings) });
    const peak = join(folder, 'peak.txt');
    const heap = ['--max-old-space-size=192', '--import', resolve('scripts/peak-memory.mjs')];
    const options = [
      '--data',
      join(folder, 'data'),
      '--provider',
      'P',
      '--language',
      'en',
      '--default-date',
      '2024-01-01',
    ];
    const args = [...heap, 'lib/bin.js', 'import', join(folder, 'list.xlsx'), ...options];
    const env = { ...process.env, ...(hasPeak && { BENCH_PEAK_FILE: peak }) };
    const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(stderr).toMatch(said);
    expect(existsSync(join(folder, 'data')) ? recordsIn(folder) : []).toMatchObject(records);
    const bytes = hasPeak ? Number(readFileSync(peak, 'utf8').split(' ')[0]) : 0;
    expect(bytes / 1024 ** 2).toBeLessThan(320);
  });
});
