// Edited records: those that somebody changed or added in the files of an import. They move to files of their own, where they win over the input.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { removeSync } from 'fs-extra/esm';
import type { FieldTable } from '../../catalog/fields.ts';
import { fileDigest } from '../../catalog/source/bytes.ts';
import {
  findSource,
  formatOf,
  recordKinds,
  sourceRoot,
  withStaged,
  type FoundSource,
  type RecordKind,
  type SourceFile,
} from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, type RecordFields, type SourceRecord } from '../../catalog/source/record.ts';
import { courseFormat, recordFields } from '../../catalog/source/schema.ts';
import type { MovedRecord } from '../../results.ts';
import { importFiles, ledgerPath, readLedger, type Ledger } from '../../storage/ledger.ts';
import { makeTemporaryFolder } from '../../storage/temporary-folder.ts';
import { isObject } from '../../text/keys.ts';
import { errorAt, fileProblem, ProblemsError, type Position, type Problem } from '../../text/problems.ts';
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

interface Place {
  /** The line of the record once it has moved. */
  readonly line: number;
  readonly file: string;
  readonly position: Position | undefined;
}

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
  /** Where somebody edited the records that files take, in the order of these files. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
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
  let folder: string | undefined;
  const remove = () => {
    if (folder !== undefined) removeSync(folder);
  };
  const root = sourceRoot(data);
  const linesIn = async ({ files }: FoundSource, kind: RecordKind, path: string, written?: readonly string[]) => {
    const file = files.find((one) => one.path === `${root}/${path}`);
    const read = kind === 'courses' ? courseFormat(fields).fields : recordFields[kind];
    return file === undefined ? { own: [], changed: [] } : readLines(file, kind, read, new Set(written));
  };
  const stage = (kind: RecordKind, path: string, text: string): EditedFile => {
    folder ??= makeTemporaryFolder(importPrefix);
    const part = join(folder, `${kind}-${basename(path)}`);
    writeFileSync(part, text);
    return { kind, format: formatOf(path) ?? 'ndjson', path: `${root}/${path}`, part };
  };
  try {
    const moved: MovedRecord[] = [];
    const [files, rests]: [EditedFile[], EditedFile[]] = [[], []];
    const left = new Map<string, string | undefined>();
    const places = new Map<string, Place[]>();
    for (const kind of recordKinds) {
      const { [kind]: path } = paths;
      if (!edited.includes(path)) continue;
      left.set(path, undefined);
      const target = editedFiles[kind];
      const { own, changed } = await linesIn(found, kind, path, ledger?.records[path]);
      if (!existsSync(join(data, path))) continue;
      const rest = stage(kind, path, textOf(kind, own));
      rests.push(rest);
      left.set(path, rest.part);
      moved.push(...changed.map(({ value }) => movedRecord(kind, value, join(data, target))));
      // Those that an import moved before it was killed are there already.
      const there = new Set((await linesIn(found, kind, target)).changed.map(({ text }) => text));
      const added = changed.filter(({ text }) => !there.has(text));
      if (added.length === 0) continue;
      const file = stage(kind, target, withEdited(kind, join(data, target), added));
      files.push(file);
      const then = (await linesIn(withStaged(found, [file]), kind, target)).changed.slice(-added.length);
      const positions = await Promise.all([...then, ...added].map((line) => line.position([])));
      const placeAt = (index: number) => ({
        line: positions[index]?.line ?? 0,
        file: `${root}/${path}`,
        position: positions[added.length + index],
      });
      places.set(
        file.path,
        added.map((_, index) => placeAt(index)),
      );
    }
    const source = withStaged(found, [...rests, ...files]);
    return { ledger, source, digests, moved, files, left, places, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A problem where somebody can correct it: with an edited record, which has not moved yet, at the line where it was edited. */
export function whereEdited(problem: Problem, { places }: Pick<EditedRecords, 'places'>): Problem {
  const { line = 0 } = problem.position ?? {};
  const place = places.get(problem.file)?.findLast((one) => one.line <= line);
  return place?.position === undefined ? problem : { ...problem, file: place.file, position: place.position };
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

interface Line extends Pick<SourceRecord, 'position'> {
  readonly value: object;
  /** As an import writes it, however it is written now. */
  readonly text: string;
}

/** The lines of a file with these digests, and all others. Of the first, which may be many, only the texts stay in memory. */
async function readLines(file: SourceFile, kind: RecordKind, fields: RecordFields, written: ReadonlySet<string>) {
  const [own, changed, problems]: [string[], Line[], Problem[]] = [[], [], []];
  await readFile(file, fields, {
    record: (record) => {
      const { value } = record;
      if (!isObject(value)) return;
      const text = kind === 'categories' ? categoryLine(value) : JSON.stringify(value);
      if (written.has(recordDigest(text))) own.push(text);
      else changed.push({ value, text, position: async (at) => record.position(at) });
    },
    problem: (problem) => void problems.push(problem),
  });
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(problems);
  return { own, changed };
}

function textOf(kind: RecordKind, lines: readonly string[]): string {
  const head = kind === 'categories' ? [categoryHeader] : [];
  return [...head, ...lines].map((text) => `${text}\n`).join('');
}

/** The text of the file of edited records with some more. */
function withEdited(kind: RecordKind, path: string, added: readonly Line[]): string {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const values = added.map(({ value }) => value);
  const isTable = kind === 'categories';
  const text = isTable
    ? values.reduce(withCategory, before ?? `${categoryHeader}\n`)
    : withItems(before ?? remark, values);
  if (text !== undefined) return text;
  throw errorAt(path, { rule: 'add-file', finding: 'does not take the records that were edited: it is not a list' });
}

function withCategory(text: string | undefined, category: object): string | undefined {
  const cells = Object.fromEntries(Object.entries(category).map(([name, cell]) => [name, String(cell)]));
  return text === undefined ? undefined : withRecord('csv', text, cells, recordFields.categories);
}

function movedRecord(kind: RecordKind, value: object, file: string): MovedRecord {
  const title = fieldOf(value, kind === 'courses' ? 'title' : 'name');
  return { kind, title: typeof title === 'string' ? title : '', file };
}
