// Existing records: what the catalog holds already, in the files of an import and in foreign files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, isId } from '../../catalog/reading.ts';
import { readReferences } from '../../catalog/references.ts';
import { problemAt, ProblemsError, type Problem } from '../../problems.ts';
import { fileDigest } from '../../source/bytes.ts';
import { findSource, type RecordKind, type SourceFile } from '../../source/find.ts';
import { splitFile } from '../../source/ranges.ts';
import { readRange } from '../../source/read.ts';
import { csvFields } from '../../source/schema.ts';
import { parseJson } from '../../source/json.ts';
import { importNames, ledgerPath, readLedger, type CourseRow, type Ledger } from './ledger.ts';
import { elementsOf } from '../rows.ts';

/** The files of an import, by kind. */
export function ownFiles(name: string): Record<RecordKind, string> {
  return {
    providers: `providers/${name}.ndjson`,
    categories: `categories/${name}.csv`,
    languages: `languages/${name}.ndjson`,
    courses: `courses/${name}.ndjson`,
  };
}

/** What a catalog holds. Foreign files are those of other imports, and those that somebody wrote. */
export type ExistingRecords = Awaited<ReturnType<typeof readExistingRecords>>;

/** Reads what a catalog holds. Throws a ProblemsError if it cannot be read, or if a file of this import is not as it was written. */
export async function readExistingRecords(data: string, name: string, ledger: Ledger | undefined, overwrite: boolean) {
  const own = ownFiles(name);
  const paths = Object.values(own);
  const digestAt = (file: string) => (existsSync(file) ? fileDigest(file) : '');
  const digests = Object.fromEntries(paths.map((path) => [path, digestAt(join(data, path))]));
  if (!overwrite) refuseEdited(data, name, digests, ledger);
  const found = existsSync(data) ? await findSource(data) : { files: [], problems: [] };
  // The import adds what is missing.
  const problems = found.problems.filter(({ rule }) => rule !== 'source-kind' && rule !== 'courses-empty');
  const isOwn = ({ path }: SourceFile) => paths.some((one) => path === `${data.replace(/(?<=[^/])\/+$/u, '')}/${one}`);
  const files = found.files.filter((file) => !isOwn(file));
  const all = await readReferences(found.files);
  throwErrors([...problems, ...all.problems]);
  const { references: others } = await readReferences(files);
  const ids = {
    providers: idsOf(all.references.providers),
    categories: idsOf(all.references.categories),
    courses: new Set<number>(),
  };
  const byAddress = new Map<string, CourseRow[]>();
  const addAt = (linkurl: string, row: CourseRow) => byAddress.set(linkurl, [...(byAddress.get(linkurl) ?? []), row]);
  for (const other of importNames(data)) {
    const given = other === name ? ledger : readLedger(data, other);
    for (const kind of ['providers', 'categories', 'courses'] as const)
      for (const [id] of given?.[kind] ?? []) ids[kind].add(id);
    // A key names a course in its own import alone.
    for (const [id, linkurl, , day, title = ''] of other === name ? [] : (given?.courses ?? []))
      addAt(linkurl, [id, linkurl, null, day, title]);
  }
  const lines = linesOf(join(data, own.courses));
  const courses = new Map((ledger?.courses ?? []).map((row) => [row[0], row]));
  const ownLanguages = new Set<string>();
  for (const [id, line] of lines) {
    ids.courses.add(id);
    const { linkurl, title, date, languages } = courseIn(line);
    for (const language of languages) ownLanguages.add(language);
    // The ledger may be lost, older, or that of an import that was killed.
    const [, address = linkurl, key = null, day = date, named = title] = courses.get(id) ?? [];
    const row: CourseRow = [id, address, key, day, named];
    // After those that are gone.
    courses.delete(id);
    courses.set(id, row);
    if (linkurl !== address) addAt(linkurl, row);
  }
  for (const row of courses.values()) addAt(row[1], row);
  const used = { providers: new Set<number>(), categories: new Set<number>(), languages: new Set<string>() };
  const elsewhere = new Map<string, string>();
  const theirCourses = new Map<number, string>();
  const wrong: Problem[] = [];
  for (const file of files.filter(({ kind }) => kind === 'courses')) {
    const record = ({ value }: { readonly value: unknown }) => {
      const [id, linkurl, provider] = [fieldOf(value, 'id'), fieldOf(value, 'linkurl'), fieldOf(value, 'provider')];
      if (isId(id)) theirCourses.set(id, file.path);
      if (typeof linkurl === 'string') elsewhere.set(linkurl, file.path);
      if (isId(provider)) used.providers.add(provider);
      for (const category of elementsOf(fieldOf(value, 'categories')))
        if (isId(category)) used.categories.add(category);
      for (const language of elementsOf(fieldOf(value, 'language')))
        if (typeof language === 'string') used.languages.add(language);
    };
    for (const range of splitFile(file))
      await readRange(range, csvFields.courses, { record, problem: (one) => wrong.push(one) });
  }
  throwErrors(wrong);
  for (const id of theirCourses.keys()) ids.courses.add(id);
  return {
    /** The foreign files, and what was found wrong with the folder. */
    source: { files, problems },
    /** Everything that all files hold. */
    references: all.references,
    /** Ids of the records in foreign files; those of courses with the file. */
    theirs: { providers: idsOf(others.providers), categories: idsOf(others.categories), courses: theirCourses },
    /** Language names that foreign files allow; null if none restricts them. */
    languages: files.some(({ kind }) => kind === 'languages') ? others.languages : null,
    elsewhere,
    used,
    /** Ids that are taken or were given by any import: the next one is above them. */
    ids,
    /** The courses that this import ever gave an id. */
    courses,
    /** The courses of all imports by address; the later, the closer to what the file of this import says. */
    byAddress,
    /** Languages of this import's courses, in the order of the lines. */
    ownLanguages,
    /** The lines of this import's course file, by id. */
    lines,
    /** The digests of this import's files as they stand, by path; empty for no file. */
    digests,
  };
}

function refuseEdited(data: string, name: string, digests: Record<string, string>, ledger: Ledger | undefined): void {
  const edited = Object.entries(digests).filter(([path, digest]) => !(ledger?.files[path] ?? ['']).includes(digest));
  const problems = edited.map(([path, digest]) => {
    const own = ledgerPath(data, name);
    const [finding, remedy] = !ledger
      ? [
          `exists, but the ledger of the import "${name}" (${own}) does not`,
          'if that import wrote this file, restore the ledger from Git, or add --overwrite, which keeps the ids in the file; otherwise import under another name with --name, or move the file',
        ]
      : ledger.files[path] === undefined
        ? [`was not written by the import "${name}"`, 'import under another name with --name, or move the file']
        : [
            `was ${digest === '' ? 'removed' : 'edited'} since the last import`,
            `move the records that you edited to a file of your own, where they win by their ${path.startsWith('courses/') ? 'linkurl' : path.startsWith('languages/') ? 'name' : 'id'}, and import with --overwrite, which writes this file anew`,
          ];
    return problemAt(join(data, path), undefined, '', { rule: 'import-edited', finding, remedy });
  });
  throwErrors(problems);
}

/** The lines of a file by the ids at their beginning. They stay bytes: a text for each would take several times the memory. */
function linesOf(path: string): Map<number, Buffer> {
  const lines = new Map<number, Buffer>();
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    const next = bytes.indexOf('\n', start);
    end = next === -1 ? bytes.length : next;
    const id = /^\{"id":(\d+)/u.exec(bytes.toString('latin1', start, start + 32))?.[1];
    if (id !== undefined) lines.set(Number(id), bytes.subarray(start, end));
  }
  return lines;
}

/** The parts of a course by which an import knows it. */
export function courseIn(line: Buffer) {
  const record = parseJson(line.toString());
  const textOf = (field: string) => elementsOf(fieldOf(record, field)).filter((one) => typeof one === 'string');
  const [[linkurl = ''], [title = ''], [date = '']] = [textOf('linkurl'), textOf('title'), textOf('date_published')];
  return { linkurl, title, date, languages: textOf('language') };
}

function idsOf(records: readonly { readonly id: number }[]): Set<number> {
  return new Set(records.map(({ id }) => id));
}

function throwErrors(problems: readonly Problem[]): void {
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(problems);
}
