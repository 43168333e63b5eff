// Existing records: what the catalog holds already, in the files of an import and in foreign files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, isId } from '../../catalog/source/record.ts';
import { withFreeIds } from '../../build/read/free-ids.ts';
import { readReferences } from '../../catalog/references.ts';
import { ProblemsError, type Problem } from '../../text/problems.ts';
import { sourceRoot, type SourceFile } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import type { RecordFields } from '../../catalog/source/record.ts';
import { courseFormat } from '../../catalog/source/schema.ts';
import { elementsOf } from '../rows.ts';
import { foldName } from '../values/texts.ts';
import type { CatalogOfImport, EditedRecords } from './edited-records.ts';
import { courseIn, readCourse, readKnownCourses } from './known-courses.ts';
import { importedFiles, importFiles } from '../../storage/ledger.ts';

/** What a catalog holds. Foreign files are those of other imports, and those that somebody wrote. */
export type ExistingRecords = Awaited<ReturnType<typeof readExistingRecords>>;

/** Reads what a catalog holds once what was edited has moved. Throws a ProblemsError if it cannot be read. */
export async function readExistingRecords({ data, name, fields }: CatalogOfImport, edited: EditedRecords) {
  const { source, ledger } = edited;
  const own = importFiles(name);
  // The import adds what is missing.
  const problems = source.problems.filter(({ rule }) => rule !== 'source-kind' && rule !== 'courses-empty');
  const root = sourceRoot(data);
  const ownPaths = new Set(Object.values(own).map((path) => `${root}/${path}`));
  const foreignFiles = source.files.filter(({ path }) => !ownPaths.has(path));
  const { references, referenceProblems: faults } = await readReferences(source.files);
  throwErrors(withFreeIds([...problems, ...faults], { data, files: source.files }, references));
  const { references: foreign } = await readReferences(foreignFiles);
  const ownLines = linesById(edited.left.get(own.courses) ?? join(data, own.courses));
  const known = readKnownCourses(data, name, ledger, ownLines);
  const inOthers = await readForeignCourses(foreignFiles, ownLines, courseFormat(fields).fields);
  const imported = new Set(importedFiles(data));
  return {
    /** The foreign files, and what was found wrong with the folder. */
    source: { files: foreignFiles, problems },
    /** Everything that all files hold. */
    references,
    /** Ids of the records in foreign files; those of courses with the file. */
    foreign: {
      providers: idsOf(foreign.providers),
      categories: idsOf(foreign.categories),
      courses: inOthers.courses,
    },
    /** The foreign file of each course that no other import has. */
    copies: new Map([...inOthers.courses].filter(([, file]) => !imported.has(join(file)))),
    /** The foreign file that has the course at an address. */
    elsewhere: inOthers.addresses,
    /** What the courses in foreign files refer to. */
    used: inOthers.used,
    /** Language names that foreign files allow; null if none restricts them. */
    languages: foreignFiles.some(({ kind }) => kind === 'languages') ? foreign.languages : null,
    /** Ids that are taken or were given by any import: the next one is above them. */
    ids: {
      providers: new Set([...known.ids.providers, ...idsOf(references.providers)]),
      categories: new Set([...known.ids.categories, ...idsOf(references.categories)]),
      courses: new Set([...known.ids.courses, ...inOthers.courses.keys()]),
    },
    /** The providers and categories that other imports know by their keys. */
    otherRows: known.otherRows,
    /** The courses that this import ever gave an id. */
    courses: known.own,
    /** The courses of all imports by address; the last one is the closest to the file of this import. */
    byAddress: known.byAddress,
    /** Languages of this import's courses, in the order of the lines. */
    ownLanguages: known.languages,
    /** The lines of this import's course file, by id. */
    ownLines,
    /** What somebody edited in the files of this import. */
    edited,
  };
}

/** The lines of a file by the ids at their beginning. They stay bytes: a text for each would take several times the memory. */
function linesById(path: string): Map<number, Buffer> {
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

async function readForeignCourses(
  files: readonly SourceFile[],
  ownLines: ReadonlyMap<number, Buffer>,
  fields: RecordFields,
) {
  const used = { providers: new Set<number>(), categories: new Set<number>(), languages: new Set<string>() };
  const [addresses, courses] = [new Map<string, string>(), new Map<number, string>()];
  const problems: Problem[] = [];
  for (const file of files.filter(({ kind }) => kind === 'courses')) {
    const record = ({ value }: { readonly value: unknown }) => {
      const [id, linkurl, provider] = [fieldOf(value, 'id'), fieldOf(value, 'linkurl'), fieldOf(value, 'provider')];
      if (isId(id) && isCopyOf(ownLines.get(id), value)) courses.set(id, file.path);
      if (typeof linkurl === 'string') addresses.set(linkurl, file.path);
      if (isId(provider)) used.providers.add(provider);
      for (const category of elementsOf(fieldOf(value, 'categories')))
        if (isId(category)) used.categories.add(category);
      for (const language of elementsOf(fieldOf(value, 'language')))
        if (typeof language === 'string') used.languages.add(language);
    };
    const problem = (fault: Problem) => void problems.push(fault);
    await readFile(file, fields, { record, problem });
  }
  throwErrors(problems);
  return { used, addresses, courses };
}

/** Whether a record with the id of a line is that course, copied or moved, by its title or address: somebody may have given the id to another. */
function isCopyOf(line: Buffer | undefined, record: unknown): boolean {
  if (line === undefined) return true;
  const [own, other] = [readCourse(line), courseIn(record)];
  return own.linkurl === other.linkurl || foldName(own.title) === foldName(other.title);
}

function idsOf(records: readonly { readonly id: number }[]): Set<number> {
  return new Set(records.map(({ id }) => id));
}

function throwErrors(problems: readonly Problem[]): void {
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(problems);
}
