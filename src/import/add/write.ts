// Writes new records: chooses their files, checks the whole catalog with temporary copies in place of these, and renames the copies.
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { entryAt, realPath } from '../../paths.ts';
import { attempt } from '../../text/errors.ts';
import type { CatalogSummary } from '../../results.ts';
import { errorAt, ProblemsError, writeProblem, type Problem } from '../../text/problems.ts';
import { maxTextLength, readBlocks, readBytes } from '../../catalog/source/bytes.ts';
import { encodingProblem } from '../../catalog/source/encoding.ts';
import { formatOf, withStaged, type SourceFile, type SourceFormat } from '../../catalog/source/find.ts';
import { rangeSize } from '../../catalog/source/ranges.ts';
import { lineEndsBefore } from '../../build/read/problems.ts';
import { recordFields, type CourseFormat } from '../../catalog/source/schema.ts';
import { changedSourceFiles } from '../../catalog/source/stamp.ts';
import { acquireLock, type Lock, type LockedWork } from '../../storage/lock.ts';
import type { KindWithIds } from '../../storage/ledger.ts';
import { stageFile, type StagedFile } from '../../storage/replace-file.ts';
import { fieldsWithoutColumn, withRecord, type FieldValues } from '../append.ts';
import type { ExistingCatalog } from './existing-catalog.ts';

export interface NewRecords {
  readonly kind: KindWithIds;
  readonly records: readonly FieldValues[];
}

/** A file as it will be. */
interface ChangedFile {
  readonly kind: KindWithIds;
  readonly format: SourceFormat;
  readonly path: string;
  /** Where it changes: the bytes before stay. */
  readonly start: number;
  /** All that follows. */
  readonly text: string;
  /** The file as it was found; undefined for a new one. */
  readonly before: SourceFile | undefined;
}

interface Place {
  readonly data: string;
  readonly format: CourseFormat;
  /** The file that was asked for. */
  readonly into?: string | undefined;
}

/**
 * Takes the lock of imports, since two processes at once could assign the same id. Returns undefined if the folder does not exist. Throws a
 * ProblemsError if another process holds the lock.
 */
export function lockSource(data: string): Lock | undefined {
  const target = resolve(data);
  if (!existsSync(target)) return undefined;
  try {
    return acquireLock(data, target, dirname(target), addWork);
  } catch (error) {
    throw writeProblem(data, error, unwritable);
  }
}

const addWork: LockedWork = { rule: 'import-busy', busyMessage: (holder) => `is being changed by ${holder}` };

/** Chooses the file for records of a kind: the one at `into`, or the first that can hold all their fields, or a new one. */
export function planFile(added: NewRecords, catalog: ExistingCatalog, place: Place): ChangedFile {
  const { kind, records } = added;
  const { data, into } = place;
  const ofKind = catalog.writable.filter((file) => file.kind === kind);
  for (const file of into === undefined ? byFit(ofKind, records, catalog) : []) {
    const changed = withRecords(file, added, place, catalog);
    if (changed !== undefined) return changed;
  }
  const path = into === undefined ? newFile(data, kind) : pathOf(into, data);
  const before = catalog.source.files.find((file) => resolve(file.path) === resolve(path));
  const ending = formatOf(path);
  const isWritable = before === undefined ? isPlaceFor(kind, path, data) : ofKind.includes(before);
  const changed =
    isWritable && ending ? withRecords(before ?? { path, format: ending }, added, place, catalog) : undefined;
  if (changed !== undefined) return changed;
  const fields = new Set(records.flatMap((record) => Object.keys(record)));
  const lacking = before?.format === 'csv' ? fieldsWithoutColumn(endOf(before, catalog)?.head ?? '', fields) : [];
  const finding = isWritable
    ? `does not take the record: ${lacking.length > 0 ? `it has no column ${lacking.join(', ')}` : 'it is not a list'}`
    : `is not a file of ${kind} to write to: an import writes its files anew, and a new one is ${kind}/NAME.yaml, .json, .ndjson or .csv in the source folder`;
  throw errorAt(path, { rule: 'add-file', finding });
}

/** The file for records that no other one takes. */
export function newFile(data: string, kind: KindWithIds): string {
  return join(data, kind, 'added.yaml');
}

/** A file with more records; undefined if it cannot hold them. */
function withRecords(
  file: SourceFile | Pick<SourceFile, 'path' | 'format'>,
  { kind, records }: NewRecords,
  { format: { fields: ofCourses } }: Place,
  catalog: ExistingCatalog,
): ChangedFile | undefined {
  const before = 'size' in file ? file : undefined;
  const { path, format } = file;
  const fields = kind === 'courses' ? ofCourses : recordFields[kind];
  // With every column: the next record may have other fields.
  const empty = format === 'json' ? '[]\n' : format === 'csv' ? `${fields.names.join(',')}\n` : '';
  const end = before === undefined ? { start: 0, text: empty, head: empty } : endOf(before, catalog);
  if (end === undefined) return undefined;
  const { start, head } = end;
  // Elements alone are no array. Without one after the last comma, neither is the file.
  const open = format === 'json' && start > 0 ? '[' : '';
  if (open !== '' && end.text.trimStart().startsWith(']')) return undefined;
  let text = open + end.text;
  for (const record of records) {
    const longer = withRecord(format, text, record, fields, head);
    if (longer === undefined) return undefined;
    text = longer;
  }
  return { kind, format, path, start, text: text.slice(open.length), before };
}

/**
 * The text at the end of a file, with its byte order mark if that is all of it, and the text that the file begins with. Undefined if it
 * cannot be read: the check reports that. Throws a ProblemsError if it is not UTF-8, since writing it back would change it.
 */
function endOf(file: SourceFile, { lastRanges }: ExistingCatalog) {
  const start = file.format === 'csv' ? lastLineIn(file) : (lastRanges.get(file.path) ?? 0);
  if (file.size - start > maxTextLength) return undefined;
  const bytes = attempt(() => readBytes({ file, start, end: file.size }));
  if (bytes === undefined) return undefined;
  const problem = isUtf8(bytes) ? undefined : encodingProblem(file.path, bytes, 1 + lineEndsBefore({ file, start }));
  if (problem !== undefined) throw new ProblemsError([problem]);
  const text = bytes.toString('utf8');
  return { start, text, head: start === 0 ? text : readBytes({ file, start: 0, end: rangeSize }).toString('utf8') };
}

/** Where the last line of a large file begins; 0 for another one. */
function lastLineIn(file: SourceFile): number {
  const start = file.size - rangeSize;
  const bytes = start <= 0 ? undefined : attempt(() => readBytes({ file, start, end: file.size - 1 }));
  const end = bytes?.lastIndexOf('\n') ?? -1;
  return end === -1 ? 0 : start + end + 1;
}

/** The files with the most courses of the same provider first, then the largest. */
function byFit(files: readonly SourceFile[], records: readonly FieldValues[], { providersIn }: ExistingCatalog) {
  const wanted = new Set(records.map(({ provider }) => Number(provider)));
  const uses = ({ path }: SourceFile) => (providersIn.get(path) ?? []).filter((id) => wanted.has(Number(id))).length;
  return files.toSorted((a, b) => uses(b) - uses(a) || b.size - a.size);
}

/** A path from here or from the source folder. */
function pathOf(into: string, data: string): string {
  const isHere = !relative(resolve(data), resolve(into)).startsWith('..');
  return isHere ? into : join(data, into);
}

/** Whether a new file at a path is read as one of a kind: nothing is there, and no link leads elsewhere, which a source does not follow. */
function isPlaceFor(kind: KindWithIds, path: string, data: string): boolean {
  const inData = relative(resolve(data), resolve(path));
  if (entryAt(path) !== undefined || realPath(path) !== join(realPath(data), inData)) return false;
  const [top = '', ...below] = inData.split(/[/\\]/u);
  const name = below.length === 0 ? top.replace(/\.[^.]*$/u, '') : top;
  return name === kind && ![top, ...below].some((step) => step.startsWith('.'));
}

/** Checks the catalog with these files, then writes them, and returns the warnings about them. Throws a ProblemsError before any change if the check finds an error. */
export async function writeFiles(
  files: readonly ChangedFile[],
  { source, checkWith }: ExistingCatalog,
  lock: Lock | undefined,
): Promise<{ readonly summary: CatalogSummary; readonly warnings: readonly Problem[] }> {
  const copies: (ChangedFile & StagedFile)[] = [];
  let written = 0;
  try {
    // A hidden file beside another is not read as a source file.
    for (const file of files) copies.push({ ...file, ...stageFile(file.path, contentOf(file)) });
    const { summary, warnings } = await checkWith(withStaged(source, copies));
    const [changed] = changedSourceFiles(files.flatMap(({ before }) => before ?? []));
    if (changed !== undefined) {
      const finding = 'changed while the course was added';
      throw errorAt(changed.path, { rule: 'source-changed', finding, remedy: 'add it again' });
    }
    lock?.assertHeld();
    for (const { publish } of copies) {
      publish();
      written += 1;
    }
    return { summary, warnings: warnings.filter(({ file }) => files.some(({ path }) => path === file)) };
  } catch (error) {
    for (const { discard } of copies) discard();
    throw writeProblem(files[written]?.path ?? '', error, { ...unwritable, mayHaveChanged: written > 0 });
  }
}

function* contentOf({ before, start, text }: ChangedFile): Generator<string | Uint8Array> {
  if (before !== undefined) for (const { bytes } of readBlocks(before, 0, start)) yield bytes;
  yield text;
}

const unwritable = {
  rule: 'add-file',
  remedy: 'make sure that you may write there, then add the course again',
} as const;
