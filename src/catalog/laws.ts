// Laws over all courses: ids and addresses are unique, languages can be folders beside each other (design: source data).
import { problemAt, quoteText, type Finding, type Problem } from '../problems.ts';
import type { SourceRecord } from '../source/record.ts';
import type { CourseColumns } from './columns.ts';
import { linkhashOf } from './course.ts';
import { fieldOf, identityOf } from './reading.ts';
import { foldLanguage, whyNoFolder } from './languages.ts';

/** A record, by its chunk and its ordinal there. */
export interface RecordKey {
  readonly chunk: number;
  readonly ordinal: number;
}

/** A record that was read a second time, because something about it must be told. */
export interface FoundRecord {
  readonly file: string;
  readonly record: SourceRecord;
}

/** Reads records again, in the order of the keys. */
export type Recall = (keys: readonly RecordKey[]) => Promise<FoundRecord[]>;

/** Every law that no course breaks by itself. */
export async function checkLaws(
  chunks: readonly CourseColumns[],
  languages: readonly string[] | null,
  recall: Recall,
): Promise<Problem[]> {
  const ids = await recall(repeated(chunks.map((chunk) => chunk.ids)));
  const links = await recall(repeated(chunks.map((chunk) => chunk.hashes)));
  return [
    ...(await twins(ids, 'id', 'id-unique', (value) => String(fieldOf(value, 'id')))),
    ...(await twins(links, 'linkurl', 'linkurl-unique', (value) => linkhashOf(String(fieldOf(value, 'linkurl'))))),
    ...(languages ? [] : await languageProblems(chunks, recall)),
  ];
}

/** The records whose key is found more than once, in the order of reading. */
function repeated(columns: readonly Float64Array[]): RecordKey[] {
  const all = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let filled = 0;
  for (const column of columns) {
    all.set(column, filled);
    filled += column.length;
  }
  if (isAscending(all)) return [];
  all.sort();
  const twice = new Set<number>();
  for (let at = 1; at < all.length; at += 1) {
    const key = all[at];
    if (key !== undefined && key === all[at - 1]) twice.add(key);
  }
  if (twice.size === 0) return [];
  return columns.flatMap((column, chunk) =>
    Array.from(column.keys())
      .filter((ordinal) => twice.has(column[ordinal] ?? Number.NaN))
      .map((ordinal) => ({ chunk, ordinal })),
  );
}

/** Whether each is more than the one before: then none is there twice. Most catalogs are in the order of their ids. */
function isAscending(keys: Float64Array): boolean {
  for (let at = 1; at < keys.length; at += 1) {
    if (!((keys[at] ?? 0) > (keys[at - 1] ?? 0))) return false;
  }
  return true;
}

async function twins(
  records: readonly FoundRecord[],
  field: string,
  rule: 'id-unique' | 'linkurl-unique',
  keyOf: (value: unknown) => string,
): Promise<Problem[]> {
  const firsts = new Map<string, FoundRecord>();
  const problems: Problem[] = [];
  for (const found of records) {
    const key = keyOf(found.record.value);
    const first = firsts.get(key);
    if (!first) {
      firsts.set(key, found);
      continue;
    }
    const { line } = await first.record.position([field]);
    const finding = `the ${field} is taken by ${identityOf(first.record.value, 'course').subject} at ${first.file}:${line}`;
    problems.push(await problemOf(found, [field], { rule, finding }));
  }
  return problems;
}

async function languageProblems(chunks: readonly CourseColumns[], recall: Recall): Promise<Problem[]> {
  const names = new Map<string, { key: RecordKey; uses: number }>();
  for (const [chunk, { languages }] of chunks.entries()) {
    for (const { written, first, uses } of languages) {
      const known = names.get(written);
      if (known) known.uses += uses;
      else names.set(written, { key: { chunk, ordinal: first }, uses });
    }
  }
  const wrong: { name: string; key: RecordKey; found: Finding }[] = [];
  const folded = new Map<string, string>();
  for (const [name, { key, uses }] of names) {
    const why = whyNoFolder(name);
    const earlier = folded.get(foldLanguage(name));
    folded.set(foldLanguage(name), earlier ?? name);
    if (why === undefined && earlier === undefined) continue;
    const rule = why === undefined ? 'language-twins' : 'language-folder';
    const said = why ?? `differs from ${quoteText(earlier ?? '')} only in case or Unicode form`;
    const finding = `language ${quoteText(name)} ${said}${uses > 1 ? ` (${uses} courses use it)` : ''}`;
    wrong.push({ name, key, found: { rule, finding } });
  }
  const records = await recall(wrong.map(({ key }) => key));
  return Promise.all(
    records.map(async (record, at) => {
      const { name, found } = wrong[at] ?? { name: '', found: { rule: 'language-folder', finding: '' } };
      return problemOf(record, languagePath(record.record.value, name), found);
    }),
  );
}

async function problemOf({ file, record }: FoundRecord, path: (string | number)[], found: Finding): Promise<Problem> {
  return problemAt(file, await record.position(path), identityOf(record.value, 'course').subject, found);
}

function languagePath(value: unknown, name: string): (string | number)[] {
  const language = fieldOf(value, 'language');
  return Array.isArray(language) ? ['language', language.indexOf(name)] : ['language'];
}
