// Archives by hand, whole or with faults: ZIP files of any parts.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Fault {
  /** What the directory says of the size of a part. */
  readonly size?: number;
  readonly isEncrypted?: boolean;
}

/** A ZIP file of some parts. */
export function zip(
  parts: Readonly<Record<string, string | Buffer>>,
  { size, isEncrypted = false }: Fault = {},
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part);
    // The kind of an OpenDocument is not packed, so that its first bytes tell it.
    const isPacked = name !== 'mimetype';
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    head.writeUInt16LE(isPacked ? 8 : 0, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const directoryOffset = Buffer.alloc(14);
    directoryOffset.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), head, directoryOffset, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(files.length, at);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

const relations = (...rows: readonly string[]) => `<Relationships>${rows.join('')}</Relationships>`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;

/** The parts of an Excel workbook with a sheet, whose rows are XML, and perhaps a second one. */
export function workbook(sheet: string, strings = '', second?: string): Record<string, string> {
  const more = second === undefined ? '' : '<sheet name="More" r:id="c"/>';
  return {
    '_rels/.rels': relations(relation('a', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="List" r:id="a"/>${more}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('a', 'worksheet', 'worksheets/sheet1.xml'),
      relation('b', 'sharedStrings', '/xl/sharedStrings.xml'),
      ...(more === '' ? [] : [relation('c', 'worksheet', 'worksheets/sheet2.xml')]),
    ),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': sheetOf(sheet),
    ...(second !== undefined && { 'xl/worksheets/sheet2.xml': sheetOf(second) }),
  };
}

/** The parts that give a workbook styles. */
export function stylesheet(xml: string): Record<string, string> {
  const rows = [
    relation('a', 'worksheet', 'worksheets/sheet1.xml'),
    relation('s', 'styles', 'styles.xml'),
    relation('b', 'sharedStrings', '/xl/sharedStrings.xml'),
  ];
  const styles = `<styleSheet>${xml}</styleSheet>`;
  return { 'xl/_rels/workbook.xml.rels': relations(...rows), 'xl/styles.xml': styles };
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A row of texts. */
export function row(...texts: readonly string[]): string {
  return `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}

const kind = 'application/vnd.oasis.opendocument.spreadsheet';

/** The parts of an OpenDocument spreadsheet without its content. */
export const emptyOds = { mimetype: kind, 'META-INF/manifest.xml': '<manifest/>' };

/** An OpenDocument spreadsheet with a table, whose rows are XML. */
export function ods(rows: string): Buffer {
  const table = `<table table:name="L" xmlns:table="t" xmlns:office="o" xmlns:text="x">${rows}</table>`;
  return zip({ ...emptyOds, 'content.xml': `<document><spreadsheet>${table}</spreadsheet></document>` });
}

/** A row of it, and a cell. */
export function odsRow(...cells: readonly string[]): string {
  return `<table:table-row>${cells.join('')}</table:table-row>`;
}

export function odsCell(text: string, more = ''): string {
  return `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
}
