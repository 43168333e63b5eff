// The ledger of an import: where it came from, the digests of the files it wrote, and every id it ever gave.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { RecordKind } from '../catalog/source/find.ts';
import { fieldOf, isId } from '../catalog/source/record.ts';
import { errorCode, messageOf } from '../text/errors.ts';
import { isObject } from '../text/keys.ts';
import { errorAt } from '../text/problems.ts';
import { isAbsence, readIfExists } from './published.ts';

/** What an import remembers. It includes the ids of records that are gone, so that none is ever given twice. */
export interface Ledger {
  /** An address or a path. */
  readonly input: string;
  readonly format: string;
  readonly options: Readonly<Record<string, string>>;
  /** The order of day and month in columns that were read in one; absent if there are none. */
  readonly dates?: Readonly<Record<string, 'dmy' | 'mdy'>>;
  /** Digests that each file may have; an empty one stands for no file. Two while files are being written. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Digests of the records in each file, as the import wrote them. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** Ids with the keys by which the input names the records. */
  readonly providers: readonly ReferenceRow[];
  readonly categories: readonly ReferenceRow[];
  readonly courses: readonly CourseRow[];
}

export type ReferenceRow = readonly [id: number, key: string];
/** Id, address, the input's own id, the day of a course that the input gives no date, the title, and the digest of one that another file has. */
export type CourseRow = readonly [
  id: number,
  linkurl: string,
  key: string | null,
  day: string | null,
  title: string,
  digest?: string,
];

/** The hidden folder of all ledgers, which belongs to the catalog. */
const ledgerFolder = '.import';

/** The ledger of an import; undefined before its first run. Throws a ProblemsError if it cannot be read. */
export function readLedger(data: string, name: string): Ledger | undefined {
  const file = ledgerPath(data, name);
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isLedger(value)) return withPaths(value, (path) => (isRelative.test(path) ? join(data, path) : path));
    throw new SyntaxError('it is not a ledger');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    if (!(error instanceof SyntaxError) && errorCode(error) === undefined) throw error;
    const finding = `cannot be read: ${messageOf(error)}`;
    throw errorAt(file, { rule: 'import-ledger', finding });
  }
}

/** The ledgers of all imports. Throws a ProblemsError if one cannot be read. */
export function readLedgers(data: string): Ledger[] {
  return importNames(data).flatMap((name) => readLedger(data, name) ?? []);
}

export function importNames(data: string): string[] {
  const files = readIfExists(() => readdirSync(join(data, ledgerFolder))) ?? [];
  return files.flatMap((file) => (file.endsWith('.json') ? file.slice(0, -'.json'.length) : [])).toSorted();
}

/** The paths of the files that imports wrote into a catalog. */
export function importedFiles(data: string): string[] {
  return importNames(data).flatMap((name) => Object.values(importFiles(name)).map((path) => join(data, path)));
}

/** The files of an import in its catalog. */
export function importFiles(name: string): Record<RecordKind, string> {
  return {
    providers: `providers/${name}.ndjson`,
    categories: `categories/${name}.csv`,
    languages: `languages/${name}.ndjson`,
    courses: `courses/${name}.ndjson`,
  };
}

export type KindWithIds = Exclude<RecordKind, 'languages'>;

/** The ids that these imports ever gave, with those of records that are gone. */
export function rememberedIds(ledgers: readonly Ledger[]): Record<KindWithIds, Set<number>> {
  const idsOf = (kind: KindWithIds) => new Set(ledgers.flatMap((ledger) => ledger[kind].map(([id]) => id)));
  return { providers: idsOf('providers'), categories: idsOf('categories'), courses: idsOf('courses') };
}

export function ledgerPath(data: string, name: string): string {
  return join(data, ledgerFolder, `${name}.json`);
}

/** A path as a ledger keeps it: from the catalog, as the next command may run elsewhere. Any other text stays as it is. */
function pathFrom(data: string, text: string): string {
  if (isAbsolute(text) || !existsSync(text)) return text;
  const path = relative(resolve(data), resolve(text)).replaceAll(sep, '/');
  return isRelative.test(path) ? path : `./${path}`;
}

/** A path from the catalog; no address and no map begins like this. */
const isRelative = /^\.\.?\//u;

/** A ledger with other paths for its input and map. */
function withPaths<T extends Pick<Ledger, 'input' | 'options'>>(ledger: T, pathOf: (path: string) => string): T {
  const { input, options } = ledger;
  const { map } = options;
  return { ...ledger, input: pathOf(input), options: map === undefined ? options : { ...options, map: pathOf(map) } };
}

/** The text of a ledger, by what it says of its files; with a line for each id, so that Git shows what changed. */
export function ledgerText(ledger: Omit<Ledger, 'files'>, data: string): (files: Ledger['files']) => string {
  const { providers, categories, courses, ...head } = withPaths(ledger, (path) => pathFrom(data, path));
  const lists = Object.entries({ providers, categories, courses }).map(([kind, rows]) => {
    const lines = rows.toSorted(([a], [b]) => a - b).map((row) => `    ${JSON.stringify(row)}`);
    return `  "${kind}": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]`;
  });
  const rest = `,\n${lists.join(',\n')}\n}\n`;
  return (files) => JSON.stringify({ version: 3, ...head, files }, undefined, 2).replace(/\n\}$/u, () => rest);
}

type Check = (value: unknown) => boolean;

/** Checked by hand, because a schema would copy every row. */
function isLedger(value: unknown): value is Ledger {
  const field = (name: string) => fieldOf(value, name);
  const isText = (cell: unknown) => typeof cell === 'string';
  const isTextOrNull = (cell: unknown) => cell === null || isText(cell);
  const isOrder = (order: unknown) => order === 'dmy' || order === 'mdy';
  const areTexts = (texts: unknown) => Array.isArray(texts) && texts.every(isText);
  const isRecordOf = (record: unknown, isValue: Check) => isObject(record) && Object.values(record).every(isValue);
  const areRows = (rows: unknown, ...checks: readonly Check[]) =>
    Array.isArray(rows) && rows.every((row) => Array.isArray(row) && checks.every((is, index) => is(row[index])));
  return (
    field('version') === 3 &&
    isText(field('input')) &&
    isRecordOf(field('options'), isText) &&
    isRecordOf(field('dates') ?? {}, isOrder) &&
    isRecordOf(field('files'), areTexts) &&
    isRecordOf(field('records'), areTexts) &&
    areRows(field('providers'), isId, isText) &&
    areRows(field('categories'), isId, isText) &&
    areRows(field('courses'), isId, isText, isTextOrNull, isTextOrNull, isText)
  );
}
