// What a new course needs to know of the catalog: its references, the ids that are taken, and the files to write to; and what a check needs, so that courses are read once.
import { join } from 'node:path';
import { checkCatalog } from '../../build/read/check-catalog.ts';
import { cutIntoChunks, type Chunk } from '../../build/read/chunks.ts';
import { ChunkResult } from '../../build/read/result.ts';
import type { JobContext } from '../../build/workers/job-types.ts';
import { openWorkers } from '../../build/workers/pool.ts';
import { readReferences, type References } from '../../catalog/references.ts';
import { importedFiles, readLedgers, rememberedIds, type KindWithIds } from '../../storage/ledger.ts';
import { errorAt, problemAt, ProblemsError, type Problem } from '../../text/problems.ts';
import { findSource, type FoundSource, type SourceFile } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, freeIds, identityOf, isId, type SourceRecord } from '../../catalog/source/record.ts';
import type { CourseFormat } from '../../catalog/source/schema.ts';
import type { CatalogSummary } from '../../results.ts';
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
  /** Where the last range of each file of courses begins, by its path. */
  readonly lastRanges: ReadonlyMap<string, number>;
  /** Checks the catalog with other files in it. Reads only the chunks again that differ, or all if references were added. Throws a ProblemsError with every problem if any is an error. */
  readonly checkWith: (changed: FoundSource) => Promise<{ summary: CatalogSummary; warnings: readonly Problem[] }>;
}

interface Reading {
  readonly data: string;
  readonly pageSize: number;
  readonly format: CourseFormat;
  readonly signal: AbortSignal;
}

/** Reads a catalog. Throws a ProblemsError if it has a course at the address in any spelling. Other problems are left to `checkWith`. */
export async function readExistingCatalog(linkurl: string, reading: Reading): Promise<ExistingCatalog> {
  const { data, format } = reading;
  const source = await findSource(data);
  const read = await readReferences(source.files);
  const { references } = read;
  const ledgers = readLedgers(data);
  const remembered = rememberedIds(ledgers);
  const imported = new Set(importedFiles(data));
  const courses = new ExistingCourses(linkurl);
  const onRecord: JobContext['onRecord'] = ({ value }, file) => courses.add(value, file);
  const known = new Map<string, ChunkResult>();
  const all = cutIntoChunks(source.files);
  for await (const [chunk, result] of readInThisThread(all, references, { ...reading, onRecord })) {
    known.set(keyOf(chunk), result);
    if (courses.same) throw await alreadyThere(courses.same, linkurl, format);
  }
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
    lastRanges: new Map(all.flat().map(({ file, start }) => [file.path, start])),
    checkWith: async (changed) => {
      const isSame = changed.files.every(({ kind, part }) => kind === 'courses' || part === undefined);
      const now = isSame ? read : await readReferences(changed.files);
      const chunks = cutIntoChunks(changed.files);
      // Results depend on the references. A course is added behind the last place where its file is cut.
      const left = isSame ? chunks.filter((chunk) => !known.has(keyOf(chunk))) : chunks;
      for await (const [chunk, result] of readInThisThread(left, now.references, reading))
        known.set(keyOf(chunk), result);
      const results = chunks.flatMap((chunk) => known.get(keyOf(chunk)) ?? []);
      return checkCatalog({ source: changed, ...now, chunks }, results, reading);
    },
  };
}

/** Reads chunks one after another: threads would take more time and memory. */
async function* readInThisThread(
  chunks: readonly Chunk[],
  references: References,
  { format, signal, onRecord }: Reading & Pick<JobContext, 'onRecord'>,
): AsyncGenerator<readonly [Chunk, ChunkResult]> {
  await using workers = await openWorkers(1, { references, fields: format.table, onRecord }, { signal });
  for (const [number, chunk] of chunks.entries())
    yield [chunk, new ChunkResult(await workers.run('read', { chunk, number }))];
}

function keyOf(chunk: Chunk): string {
  return JSON.stringify(chunk.map(({ file, start, end }) => [file.path, start, end]));
}

/** What is kept of the courses. */
class ExistingCourses {
  lastId = 0;
  readonly languages = new Set<string>();
  readonly providersIn = new Map<string, unknown[]>();
  readonly near: string[] = [];
  /** A file with a course at the address. */
  same: SourceFile | undefined;
  private readonly address: string;
  private readonly page: string;

  constructor(linkurl: string) {
    this.address = hrefOf(linkurl);
    this.page = pageOf(this.address);
  }

  add(value: unknown, file: SourceFile): void {
    const id = fieldOf(value, 'id');
    if (isId(id)) this.lastId = Math.max(this.lastId, id);
    const providers = this.providersIn.get(file.path) ?? [];
    this.providersIn.set(file.path, providers);
    providers.push(fieldOf(value, 'provider'));
    for (const language of elementsOf(fieldOf(value, 'language')))
      if (typeof language === 'string') this.languages.add(language);
    const other = fieldOf(value, 'linkurl');
    if (typeof other !== 'string') return;
    const href = hrefOf(other);
    if (href === this.address) this.same ??= file;
    else if (pageOf(href) === this.page) this.near.push(other);
  }
}

/** The problem of the first course in a file that is at the address. */
async function alreadyThere(file: SourceFile, linkurl: string, { fields }: CourseFormat): Promise<ProblemsError> {
  const address = hrefOf(linkurl);
  const found: { readonly one: SourceRecord; readonly other: string }[] = [];
  const record = (one: SourceRecord) => {
    const other = fieldOf(one.value, 'linkurl');
    if (typeof other === 'string' && hrefOf(other) === address) found.push({ one, other });
  };
  await readFile(file, fields, { record, problem: () => {} });
  const [first] = found;
  if (!first) return errorAt(file.path, { rule: 'source-changed', finding: 'changed while it was read' });
  const finding = `there is a course at ${quoteText(first.other)} already`;
  const remedy = 'change that course, or correct the address';
  const position = await first.one.position(['linkurl']);
  const { subject } = identityOf(first.one.value, 'course');
  return new ProblemsError([problemAt(file.path, position, subject, { rule: 'linkurl-unique', finding, remedy })]);
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
