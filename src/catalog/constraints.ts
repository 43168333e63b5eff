// Constraints on all courses together: ids and addresses are unique, and all languages can be folders.
import { problemAt, type Finding, type Problem } from '../text/problems.ts';
import { fieldOf, identityOf, type SourceRecord } from './source/record.ts';
import { quoteText } from '../text/quote.ts';
import type { CourseColumns } from './columns.ts';
import { foldLanguage, whyNoFolder } from './languages.ts';

/** A record, by its chunk and its ordinal there. */
export interface RecordKey {
  readonly chunk: number;
  readonly ordinal: number;
}

/** A record that was read a second time, because something about it must be reported. */
export interface FoundRecord {
  readonly file: string;
  readonly record: SourceRecord;
}

/** Reads records again, in the order of the keys. */
type Reread = (keys: readonly RecordKey[]) => Promise<FoundRecord[]>;

/** Checks the constraints on several courses, or on the languages of all. `isImported` tells the files that an import wrote. */
export async function checkConstraints(
  chunks: readonly CourseColumns[],
  languages: readonly string[] | null,
  reread: Reread,
  isImported: (file: string) => boolean = () => false,
): Promise<Problem[]> {
  const ids = await reread(repeated(chunks.map((chunk) => chunk.ids)));
  const links = await reread(repeated(chunks.map((chunk) => chunk.hashes)));
  return [
    ...(await repeatedValueProblems(ids, 'id', isImported)),
    ...(await repeatedValueProblems(links, 'linkurl', isImported)),
    ...(languages ? [] : await languageProblems(chunks, reread)),
  ];
}

/** The records whose key occurs more than once, in the order of reading. */
function repeated(columns: readonly Float64Array[]): RecordKey[] {
  const sorted = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let filled = 0;
  for (const column of columns) {
    sorted.set(column, filled);
    filled += column.length;
  }
  sorted.sort();
  const repeatedKeys = new Set<number>();
  for (let index = 1; index < sorted.length; index += 1) {
    const key = sorted[index];
    if (key !== undefined && key === sorted[index - 1]) repeatedKeys.add(key);
  }
  if (repeatedKeys.size === 0) return [];
  return columns.flatMap((column, chunk) =>
    Array.from(column.keys())
      .filter((ordinal) => repeatedKeys.has(column[ordinal] ?? Number.NaN))
      .map((ordinal) => ({ chunk, ordinal })),
  );
}

async function repeatedValueProblems(
  records: readonly FoundRecord[],
  field: 'id' | 'linkurl',
  isImported: (file: string) => boolean,
): Promise<Problem[]> {
  const firstByValue = new Map<unknown, FoundRecord>();
  const problems: Problem[] = [];
  for (const duplicate of records) {
    const value = fieldOf(duplicate.record.value, field);
    const first = firstByValue.get(value);
    if (!first) {
      firstByValue.set(value, duplicate);
      continue;
    }
    const [imported, copy] = isImported(first.file) ? [first, duplicate] : [duplicate, first];
    const hasSameAddress = haveSame(imported, copy, 'linkurl');
    const isOne = hasSameAddress || haveSame(imported, copy, 'title');
    // Whoever changed the file of an import would lose that with the next one.
    const isOutside = isImported(imported.file) && !isImported(copy.file);
    const isCopy = isOne && isOutside;
    // Reported once, for the address.
    if (isCopy && field === 'id' && hasSameAddress) continue;
    const [other, at] = isOutside ? [imported, copy] : [first, duplicate];
    const { line } = await other.record.position([field]);
    const { subject } = identityOf(other.record.value, 'course');
    const place = `${subject || 'a course without an id'} at ${other.file}:${line}`;
    const finding = isCopy
      ? `is an edited copy of ${place}, which an import wrote`
      : `the ${field} is taken by ${place}`;
    problems.push(
      await problemOf(at, [field], {
        rule: `${field}-unique`,
        finding,
        ...(isOutside && { remedy: isCopy ? importAgain : otherId }),
      }),
    );
  }
  return problems;
}

/** The remedy for an id that an import has given to another course. */
export const otherId = 'give it another id';

const importAgain =
  'import again, with npx --no static-course-catalog import --again, which leaves the course to this file; or remove that line';

function haveSame(one: FoundRecord, other: FoundRecord, field: string): boolean {
  return fieldOf(one.record.value, field) === fieldOf(other.record.value, field);
}

async function languageProblems(chunks: readonly CourseColumns[], reread: Reread): Promise<Problem[]> {
  const names = new Map<string, { key: RecordKey; uses: number }>();
  for (const [chunk, { names: used }] of chunks.entries()) {
    for (const { route, written, first, uses } of used) {
      if (route !== 'language') continue;
      const name = names.get(written);
      if (name) name.uses += uses;
      else names.set(written, { key: { chunk, ordinal: first }, uses });
    }
  }
  const invalid: { name: string; key: RecordKey; problem: Finding }[] = [];
  const folded = new Map<string, string>();
  for (const [name, { key, uses }] of names) {
    const why = whyNoFolder(name);
    const earlier = folded.get(foldLanguage(name));
    folded.set(foldLanguage(name), earlier ?? name);
    if (why === undefined && earlier === undefined) continue;
    const rule = why === undefined ? 'language-duplicate' : 'language-folder';
    const reason = why ?? `differs from ${quoteText(earlier ?? '')} only in case or Unicode form`;
    const finding = `language ${quoteText(name)} ${reason}${uses > 1 ? ` (${uses} courses use it)` : ''}`;
    invalid.push({ name, key, problem: { rule, finding } });
  }
  const records = await reread(invalid.map(({ key }) => key));
  return Promise.all(
    records.map(async (record, index) => {
      const { name, problem } = invalid[index] ?? { name: '', problem: { rule: 'language-folder', finding: '' } };
      return problemOf(record, languagePath(record.record.value, name), problem);
    }),
  );
}

async function problemOf({ file, record }: FoundRecord, path: (string | number)[], finding: Finding): Promise<Problem> {
  return problemAt(file, await record.position(path), identityOf(record.value, 'course').subject, finding);
}

function languagePath(value: unknown, name: string): (string | number)[] {
  const language = fieldOf(value, 'language');
  return Array.isArray(language) ? ['language', language.indexOf(name)] : ['language'];
}
