// Binary files: what a file is that is no text, by its bytes.
import { statSync } from 'node:fs';
import type { Finding } from '../problems.ts';
import { blocksOf } from '../source/bytes.ts';

/** How files begin that are no text. */
const binary = /^(?:PK\p{Cc}\p{Cc}|%PDF-|\xd0\xcf\p{Cc}\xe0|\x89PNG|GIF8|\xff\xd8\xff|\{\\rtf)/u;
/** The names of the parts of an archive stand at its end. */
const size = 64 * 1024;

const again = 'save it as .xlsx, and import that file';
const asList = 'save the list as a spreadsheet (.xlsx or .ods) or as CSV, and import that file';
/** Files that are not read, and what to do with them. A row in front wins. */
const kinds: readonly (readonly [sign: RegExp, name: string, remedy: string])[] = [
  [/^%PDF-/u, 'a PDF document', asList],
  [/^\{\\rtf|^PK[^]*(?:word\/document|opendocument\.text)/u, 'a text document', asList],
  [/^PK[^]*(?:ppt\/slides|opendocument\.presentation)/u, 'a presentation', asList],
  [/^PK[^]*(?:xl\/workbook\.bin|Index\/Document\.iwa)/u, 'a spreadsheet of another kind', again],
  [/^PK/u, 'a ZIP archive', 'unpack it, and import the file with the list'],
  [
    /^\xd0\xcf[^]*E\0n\0c\0r\0y\0p\0t\0e\0d\0P/u,
    'protected by a password',
    'save it without one, and import that file',
  ],
  [/^\xd0\xcf/u, 'a document in the old format of Microsoft Office (.xls, .doc)', again],
  [/^(?:\x89PNG|GIF8|\xff\xd8)/u, 'an image', asList],
  [
    /^\s*<[^]*(?:progid="?Excel|office:(?:excel|spreadsheet)|content="?(?:Libre|Open)Office)/iu,
    'a spreadsheet that was saved as HTML or XML',
    again,
  ],
];

/** The first and last bytes of a file that is no text, as characters; undefined if it may be one. */
export function binaryStart(file: string): string | undefined {
  const textAt = (from: number) =>
    Array.from(blocksOf({ path: file }, from, from + size), ({ bytes }) => bytes.toString('latin1')).join('');
  const head = textAt(0);
  return binary.test(head) ? head + textAt(Math.max(size, statSync(file).size - size)) : undefined;
}

/** Which spreadsheet a file is that begins so. */
export function spreadsheetIn(start: string): 'xlsx' | 'ods' | undefined {
  if (!start.startsWith('PK') || /word\/document|xl\/workbook\.bin/u.test(start)) return undefined;
  if (/xl\/(?:workbook\.xml|worksheets\/)/u.test(start)) return 'xlsx';
  return start.includes('opendocument.spreadsheet') ? 'ods' : undefined;
}

/** Why a file is not read, by how it begins; undefined if it may be. */
export function whyBinary(start: string): Finding | undefined {
  const [, name, remedy = ''] = kinds.find(([sign]) => sign.test(start)) ?? [];
  if (name === undefined || spreadsheetIn(start) !== undefined) return undefined;
  return { rule: 'import-format', finding: `is ${name}, which is not read`, remedy };
}
