// A catalog written in one of the many ways that an author may choose: mixed formats, files split anywhere.
import fc from 'fast-check';
import { filesIn, writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import type { Catalog } from './catalogs.ts';

/** How one file is written. */
export interface FileStyle {
  readonly format: 'json' | 'ndjson' | 'jsonl' | 'yaml' | 'yml' | 'csv';
  readonly mark: boolean;
  readonly lineEnd: '\n' | '\r\n';
  /** Blank lines between records, or an indent. */
  readonly loose: boolean;
  readonly lastLineEnd: boolean;
}

export interface Layout {
  /** Records are distributed over these files in turn; categories in one block each. */
  readonly providers: readonly FileStyle[];
  readonly categories: readonly FileStyle[];
  readonly languages: readonly FileStyle[];
  readonly courses: readonly FileStyle[];
  /** Whether a kind with one file has it at the top rather than in a folder. */
  readonly flat: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const style: fc.Arbitrary<FileStyle> = fc.record({
  format: fc.constantFrom('json', 'ndjson', 'jsonl', 'yaml', 'yml', 'csv'),
  mark: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  loose: fc.boolean(),
  lastLineEnd: fc.boolean(),
});
const styles = fc.array(style, { minLength: 1, maxLength: 3 });

export const layout: fc.Arbitrary<Layout> = fc.record({
  providers: styles,
  categories: styles,
  languages: styles,
  courses: styles,
  flat: fc.boolean(),
});

export const plainFile: FileStyle = { format: 'ndjson', mark: false, lineEnd: '\n', loose: false, lastLineEnd: true };

/** One NDJSON file of each kind. */
export const oneFileEach: Layout = {
  providers: [plainFile],
  categories: [plainFile],
  languages: [plainFile],
  courses: [plainFile],
  flat: true,
};

/** Writes the source files of a catalog. */
export function writeCatalog(folder: string, catalog: Catalog, how: Layout): void {
  const languages = catalog.languages?.map((name) => ({ name }));
  writeFiles(folder, {
    ...filesOf('providers', deal(catalog.providers, how.providers.length), how.providers, how.flat),
    ...filesOf('categories', stretch(catalog.categories, how.categories.length), how.categories, how.flat),
    ...filesOf('courses', deal(catalog.courses, how.courses.length), how.courses, how.flat),
    ...(languages && filesOf('languages', deal(languages, how.languages.length), how.languages, how.flat)),
  });
}

function filesOf(
  kind: keyof Catalog,
  parts: readonly (readonly object[])[],
  how: readonly FileStyle[],
  flat: boolean,
): Record<string, string> {
  const files = parts.map((records, at) => {
    const wanted = how[at] ?? plainFile;
    const rows =
      kind === 'categories' ? records.flatMap((one) => rowsOf({ ...one })) : records.map((one) => ({ ...one }));
    const format = wanted.format === 'csv' && !rows.every(fitsCsv) ? 'ndjson' : wanted.format;
    const text = textOf(kind, format === 'csv' ? rows : records, { ...wanted, format });
    const path = flat && parts.length === 1 ? `${kind}.${format}` : `${kind}/${at}.${format}`;
    return [path, (wanted.mark ? '\uFEFF' : '') + text];
  });
  return Object.fromEntries(files);
}

function textOf(kind: keyof Catalog, records: readonly object[], how: FileStyle): string {
  const { format, lineEnd, loose, lastLineEnd } = how;
  const values = kind === 'languages' && !loose ? records.map((one) => Object.values(one)[0] as unknown) : records;
  const lines = values.map((value) => JSON.stringify(value));
  const end = lastLineEnd ? lineEnd : '';
  switch (format) {
    case 'json':
      if (lines.length === 1 && typeof values[0] === 'object' && loose) return lines[0] + end;
      return JSON.stringify(values, null, loose ? 2 : 0).replaceAll('\n', lineEnd) + end;
    case 'yaml':
    case 'yml':
      // Records in flow style are JSON; only what YAML does not allow literally is escaped.
      return lines.length === 0 ? `[]${end}` : lines.map((line) => `- ${asciiOnly(line)}`).join(lineEnd) + end;
    case 'csv':
      return csvOf(kind, records, how);
    default:
      return lines.join(loose ? lineEnd + lineEnd : lineEnd) + end;
  }
}

/** The columns of each kind, in an order other than the schema's. */
const csvColumns: Record<keyof Catalog, readonly string[]> = {
  providers: ['id', 'name', 'url', 'external_id'],
  categories: ['id', 'name', 'parent'],
  languages: ['name'],
  courses: words`catalog_id id title linkurl provider language date_published description tags author date_modified license
    categories`,
};

function csvOf(kind: keyof Catalog, records: readonly object[], { lineEnd, lastLineEnd, loose }: FileStyle): string {
  const names = csvColumns[kind];
  const rows = records.map((record) => {
    const fields: Fields = { ...record };
    return names.map((name) => cellOf(fields[name], loose)).join(',');
  });
  return [names.join(','), ...rows].join(lineEnd) + (lastLineEnd ? lineEnd : '');
}

function cellOf(value: unknown, loose: boolean): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) ? value.join(loose ? ' ; ' : ';') : textOfValue(value);
  return loose || /[",\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a cell cannot hold: a text of spaces only, authors as an array, a language with the separator. */
function fitsCsv({ author, language, ...others }: Fields): boolean {
  const texts = [author, ...Object.values(others)].filter((value) => typeof value === 'string');
  return (
    !Array.isArray(author) &&
    !(Array.isArray(language) ? language : [language]).some((name) => String(name).includes(';')) &&
    texts.every((text) => text === '' || text.trim() !== '')
  );
}

/** A category and its descendants, each naming its parent. */
function rowsOf({ id, name, children }: Fields, parent?: unknown): Fields[] {
  const below: object[] = Array.isArray(children) ? children : [];
  return [{ id, name, parent }, ...below.flatMap((child) => rowsOf({ ...child }, id))];
}

function deal<T>(records: readonly T[], files: number): T[][] {
  return Array.from({ length: files }, (_, file) => records.filter((_one, at) => at % files === file));
}

function stretch<T>(records: readonly T[], files: number): T[][] {
  const size = Math.ceil(records.length / files);
  return Array.from({ length: files }, (_, file) => records.slice(file * size, (file + 1) * size));
}

function asciiOnly(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The files of an output outside the API and its descriptions. */
export function publishedIn(out: string): string[] {
  const other = /^(?:api\/v1|schemas|\.well-known)\/|^(?:openapi\.json|dcat\.jsonld)$/u;
  return filesIn(out).filter((path) => !other.test(path));
}
