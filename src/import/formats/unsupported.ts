// Unsupported: files and formats that are known but not read, with what to do instead.
import { fieldOf } from '../../catalog/source/record.ts';
import { isObject } from '../../text/keys.ts';
import type { Finding } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';
import type { Probe } from '../input/probe.ts';
import { elementsOf } from '../rows.ts';

/** Why a resource is not read; undefined if it may be. With a map, JSON of these formats may be read as a table. */
export function whyUnsupported({ json, start, spreadsheet, resource }: Probe, isMapped: boolean): Finding | undefined {
  const rule = 'import-format';
  const isOfKind = ({ sign, ending }: UnsupportedFile) => ending?.test(resource.address) !== false && sign.test(start);
  const error = isMapped ? undefined : errorIn(json);
  if (error !== undefined) {
    const remedy = 'see what the service needs, such as a token by --header, and import its answer then';
    return { rule, finding: `is not a list but an error of the service: ${quoteText(error)}`, remedy };
  }
  const file = spreadsheet === undefined ? files.find(isOfKind) : undefined;
  if (file) return { rule, finding: `is ${file.name}, which is not read`, remedy: file.remedy };
  const format = isMapped ? undefined : jsonFormats.find((one) => isOfFormat(json, one));
  if (format) return { rule, finding: `is ${format.name}, which is not read as it is`, remedy: format.remedy };
  return undefined;
}

/** How services name what went wrong, and what they say of it. */
const errorNames: ReadonlySet<string> = new Set(['exception', 'errorcode', 'error', 'errors', 'fault']);
const errorTexts = ['message', 'error_description', 'detail', 'title', 'description', 'faultstring', 'error'];
const maxErrorFields = 8;

/** What an answer says went wrong; undefined if it is none of an error. */
function errorIn(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const entries = Object.entries(json).filter(([, value]) => Boolean(value) && elementsOf(value).length > 0);
  const named = entries.filter(([name]) => errorNames.has(name));
  const isFailure = ['success', 'ok'].some((name) => fieldOf(json, name) === false);
  const isAlone = entries.length === 1 && ['message', 'detail'].includes(entries[0]?.[0] ?? '');
  // A list may say beside its courses what it lacks.
  const isList = entries.some(([name, value]) => !errorNames.has(name) && Array.isArray(value));
  if (isList || entries.length > maxErrorFields || !(named.length > 0 || isFailure || isAlone)) return undefined;
  const holders = [json, ...named.flatMap(([, value]) => elementsOf(value))];
  const texts = errorTexts.flatMap((name) => holders.map((holder) => fieldOf(holder, name)));
  return [...texts, ...holders].find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Whether the first record has all fields of a format. */
function isOfFormat(json: unknown, { list, fields }: JsonFormat): boolean {
  const [record] = elementsOf(list === undefined ? json : fieldOf(json, list));
  return fields.every((field) => fieldOf(record, field) !== undefined);
}

interface UnsupportedFile {
  /** What the start of the file matches. */
  readonly sign: RegExp;
  /** What its address matches too, where the start may be that of others. */
  readonly ending?: RegExp;
  readonly name: string;
  readonly remedy: string;
}

const saveAgain = 'save it as .xlsx, and import that file';
const saveAsList = 'save the list as a spreadsheet (.xlsx or .ods) or as CSV, and import that file';
/** Files that are not read. The first row that matches counts. */
const files: readonly UnsupportedFile[] = [
  {
    sign: /<OAI-PMH[\s>]/u,
    name: 'a response of OAI-PMH',
    remedy: 'repositories hold mostly articles: export its courses as CSV or JSON, and import that',
  },
  { sign: /^%PDF-/u, name: 'a PDF document', remedy: saveAsList },
  { sign: /^\{\\rtf|^PK[^]*(?:word\/document|opendocument\.text)/u, name: 'a text document', remedy: saveAsList },
  { sign: /^PK[^]*(?:ppt\/slides|opendocument\.presentation)/u, name: 'a presentation', remedy: saveAsList },
  {
    sign: /^PK[^]*(?:xl\/workbook\.bin|Index\/Document\.iwa)/u,
    name: 'a spreadsheet of another kind',
    remedy: saveAgain,
  },
  { sign: /^PK/u, name: 'a ZIP archive', remedy: 'unpack it, and import the file with the list' },
  {
    sign: /^\xd0\xcf[^]*E\0n\0c\0r\0y\0p\0t\0e\0d\0P/u,
    name: 'protected by a password',
    remedy: 'save it without one, and import that file',
  },
  {
    sign: /^\xd0\xcf/u,
    name: 'a document in the old format of Microsoft Office (.xls, .doc)',
    remedy: saveAgain,
  },
  { sign: /^(?:\x89PNG|GIF8|\xff\xd8)/u, name: 'an image', remedy: saveAsList },
  {
    sign: /^\s*BEGIN:VCALENDAR/iu,
    name: 'a calendar (iCalendar)',
    remedy:
      'export the courses themselves, with a title and an address each, as CSV or as a spreadsheet, and import that',
  },
  {
    sign: /^\s*<[^]*(?:progid="?Excel|office:(?:excel|spreadsheet)|content="?(?:Libre|Open)Office)/iu,
    name: 'a spreadsheet that was saved as HTML or XML',
    remedy: saveAgain,
  },
];

interface JsonFormat {
  readonly name: string;
  /** The field with the list of records; undefined if the document is the list. */
  readonly list?: string;
  /** Fields that every record of the format has, and no record of another format. */
  readonly fields: readonly string[];
  readonly remedy: string;
}

const retired = 'it is not published any more; name its fields with --map if you have a copy';
/** Formats that would be read as a table, but with only some fields correct. */
const jsonFormats: readonly JsonFormat[] = [
  {
    name: 'the course list of Coursera',
    list: 'elements',
    fields: ['slug', 'courseType'],
    remedy:
      "it has no addresses: --map 'title=name,linkurl:=https://www.coursera.org/learn/{slug},language=primaryLanguages' --provider NAME",
  },
  {
    name: 'the catalog of edX Discovery',
    list: 'results',
    fields: ['course_runs', 'key'],
    remedy:
      "several runs stand for one course: --map 'linkurl=marketing_url,provider=owners.name,language=course_runs.content_language'",
  },
  {
    name: 'the course list of Richie',
    list: 'objects',
    fields: ['absolute_url', 'course_runs'],
    remedy:
      "its addresses are relative: --map 'linkurl:=https://HOST{absolute_url},provider=organization_highlighted,language=course_runs.languages'",
  },
  { name: 'the course feed of FutureLearn', fields: ['uuid', 'image_url', 'organisation'], remedy: retired },
  {
    name: 'the course list of iversity',
    list: 'courses',
    fields: ['discipline', 'organisations'],
    remedy: retired,
  },
  {
    name: 'the course list of Udacity',
    list: 'courses',
    fields: ['expected_learning', 'homepage'],
    remedy: retired,
  },
];
