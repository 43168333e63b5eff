// Unsupported: files and formats that are known but not read, with what to do instead.
import { fieldOf } from '../../source/record.ts';
import type { Finding } from '../../problems.ts';
import type { Probe } from '../input/probe.ts';
import { elementsOf } from '../rows.ts';

/** Why a resource is not read; undefined if it may be. Formats of text may be read as a table with a map. */
export function whyUnsupported({ json, start, spreadsheet }: Probe, isMapped: boolean): Finding | undefined {
  const [, kind, remedy = ''] = spreadsheet === undefined ? (files.find(([sign]) => sign.test(start)) ?? []) : [];
  if (kind !== undefined) return { rule: 'import-format', finding: `is ${kind}, which is not read`, remedy };
  const [name, , , mapping = ''] =
    jsonFormats.find(([, list, fields]) => {
      const [record] = elementsOf(list === undefined ? json : fieldOf(json, list));
      return fields.every((field) => fieldOf(record, field) !== undefined);
    }) ?? [];
  if (name === undefined || isMapped) return undefined;
  return { rule: 'import-format', finding: `is ${name}, which is not read as it is`, remedy: mapping };
}

const saveAgain = 'save it as .xlsx, and import that file';
const saveAsList = 'save the list as a spreadsheet (.xlsx or .ods) or as CSV, and import that file';
/** Files that are not read, and what to do with them. A row in front wins. */
const files: readonly (readonly [sign: RegExp, name: string, remedy: string])[] = [
  [
    /<OAI-PMH[\s>]/u,
    'a response of OAI-PMH',
    'repositories hold mostly articles: export its courses as CSV or JSON, and import that',
  ],
  [/^%PDF-/u, 'a PDF document', saveAsList],
  [/^\{\\rtf|^PK[^]*(?:word\/document|opendocument\.text)/u, 'a text document', saveAsList],
  [/^PK[^]*(?:ppt\/slides|opendocument\.presentation)/u, 'a presentation', saveAsList],
  [/^PK[^]*(?:xl\/workbook\.bin|Index\/Document\.iwa)/u, 'a spreadsheet of another kind', saveAgain],
  [/^PK/u, 'a ZIP archive', 'unpack it, and import the file with the list'],
  [
    /^\xd0\xcf[^]*E\0n\0c\0r\0y\0p\0t\0e\0d\0P/u,
    'protected by a password',
    'save it without one, and import that file',
  ],
  [/^\xd0\xcf/u, 'a document in the old format of Microsoft Office (.xls, .doc)', saveAgain],
  [/^(?:\x89PNG|GIF8|\xff\xd8)/u, 'an image', saveAsList],
  [
    /^\s*<[^]*(?:progid="?Excel|office:(?:excel|spreadsheet)|content="?(?:Libre|Open)Office)/iu,
    'a spreadsheet that was saved as HTML or XML',
    saveAgain,
  ],
];

const retired = 'it is not published any more; name its fields with --map if you have a copy';
/** Formats of JSON that a table would be read from by halves, by fields that every record of theirs has, and no other. */
const jsonFormats: readonly (readonly [name: string, list: string | undefined, fields: string[], remedy: string])[] = [
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
  ['the course feed of FutureLearn', undefined, ['uuid', 'image_url', 'organisation'], retired],
  ['the course list of iversity', 'courses', ['discipline', 'organisations'], retired],
  ['the course list of Udacity', 'courses', ['expected_learning', 'homepage'], retired],
];
