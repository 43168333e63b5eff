// Unsupported: files and formats that are known but not read, with what to do instead.
import { statSync } from 'node:fs';
import { fieldOf } from '../catalog/reading.ts';
import type { Finding } from '../problems.ts';
import { readBlocks } from '../source/bytes.ts';
import type { Probe } from './format.ts';
import { elementsOf } from './rows.ts';

/** Why a resource is not read; undefined if it may be. Formats of text may be read as a table with a map. */
export function whyUnsupported({ json, start, spreadsheet }: Probe, isMapped: boolean): Finding | undefined {
  const [, kind, remedy = ''] = spreadsheet === undefined ? (kinds.find(([sign]) => sign.test(start)) ?? []) : [];
  if (kind !== undefined) return { rule: 'import-format', finding: `is ${kind}, which is not read`, remedy };
  const [name, , , how = ''] =
    formats.find(([, list, fields]) => {
      const [first] = elementsOf(list === undefined ? json : fieldOf(json, list));
      return fields.every((field) => fieldOf(first, field) !== undefined);
    }) ?? [];
  if (name === undefined || isMapped) return undefined;
  return { rule: 'import-format', finding: `is ${name}, which is not read as it is`, remedy: how };
}

/** The first and last bytes of a file that is no text, as characters; undefined if it may be one. */
export function binaryStart(file: string): string | undefined {
  const textAt = (from: number) =>
    Array.from(readBlocks({ path: file }, from, from + size), ({ bytes }) => bytes.toString('latin1')).join('');
  const head = textAt(0);
  return binary.test(head) ? head + textAt(Math.max(size, statSync(file).size - size)) : undefined;
}

/** Which spreadsheet a file is that begins so. */
export function spreadsheetIn(start: string): 'xlsx' | 'ods' | undefined {
  if (!start.startsWith('PK') || /word\/document|xl\/workbook\.bin/u.test(start)) return undefined;
  if (/xl\/(?:workbook\.xml|worksheets\/)/u.test(start)) return 'xlsx';
  return start.includes('opendocument.spreadsheet') ? 'ods' : undefined;
}

/** How files begin that are no text. */
const binary = /^(?:PK\p{Cc}\p{Cc}|%PDF-|\xd0\xcf\p{Cc}\xe0|\x89PNG|GIF8|\xff\xd8\xff|\{\\rtf)/u;
/** The names of the parts of an archive stand at its end. */
const size = 64 * 1024;

const again = 'save it as .xlsx, and import that file';
const asList = 'save the list as a spreadsheet (.xlsx or .ods) or as CSV, and import that file';
/** Files that are not read, and what to do with them. A row in front wins. */
const kinds: readonly (readonly [sign: RegExp, name: string, remedy: string])[] = [
  [
    /<OAI-PMH[\s>]/u,
    'a response of OAI-PMH',
    'repositories hold mostly articles: export its courses as CSV or JSON, and import that',
  ],
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

const ofOld = 'it is not published any more; name its fields with --map if you have a copy';
/** Formats of JSON that a table would be read from by halves, by fields that every record of theirs has, and no other. */
const formats: readonly (readonly [name: string, list: string | undefined, fields: string[], remedy: string])[] = [
  [
    'the course list of Coursera',
    'elements',
    ['slug', 'courseType'],
    "it has no addresses: --map 'title=name,linkurl:=https://www.coursera.org/learn/{slug},language=primaryLanguages' --provider NAME",
  ],
  [
    'the catalog of edX Discovery',
    'results',
    ['course_runs', 'key'],
    "several runs stand for one course: --map 'linkurl=marketing_url,provider=owners.name,language=course_runs.content_language'",
  ],
  [
    'the course list of Richie',
    'objects',
    ['absolute_url', 'course_runs'],
    "its addresses are relative: --map 'linkurl:=https://HOST{absolute_url},provider=organization_highlighted,language=course_runs.languages'",
  ],
  ['the course feed of FutureLearn', undefined, ['uuid', 'image_url', 'organisation'], ofOld],
  ['the course list of iversity', 'courses', ['discipline', 'organisations'], ofOld],
  ['the course list of Udacity', 'courses', ['expected_learning', 'homepage'], ofOld],
];
