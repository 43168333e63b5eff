// Writes the lists in test/import/spreadsheets/ anew, with LibreOffice: npx tsx scripts/spreadsheets.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workbooks, type Cell, type Table } from '../test/import/workbooks.ts';

const names = ['office', 'table', 'text', 'style'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const others =
  'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const styles = `<number:date-style style:name="N1"><number:day/><number:text>.</number:text><number:month/><number:text>.</number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="date" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'));
for (const [name, tables] of Object.entries(workbooks)) {
  const file = join(folder, `${name}.fods`);
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} ${others} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables.map(tableOf).join('')}</office:spreadsheet></office:body></office:document>`,
  );
  for (const ending of ['xlsx', 'ods'])
    execFileSync('soffice', ['--headless', '--convert-to', ending, '--outdir', 'test/import/spreadsheets', file]);
}
rmSync(folder, { recursive: true });

function tableOf({ name, isHidden = false, hidden = [], rows }: Table): string {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from(
    { length: width },
    (_, at) => `<table:table-column${hidden.includes(at) ? ' table:visibility="collapse"' : ''}/>`,
  );
  const lines = rows.map((row) => `<table:table-row>${row.map(cellOf).join('')}</table:table-row>`);
  const style = isHidden ? ' table:style-name="hidden"' : '';
  return `<table:table table:name="${name}"${style}>${columns.join('')}${lines.join('')}</table:table>`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '<table:table-cell/>';
  if (typeof cell === 'number')
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  if (typeof cell === 'string') {
    const lines = cell.split('\n').map((line) => `<text:p>${escaped(line)}</text:p>`);
    return `<table:table-cell office:value-type="string">${lines.join('')}</table:table-cell>`;
  }
  if ('day' in cell)
    return `<table:table-cell table:style-name="date" office:value-type="date" office:date-value="${cell.day}"/>`;
  if ('link' in cell)
    return `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="${cell.link}" xlink:type="simple">${escaped(cell.text)}</text:a></text:p></table:table-cell>`;
  return `<table:table-cell office:value-type="string" table:number-columns-spanned="${cell.width}"><text:p>${escaped(cell.text)}</text:p></table:table-cell>${'<table:covered-table-cell/>'.repeat(cell.width - 1)}`;
}
