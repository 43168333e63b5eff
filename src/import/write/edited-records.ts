// Edited records: those that somebody changed or added in the files of an import. They move to files of their own, where they win over the input.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { removeSync } from 'fs-extra/esm';
import type { FieldTable } from '../../catalog/fields.ts';
import { fileDigest } from '../../catalog/source/bytes.ts';
import {
  findSource,
  recordKinds,
  withStaged,
  type FoundSource,
  type RecordKind,
  type SourceFile,
} from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, type RecordFields } from '../../catalog/source/record.ts';
import { courseFormat, recordFields } from '../../catalog/source/schema.ts';
import type { MovedRecord } from '../../results.ts';
import { importFiles, ledgerPath, readLedger, type Ledger } from '../../storage/ledger.ts';
import { makeTemporaryFolder } from '../../storage/temporary-folder.ts';
import { isObject } from '../../text/keys.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../../text/problems.ts';
import { withItems, withRecord } from '../append.ts';

/** The files that take edited records. In YAML a category has no parent. */
const editedFiles: Readonly<Record<RecordKind, string>> = {
  providers: 'providers/edited.yaml',
  categories: 'categories/edited.csv',
  languages: 'languages/edited.yaml',
  courses: 'courses/edited.yaml',
};

const remark = '# Records that were edited in the files of an import, and win over it. Edit them here.\n';
export const categoryHeader = 'id,name,parent';
/** Begins the name of a temporary folder of an import. */
export const importPrefix = 'course-catalog-import-';

/** A file as it will be. */
type EditedFile = Pick<SourceFile, 'kind' | 'format' | 'path'> & { readonly part: string };

/** What was edited in the files of an import. */
export interface EditedRecords {
  /** What the last import of this name left. */
  readonly ledger: Ledger | undefined;
  /** The catalog, with the files as they will be in the place of those that are there. */
  readonly source: FoundSource;
  /** The digests of the import's files as they stand, by path; empty for no file. */
  readonly digests: Readonly<Record<string, string>>;
  readonly moved: readonly MovedRecord[];
  /** The files that take the records. */
  readonly files: readonly EditedFile[];
  /** The files of the import that are not as it wrote them, by path, as this would leave them; undefined for one that is gone. */
  readonly left: ReadonlyMap<string, string | undefined>;
  /** Removes the files that are not in their places yet. */
  readonly [Symbol.dispose]: () => void;
}

/** The catalog of an import. */
export interface CatalogOfImport {
  readonly data: string;
  /** Of the import. */
  readonly name: string;
  readonly fields: FieldTable;
}

/** Finds what somebody edited since the last import, and what the files will be once it has moved. Throws a ProblemsError if it cannot be read. */
export async function findEdited({ data, name, fields }: CatalogOfImport): Promise<EditedRecords> {
  const ledger = readLedger(data, name);
  const paths = importFiles(name);
  const digestAt = (file: string) => (existsSync(file) ? fileDigest(file) : '');
  const digests = Object.fromEntries(Object.values(paths).map((path) => [path, digestAt(join(data, path))]));
  const edited = Object.entries(digests).flatMap(([path, digest]) =>
    (ledger?.files[path] ?? ['']).includes(digest) ? [] : [path],
  );
  if (ledger === undefined && edited.length > 0) throw withoutLedger(data, name, edited);
  const found = existsSync(data) ? await findSource(data) : { files: [], problems: [] };
  if (edited.length === 0)
    return { ledger, source: found, digests, moved: [], files: [], left: new Map(), [Symbol.dispose]: () => {} };
  const folder = makeTemporaryFolder(importPrefix);
  const remove = () => removeSync(folder);
  const root = data.replace(/(?<=[^/])\/+$/u, '');
  const linesIn = async (kind: RecordKind, path: string) => {
    const file = found.files.find((one) => one.path === `${root}/${path}`);
    return file === undefined
      ? []
      : readLines(file, kind, kind === 'courses' ? courseFormat(fields).fields : recordFields[kind]);
  };
  const stage = (kind: RecordKind, path: string, text: string): EditedFile => {
    const part = join(folder, `${kind}-${basename(path)}`);
    writeFileSync(part, text);
    return {
      kind,
      format: path.endsWith('.csv') ? 'csv' : path.endsWith('.yaml') ? 'yaml' : 'ndjson',
      path: `${root}/${path}`,
      part,
    };
  };
  try {
    const moved: MovedRecord[] = [];
    const [files, rests]: [EditedFile[], EditedFile[]] = [[], []];
    const left = new Map<string, string | undefined>();
    for (const kind of recordKinds) {
      const { [kind]: path } = paths;
      if (!edited.includes(path)) continue;
      left.set(path, undefined);
      const target = editedFiles[kind];
      const written = new Set(ledger?.records[path]);
      const lines = await linesIn(kind, path);
      if (!existsSync(join(data, path))) continue;
      const isOwn = (line: Line) => written.has(recordDigest(line.text));
      const rest = stage(kind, path, textOf(kind, lines.filter(isOwn)));
      rests.push(rest);
      left.set(path, rest.part);
      // Those that an import moved before it was killed are there already.
      const there = new Set((await linesIn(kind, target)).map(({ text }) => text));
      const changed = lines.filter((line) => !isOwn(line));
      moved.push(...changed.map(({ value }) => movedRecord(kind, value, join(data, target))));
      const added = changed.filter(({ text }) => !there.has(text));
      if (added.length > 0) files.push(stage(kind, target, withEdited(kind, join(data, target), added)));
    }
    return {
      ledger,
      source: withStaged(found, [...rests, ...files]),
      digests,
      moved,
      files,
      left,
      [Symbol.dispose]: remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whatever has the name of a file of the import may be of somebody else. */
function withoutLedger(data: string, name: string, paths: readonly string[]): ProblemsError {
  const finding = `exists, but the ledger of the import "${name}" (${ledgerPath(data, name)}) does not`;
  return new ProblemsError(paths.map((path) => fileProblem(join(data, path), { rule: 'import-edited', finding })));
}

/** The digest of a record, by its line in a file of an import. */
export function recordDigest(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, 8);
}

/** The line of a category in a file of an import. */
export function categoryLine(category: unknown): string {
  const [id, name, parent] = ['id', 'name', 'parent'].map((field) => fieldOf(category, field));
  return [id, `"${String(name).replaceAll('"', '""')}"`, parent].join();
}

interface Line {
  readonly value: object;
  /** As an import writes it, however it is written now. */
  readonly text: string;
}

async function readLines(file: SourceFile, kind: RecordKind, fields: RecordFields): Promise<Line[]> {
  const lines: Line[] = [];
  const problems: Problem[] = [];
  await readFile(file, fields, {
    record: ({ value }) => {
      if (isObject(value))
        lines.push({ value, text: kind === 'categories' ? categoryLine(value) : JSON.stringify(value) });
    },
    problem: (problem) => void problems.push(problem),
  });
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(problems);
  return lines;
}

function textOf(kind: RecordKind, lines: readonly Line[]): string {
  const head = kind === 'categories' ? [categoryHeader] : [];
  return [...head, ...lines.map(({ text }) => text)].map((text) => `${text}\n`).join('');
}

/** The text of the file of edited records with some more. */
function withEdited(kind: RecordKind, path: string, added: readonly Line[]): string {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const text =
    kind === 'categories'
      ? added.reduce(withCategory, before ?? `${categoryHeader}\n`)
      : withItems(
          before ?? remark,
          added.map(({ value }) => value),
        );
  if (text !== undefined) return text;
  throw errorAt(path, { rule: 'add-file', finding: 'does not take the records that were edited: it is not a list' });
}

function withCategory(text: string | undefined, { value }: Line): string | undefined {
  const cells = Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, String(cell)]));
  return text === undefined ? undefined : withRecord('csv', text, cells, recordFields.categories);
}

function movedRecord(kind: RecordKind, value: object, file: string): MovedRecord {
  const title = fieldOf(value, kind === 'courses' ? 'title' : 'name');
  return { kind, title: typeof title === 'string' ? title : '', file };
}
