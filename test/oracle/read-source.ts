// Reads a valid catalog folder, as `docs/source-format.md` describes it, into plain records, in the simplest way.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseAllDocuments } from 'yaml';

export interface SourceProvider {
  id: number;
  name: string;
  external_id: string;
  url: string;
}

/** `parent` is null for a top-level category; nested `children` are flattened to this form. */
export interface SourceCategory {
  id: number;
  name: string;
  parent: number | null;
}

/** The dates and the names in `language` are as the author wrote them. */
export interface SourceCourse {
  id: number;
  title: string;
  description: string;
  tags: string;
  provider: number;
  language: string[];
  date_published: string;
  linkurl: string;
  author: string;
  categories: number[];
  catalog_id: number | null;
  license: string;
  date_modified: string;
}

interface SourceLanguage {
  name: string;
  tag: string;
}

export interface SourceCatalog {
  providers: SourceProvider[];
  categories: SourceCategory[];
  courses: SourceCourse[];
  languages: SourceLanguage[];
}

/** The records of a valid catalog folder. Anything invalid throws a plain error. */
export function readSource(dir: string): SourceCatalog {
  return {
    providers: recordsOf(dir, 'providers').map(provider),
    categories: recordsOf(dir, 'categories').flatMap((value) => categoryAndDescendants(value, null)),
    courses: recordsOf(dir, 'courses').map(course),
    languages: recordsOf(dir, 'languages').map(language),
  };
}

// --- Records ---

/** "provider: `id` positive integer, `name`, `external_id` (default `""`)"; `url` is optional. */
function provider(value: unknown): SourceProvider {
  const fields = recordFrom(value);
  return {
    id: integer(fields['id']),
    name: text(fields['name']),
    external_id: text(fields['external_id'] ?? ''),
    url: text(fields['url'] ?? ''),
  };
}

/** "category: `id` positive integer, `name`, `children` (default `[]`); in CSV a `parent` id instead" */
function categoryAndDescendants(value: unknown, above: number | null): SourceCategory[] {
  const fields = recordFrom(value);
  const id = integer(fields['id']);
  const parent = above ?? integerOrNull(fields['parent']);
  const children = list(fields['children'] ?? []);
  return [
    { id, name: text(fields['name']), parent },
    ...children.flatMap((child) => categoryAndDescendants(child, id)),
  ];
}

/** "course: …"; "optional: `description`, `tags`, `author`, `categories`, `catalog_id` (integer or null)", `license`, `date_modified`. */
function course(value: unknown): SourceCourse {
  const fields = recordFrom(value);
  return {
    id: integer(fields['id']),
    title: text(fields['title']),
    description: text(fields['description'] ?? ''),
    tags: text(fields['tags'] ?? ''),
    provider: integer(fields['provider']),
    language: oneOrMore(fields['language']).map(text),
    date_published: text(fields['date_published']),
    linkurl: text(fields['linkurl']),
    author: oneOrMore(fields['author'] ?? '')
      .map(text)
      .join('; '),
    categories: list(fields['categories'] ?? []).map(integer),
    catalog_id: integerOrNull(fields['catalog_id']),
    license: text(fields['license'] ?? ''),
    date_modified: text(fields['date_modified'] ?? ''),
  };
}

/** "language: a name": a string, or a record with the field `name` and perhaps `tag`. */
function language(value: unknown): SourceLanguage {
  if (typeof value === 'string') return { name: value, tag: '' };
  const fields = recordFrom(value);
  return { name: text(fields['name']), tag: text(fields['tag'] ?? '') };
}

// --- Files: each kind is one file or a folder of files ---

function recordsOf(dir: string, kind: string): unknown[] {
  return filesUnder(dir, '')
    .filter((path) => path.startsWith(`${kind}/`) || path === kind + extname(path))
    .toSorted(byCodeUnits)
    .flatMap((path) => parse(extname(path), readFileSync(join(dir, path), 'utf8').replace(/^\uFEFF/, '')));
}

/** Paths relative to `dir` with `/`, without hidden files and folders. */
function filesUnder(dir: string, prefix: string): string[] {
  return readdirSync(join(dir, prefix))
    .filter((name) => !name.startsWith('.'))
    .map((name) => prefix + name)
    .flatMap((path) => (statSync(join(dir, path)).isDirectory() ? filesUnder(dir, `${path}/`) : [path]));
}

// --- Formats: JSON (an array, or one object), NDJSON, YAML or CSV ---

function parse(extension: string, content: string): unknown[] {
  switch (extension) {
    case '.json':
      return oneOrMore(parseJson(content));
    case '.ndjson':
    case '.jsonl':
      return content
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseJson);
    case '.yaml':
    case '.yml':
      return parseYaml(content);
    case '.csv':
      return parseCsvRows(content);
    default:
      return [];
  }
}

function parseJson(content: string): unknown {
  return JSON.parse(content);
}

/** A list, a single map, or several documents of either. */
function parseYaml(content: string): unknown[] {
  const documents: unknown[] = Array.from(parseAllDocuments(content), (document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
    return document.toJS();
  });
  return documents.filter((document) => document !== null).flatMap(oneOrMore);
}

/** The header names the fields; an empty cell is an absent field. */
function parseCsvRows(content: string): unknown[] {
  const rows: unknown[] = parseCsv(content, {
    columns: true,
    record_delimiter: ['\r\n', '\n'],
    skip_empty_lines: true,
    // Else a line of white space alone is an error, before it counts as empty.
    relax_column_count_less: true,
    skip_records_with_empty_values: true,
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(recordFrom(row))
        .filter(([, cell]) => cell !== '')
        .map(([field, cell]) => [field, valueOfCell(field, text(cell))]),
    ),
  );
}

function valueOfCell(field: string, cell: string): unknown {
  switch (field) {
    case 'id':
    case 'parent':
    case 'provider':
    case 'catalog_id':
      return Number(cell);
    case 'categories':
      return severalValues(cell).map(Number);
    case 'language':
      return severalValues(cell);
    default:
      return cell;
  }
}

function severalValues(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

// --- Shapes ---

function recordFrom(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unsound('a record', value);
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw unsound('a list', value);
  return value;
}

function oneOrMore(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw unsound('text', value);
  return value;
}

function integer(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unsound('an integer', value);
  return value;
}

function integerOrNull(value: unknown): number | null {
  return value === undefined || value === null ? null : integer(value);
}

function unsound(expected: string, value: unknown): Error {
  return new Error(`the catalog is not sound: expected ${expected}, found ${JSON.stringify(value)}`);
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
