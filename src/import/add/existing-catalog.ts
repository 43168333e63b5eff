// What a new course needs to know of the catalog: its references, the ids that are taken, and the files to write to.
import { join } from 'node:path';
import { readReferences, type References } from '../../catalog/references.ts';
import { importedFiles, readLedgers, rememberedIds, type KindWithIds } from '../../storage/ledger.ts';
import { problemAt, ProblemsError } from '../../text/problems.ts';
import { findSource, type FoundSource, type SourceFile } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import {
  fieldOf,
  freeIds,
  identityOf,
  isId,
  type RecordFields,
  type SourceRecord,
} from '../../catalog/source/record.ts';
import { quoteText } from '../../text/quote.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { elementsOf } from '../rows.ts';

export interface ExistingCatalog {
  readonly source: FoundSource;
  readonly references: References;
  /** The files that no import wrote: an import overwrites its own. */
  readonly writable: readonly SourceFile[];
  /** The next free ids, one after another. */
  readonly nextId: Readonly<Record<KindWithIds, () => number>>;
  /** The names of languages that it lists, or its courses have. */
  readonly languages: readonly string[];
  /** The provider of each course, by the path of its file. */
  readonly providersIn: ReadonlyMap<string, readonly unknown[]>;
  /** The addresses of courses that probably lead to the same page as the new one. */
  readonly near: readonly string[];
}

/** Reads a catalog. Throws a ProblemsError if it has a course at the address in any spelling. Other problems are left to `check`. */
export async function readExistingCatalog(
  data: string,
  linkurl: string,
  fields: RecordFields,
): Promise<ExistingCatalog> {
  const source = await findSource(data);
  const { references } = await readReferences(source.files);
  const ledgers = readLedgers(data);
  const remembered = rememberedIds(ledgers);
  const imported = new Set(importedFiles(data));
  const courses = await readCourses(source.files, linkurl, fields);
  const nextReferenceId = (kind: 'providers' | 'categories') =>
    freeIds([...references[kind].map(({ id }) => id), ...remembered[kind]]);
  return {
    source,
    references,
    writable: source.files.filter(({ path }) => !imported.has(join(path))),
    nextId: {
      providers: nextReferenceId('providers'),
      categories: nextReferenceId('categories'),
      courses: freeIds([courses.lastId, ...remembered.courses]),
    },
    languages: [...(references.languages ?? []), ...courses.languages],
    providersIn: courses.providersIn,
    near: courses.near,
  };
}

async function readCourses(files: readonly SourceFile[], linkurl: string, fields: RecordFields) {
  const providersIn = new Map<string, unknown[]>();
  const address = hrefOf(linkurl);
  const page = pageOf(address);
  const near: string[] = [];
  const languages = new Set<string>();
  let lastId = 0;
  for (const file of files.filter(({ kind }) => kind === 'courses')) {
    const providers: unknown[] = [];
    providersIn.set(file.path, providers);
    const same: { readonly one: SourceRecord; readonly other: string }[] = [];
    const record = (one: SourceRecord) => {
      const id = fieldOf(one.value, 'id');
      if (isId(id)) lastId = Math.max(lastId, id);
      providers.push(fieldOf(one.value, 'provider'));
      for (const language of elementsOf(fieldOf(one.value, 'language')))
        if (typeof language === 'string') languages.add(language);
      const other = fieldOf(one.value, 'linkurl');
      if (typeof other !== 'string') return;
      const href = hrefOf(other);
      if (href === address) same.push({ one, other });
      else if (pageOf(href) === page) near.push(other);
    };
    await readFile(file, fields, { record, problem: () => {} });
    const [found] = same;
    if (found !== undefined) {
      const position = await found.one.position(['linkurl']);
      const finding = `there is a course at ${quoteText(found.other)} already`;
      const { subject } = identityOf(found.one.value, 'course');
      const remedy = 'change that course, or correct the address';
      throw new ProblemsError([problemAt(file.path, position, subject, { rule: 'linkurl-unique', finding, remedy })]);
    }
  }
  return { lastId, providersIn, near, languages };
}

/** An address in the form that browsers request; other text is unchanged. */
function hrefOf(linkurl: string): string {
  return parseUrl(linkurl)?.href ?? linkurl;
}

/** The address without scheme, fragment and trailing slash: mostly the same for addresses of one page. */
function pageOf(href: string): string {
  return href
    .replace(/^https?:/u, '')
    .replace(/#.*$/su, '')
    .replace(/\/(?=\?|$)/u, '');
}
