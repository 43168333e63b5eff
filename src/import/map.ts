// Maps: which column fills which field, as found by the names of the columns or given with `--map`.
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../errors.ts';
import { nearestName } from '../text/suggestions.ts';
import { problemAt, ProblemsError, quoteText } from '../problems.ts';
import { fieldNames, type FieldName, type FieldTable } from './format.ts';

/** Names of columns, in lower case and without signs, for each field. A name in front wins. */
const knownNames: Readonly<Record<FieldName, string>> = {
  title: 'title, course title, course name, name, event title, course',
  linkurl: 'linkurl, url, course url, link, course link, hyperlink, web address, website, course webpage, webpage',
  provider:
    'provider, provider name, institution, university, school, publisher, organizer, organiser, organisation, ' +
    'organization, provider set, offered by, college',
  language: 'language, languages, lang, course language, in language',
  date_published:
    'date published, date, published, published at, publication date, create date, date created, created, ' +
    'start date, start',
  description: 'description, abstract, summary, course description',
  tags: 'tags, tag, keywords, keyword',
  author: 'author, authors, author name, instructor, instructors, teacher, teachers, lecturer',
  categories: 'categories, category, subject, subjects, topic, topics, discipline',
  catalog_id: 'catalog id, merlot id',
  license: 'license, licence, license url, licence url',
  date_modified: 'date modified, modified, last modified, date updated, updated, last updated, updated at',
  provider_url: 'provider url, provider website, institution url, institution website',
  key: 'id, uuid, course id, course key, readable id',
};

/** Names of columns that are longer are none of the known ones. */
const maxName = 100;

/** The map of a table by the names of its columns. `Instructor 1`, `Instructor 2` … are one field. */
export function findMap(columns: readonly string[]): FieldTable {
  const byName = new Map<string, string[]>();
  for (const column of columns.filter(({ length }) => length <= maxName)) {
    const name = plain(column).replace(/ ?\d+$/u, ' #');
    const before = byName.get(name);
    if (before === undefined) byName.set(name, [column]);
    else before.push(column);
  }
  const table: FieldTable = {};
  for (const field of fieldNames) {
    const found = knownNames[field].split(', ').map((name) => byName.get(name)?.slice(0, 1) ?? byName.get(`${name} #`));
    const first = found.find((one) => one !== undefined);
    if (first !== undefined) table[field] = [first];
  }
  return table;
}

/** A column's name in lower case, without signs and without the prefix `CR_` of OER Commons. */
function plain(column: string): string {
  const words = column.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return words
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^cr (?=.)/u, '');
}

/** The names of the fields in a pair: `title=Name`, `provider:=Constant or {template}`. */
const pair = new RegExp(`^\\s*(${fieldNames.join('|')})\\s*(:?=)\\s*(.*?)\\s*$`, 'u');
const nextPair = new RegExp(`,(?=\\s*(?:${fieldNames.join('|')})\\s*:?=)`, 'u');

/**
 * Reads `--map`: pairs such as `title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}`, or the path
 * of a file with one pair a line. The pairs replace those found; an empty one removes them.
 */
export function readMap(given: string, found: FieldTable, columns: readonly string[]): FieldTable {
  const isFile = isFileAt(given);
  const file = isFile ? given : '--map';
  const pairs = isFile ? readFileSync(given, 'utf8').replace(/^\ufeff/u, '') : given;
  const table = { ...found };
  const problems = pairs.split(isFile ? /\r?\n/u : nextPair).flatMap((text, at) => {
    if (/^\s*(?:#.*)?$/u.test(text)) return [];
    const position = isFile ? { line: at + 1, column: 1 } : undefined;
    const [, name = '', sign, value = ''] = pair.exec(text) ?? [];
    const field = fieldNames.find((one) => one === name);
    if (field === undefined) {
      const near = nearestName(/^\s*(\w*)/u.exec(text)?.[1] ?? '', fieldNames);
      const suggestion = near === undefined ? {} : { suggestion: near };
      const isPath = !text.includes('=');
      const finding = isPath
        ? `${quoteText(text.trim())} is neither a file that is there nor a pair such as title=Name`
        : `${quoteText(text.trim())} is no pair such as title=Name`;
      return [problemAt(file, position, '', { rule: 'import-map', finding, ...suggestion })];
    }
    const parts = sign === ':=' ? columnsIn(value) : value.split('|');
    const wanted = parts.map((part) => part.trim()).filter((part) => part !== '');
    if (sign === ':=') table[field] = [{ template: value }];
    else if (wanted.length > 0) table[field] = [wanted];
    else delete table[field];
    return wanted.flatMap((column) => {
      if (columns.includes(column) || columns.some((one) => column.startsWith(`${one}.`))) return [];
      const suggestion = nearestName(column, columns);
      const remedy = `the columns are ${shownColumns(columns)}`;
      const finding = `there is no column ${quoteText(column)}`;
      const constant = `for that text in every course write ${field}:=${column}`;
      const hint = suggestion === undefined ? { remedy: `${remedy}; ${constant}` } : { suggestion };
      return [problemAt(file, position, field, { rule: 'import-map', finding, ...hint })];
    });
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return table;
}

/** Applies a map to the fields of a format. The website that it states is not that of a provider whom the map names. */
export function remapped(given: string, found: FieldTable, columns: readonly string[]): FieldTable {
  const { provider_url, ...fields } = readMap(given, found, columns);
  const isOther = fields.provider !== found.provider && provider_url === found.provider_url;
  return isOther || provider_url === undefined ? fields : { ...fields, provider_url };
}

/** Whether `--map` names a file. */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    // Pairs may be longer than a path can be.
    if (errorCode(error) === 'ENAMETOOLONG') return false;
    throw error;
  }
}

/** A map as a file to edit and give with `--map`. */
export function mapText(table: FieldTable, columns: readonly string[]): string {
  const lines = fieldNames.map((field) => {
    const [first] = table[field] ?? [];
    if (first === undefined) return `# ${field}=`;
    return 'template' in first ? `${field}:=${first.template}` : `${field}=${first.join('|')}`;
  });
  const used = usedColumns(table);
  const unused = columns.filter((column) => !used.has(column));
  return [...lines, ...(unused.length > 0 ? [`# columns that are not used: ${unused.join(', ')}`] : []), ''].join('\n');
}

/** The columns, or first steps of paths, that a table names. */
export function usedColumns(table: FieldTable): Set<string> {
  const alternatives = Object.values(table).flat();
  const names = alternatives.flatMap((one) => ('template' in one ? columnsIn(one.template) : one));
  return new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]));
}

function columnsIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/gu)].map(([, column = '']) => column);
}

/** The first columns of a table, as a message lists them. */
export function shownColumns(columns: readonly string[], most = 30): string {
  const shown = columns.slice(0, most).map((name) => name.slice(0, maxName));
  const rest = columns.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
