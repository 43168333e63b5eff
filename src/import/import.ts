// Import: reads a source, plans what it changes, checks the result with the rest of the catalog, and writes it.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Settings } from '../options/settings.ts';
import type { CatalogOptions } from '../pipeline/options.ts';
import { acquireLock, type Lock, type LockedWork } from '../pipeline/publish/lock.ts';
import { ProblemsError } from '../problems.ts';
import { count } from '../text/format.ts';
import { Conversion, type Converted } from './convert/conversion.ts';
import { usedColumns } from './fields/fields.ts';
import { mapText, withMap } from './fields/map.ts';
import { detect, formats } from './formats/formats.ts';
import { Decoder } from './input/decoder.ts';
import { requestAddress, openFile, openAddress } from './input/open-source.ts';
import { probe } from './input/probe.ts';
import type { ReadContext } from './input/read-context.ts';
import { isAddress, unreadable } from './input/resource.ts';
import { Web, type WebOptions } from './input/web.ts';
import { Notes, type Note } from './notes.ts';
import { OpenQuestions, repeatedOptions, type AnswerOption } from './questions.ts';
import { LanguageNames, languageSigns } from './values/languages.ts';
import { ownFiles, readExistingRecords, type ExistingRecords } from './write/existing-records.ts';
import { importNames, readLedger, type Ledger } from './write/ledger.ts';
import { planImport } from './write/plan.ts';
import { Staging, unwritable } from './write/staging.ts';

type Chosen = Pick<Settings, AnswerOption | 'from' | 'dryRun' | 'prune' | 'overwrite'>;

export interface ImportOptions extends Chosen, CatalogOptions, WebOptions {
  /** A file or an address. */
  readonly source: string;
  /** Whether the name is only that of the source. */
  readonly isNameFound?: boolean;
}

export interface ImportIo extends Pick<ReadContext, 'onProgress' | 'signal'> {
  /** The version of this package, for its user agent. */
  readonly version: string;
  /** Whether open questions are asked, and the import is made again with what was read. */
  readonly isAsking?: boolean;
}

export type ImportResult = Awaited<ReturnType<typeof importInto>>;

const importWork: LockedWork = { rule: 'import-busy', participle: 'imported into', noun: 'import' };

/** Imports a source. Throws a ProblemsError, and leaves the catalog as it was, if the source or the result is at fault. */
export async function importCatalog(options: ImportOptions, io: ImportIo): Promise<ImportResult> {
  let hasWritten = false;
  try {
    const target = resolve(options.data);
    if (!options.dryRun) mkdirSync(dirname(target), { recursive: true });
    // One import at a time: two would give the same ids to different courses.
    const lock = options.dryRun ? undefined : acquireLock(options.data, target, dirname(target), importWork);
    try {
      const result = await importInto(options, io, lock);
      ({ hasWritten } = result);
      return result;
    } finally {
      lock?.release();
    }
  } catch (error) {
    throw unwritable(options.data, error, hasWritten);
  }
}

async function importInto(options: ImportOptions, io: ImportIo, lock: Lock | undefined) {
  const { data, name, source, language } = options;
  // A missing file is reported as missing, not as a different source.
  if (!isAddress(source)) openFile(source);
  const notes = new Notes();
  const ledger = readLedger(data, name);
  const placeOf = (typed: string) => (isAddress(typed) ? requestAddress(typed) : resolve(typed));
  if (ledger && !options.overwrite && placeOf(ledger.source) !== placeOf(source)) {
    // What an import does not find in its source counts as gone: another source would replace everything.
    const finding = `is not what the import "${name}" was made from, which is ${ledger.source}`;
    const remedy =
      'give this source a name of its own with --name, or add --overwrite if it is the same source at a new place';
    throw unreadable(source, finding, remedy);
  }
  const existing = await readExistingRecords(data, name, ledger, options.overwrite);
  const names = new LanguageNames([...(existing.languages ?? []), ...existing.used.languages], options.languageNames);
  // In this order, and before any row, so that every import of the same rows names their languages alike.
  for (const one of [...(language?.split(languageSigns) ?? []), ...existing.ownLanguages]) names.resolve(one);
  // One that an earlier import took is not refused by another version of Node.
  if (language !== undefined && language !== ledger?.options['language']) names.require(language);
  const { plan, orders, ...found } = await readAndPlan(options, existing, ledger, names, notes, io);
  const repeated = repeatedOptions.flatMap((one) => (options[one] === undefined ? [] : [[one, String(options[one])]]));
  const staging = new Staging(plan, data, options.dryRun);
  try {
    const warnings = await staging.check(existing, plan.places, options, io.signal);
    const dates = Object.keys(orders).length > 0 && { dates: orders };
    const after = { source, format: found.format, options: Object.fromEntries(repeated), ...dates, ...plan.ledger };
    io.signal.throwIfAborted();
    lock?.assertHeld();
    const hasWritten = !options.dryRun && staging.apply(existing, after, data, name);
    const [leftOut, guessed] = [notes.of('leftOut', 'valueLeftOut'), notes.of('guessed')];
    return { source, name, ...found, plan, hasWritten, leftOut, guessed, warnings };
  } finally {
    staging.remove();
  }
}

/** Reads a source and plans its import. Its rows, which may be many, are not kept any longer. */
async function readAndPlan(
  options: ImportOptions,
  existing: ExistingRecords,
  ledger: Ledger | undefined,
  names: LanguageNames,
  notes: Notes,
  io: ImportIo,
) {
  const { source: typed, map } = options;
  const web = isAddress(typed) ? new Web(requestAddress(typed), options, io.version, io.signal) : undefined;
  try {
    const { format, why, read } = await readSource(options, web, notes, io);
    const { columns, isWhole } = read;
    const fields = map === undefined || format === 'table' ? read.fields : withMap(map, read.fields, columns);
    const source = { ...read, fields };
    const isDated = (linkurl: string) =>
      existing.elsewhere.has(linkurl) || existing.byAddress.get(linkurl)?.some(([, , , day]) => day !== null) === true;
    const conversion = new Conversion(source, options, ledger?.dates ?? {}, names, notes, isDated);
    const converted = await conversion.converted(io.signal);
    const { courses } = converted;
    if (options.isNameFound && !ledger?.format) failIfNewer(courses, existing, options);
    const { questions } = notes;
    const shownMap = mapText(fields, columns, read.proposals ?? {}, questions);
    // Whatever its records are, the next import requests it again: they may have been corrected.
    if (questions.length === 0 || io.isAsking !== true) web?.store.complete();
    if (questions.length > 0) throw new OpenQuestions(typed, questions, shownMap);
    if (courses.length === 0) throw unusable(typed, notes.of('leftOut'));
    const used = usedColumns(fields);
    return {
      orders: converted.orders,
      plan: planImport(converted, source, existing, ledger ?? { providers: [], categories: [] }, options, notes),
      /** Whether the source could be read to its end. */
      isWhole,
      format,
      why,
      lost: columns.filter((column) => !used.has(column)),
      map: shownMap,
      requests: web?.requests ?? 0,
    };
  } finally {
    web?.rows.close();
  }
}

async function readSource(options: ImportOptions, web: Web | undefined, notes: Notes, io: ImportIo) {
  try {
    const resource = web
      ? await openAddress(web, requestAddress(options.source), options.from)
      : openFile(options.source);
    const decoder = new Decoder(options.encoding, notes);
    const context = { map: options.map, sheet: options.sheet, notes, decoder, web, ...io };
    const probed = probe(resource, decoder);
    const { name: format, why } = await detect(probed, options.from, context);
    return { format, why, read: await formats[format].read(probed, context) };
  } catch (error) {
    // It may come of a wrong encoding.
    if (error instanceof ProblemsError && notes.questions.length > 0)
      throw new OpenQuestions(options.source, notes.questions);
    // A page in place of the data, such as one to log in, is not kept for the rest of the day.
    if (web && error instanceof ProblemsError && !(error instanceof OpenQuestions))
      for (const { file } of error.problems) web.store.forget(file);
    throw error;
  }
}

function unusable(source: string, leftOut: readonly Note[]): ProblemsError {
  const why = leftOut.map(
    ({ what, count: times, examples: [first] }) => `${what}, ${count(times, 'time')}, first: ${first}`,
  );
  const finding = `holds no record${why.length > 0 ? ` that can be a course (${why.join('; ')})` : ''}: nothing was changed`;
  const remedy = 'see whether it is the right source, and whole; correct its records, or name their columns with --map';
  return unreadable(source, finding, remedy);
}

/** A newer list in a file of another name: as an import of its own it would get what is new, and change nothing. */
function failIfNewer(courses: Converted['courses'], { elsewhere }: ExistingRecords, options: ImportOptions) {
  const { data, name, source } = options;
  const earlier = importNames(data).find((other) => {
    const file = `/${ownFiles(other).courses}`;
    return (
      other !== name &&
      courses.filter(({ linkurl }) => elsewhere.get(linkurl)?.endsWith(file)).length * 2 > courses.length
    );
  });
  if (earlier === undefined) return;
  const finding = `has mostly the courses of the import "${earlier}"`;
  const remedy = `if it is that list as it is now, add --name ${earlier} --overwrite; if it is another one, --name ${name}`;
  throw unreadable(source, finding, remedy);
}
