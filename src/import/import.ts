// Import: reads an input, plans what it changes, checks the result with the rest of the catalog, and writes it.
import { dirname, join, resolve } from 'node:path';
import { ensureDirSync } from 'fs-extra/esm';
import { tagOfName } from '../catalog/language-tags.ts';
import { maxCustomFields, customFieldsIn } from '../options/custom-fields.ts';
import type { Options } from '../options/option-table.ts';
import type { CatalogOptions } from '../build/build-options.ts';
import { assertRemovalsWithin } from '../build/publish/removal-limit.ts';
import { acquireLock, type Lock, type LockedWork } from '../storage/lock.ts';
import { ProblemsError } from '../text/problems.ts';
import { convertRows } from './convert/conversion.ts';
import { fieldsQuestion } from './fields/column-questions.ts';
import { maxColumnName } from './fields/columns.ts';
import { unusedColumns } from './fields/fields.ts';
import { mapInWords, mapText } from './fields/map.ts';
import { isHeading, languageOfHeadings } from './formats/table/headings.ts';
import { formats, detectFormat } from './formats/formats.ts';
import { Decoder } from './input/decoder.ts';
import type { EncodingHints } from './input/encodings.ts';
import { acceptedAddress, requestAddress, openFile, openAddress } from './input/open-input.ts';
import { probeResource, type ReadContext } from './input/probe.ts';
import { hasWebScheme } from '../text/web-address.ts';
import { Web, type WebOptions } from './input/web.ts';
import { Notes } from './notes.ts';
import { contactColumns, unusedContents } from './propose/column-content.ts';
import { mapColumns, type MappedRows } from './propose/map-columns.ts';
import { refuseDoubtfulName, withoutCourses } from './refusals.ts';
import { repeatedOptions, type AnswerOption, type OpenQuestions, type Question } from './questions.ts';
import { LanguageNames } from './values/languages.ts';
import { siteNamesOf } from './site-names.ts';
import { findEdited, whereEdited, type EditedRecords } from './write/edited-records.ts';
import { readExistingRecords, type ExistingRecords } from './write/existing-records.ts';
import { importFiles } from '../storage/ledger.ts';
import { planImport } from './write/plan.ts';
import { ImportStaging, unwritable } from './write/staging.ts';

export interface ImportOptions
  extends
    Pick<Options, AnswerOption | 'format' | 'dryRun' | 'prune' | 'matchTitles' | 'maxRemoved'>,
    CatalogOptions,
    WebOptions {
  /** A file or an address. */
  readonly input: string;
  /** True if no --name was given and the name comes from the input. */
  readonly isNameDerived?: boolean;
}

interface ImportIo extends Pick<ReadContext, 'onProgress' | 'signal'> {
  /** The version of this package, for its user agent. */
  readonly version: string;
  /** What addresses and headers name in place of secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether the user will be asked; the import then runs again from what was fetched. */
  readonly isAsking?: boolean;
  /** Whether columns that are not used are offered as custom fields. */
  readonly offersFields?: boolean;
}

export type ImportResult = Exclude<Awaited<ReturnType<typeof importInto>>, OpenQuestions>;

const importWork: LockedWork = {
  rule: 'import-busy',
  busyMessage: (holder) => `is being imported into by ${holder}`,
};

/**
 * Imports an input, or returns the open questions if there are some. Throws a ProblemsError, and leaves the catalog unchanged, if the input
 * or the result is at fault.
 */
export async function importCatalog(options: ImportOptions, io: ImportIo): Promise<ImportResult | OpenQuestions> {
  let hasWritten = false;
  try {
    const target = resolve(options.data);
    if (!options.dryRun) ensureDirSync(dirname(target));
    // One import at a time: two would give the same ids to different courses.
    const lock = options.dryRun ? undefined : acquireLock(options.data, target, dirname(target), importWork);
    try {
      const result = await importInto(options, io, lock);
      hasWritten = 'hasWritten' in result && result.hasWritten;
      return result;
    } finally {
      lock?.release();
    }
  } catch (error) {
    throw unwritable(options.data, error, hasWritten);
  }
}

async function importInto(given: ImportOptions, io: ImportIo, lock: Lock | undefined) {
  // A missing file is reported as missing, not as a different input.
  const input = hasWebScheme(given.input) ? acceptedAddress(given.input) : openFile(given.input).address;
  const options = { ...given, input };
  using edited = await findEdited(options);
  try {
    return await importBeside(edited, options, io, lock);
  } catch (error) {
    if (!(error instanceof ProblemsError) || error.mayHaveChanged) throw error;
    throw new ProblemsError(error.problems.map((problem) => whereEdited(problem, edited)));
  }
}

/** Imports beside what somebody edited in the files of the import. */
async function importBeside(edited: EditedRecords, options: ImportOptions, io: ImportIo, lock: Lock | undefined) {
  const { input, data, name, language, dryRun } = options;
  const notes = new Notes();
  const existing = await readExistingRecords(options, edited);
  const languageNames = new LanguageNames([...(existing.languages ?? []), ...existing.used.languages]);
  // In this order, and before any row, so that every import of the same rows names their languages alike.
  for (const written of [...languageNames.partsOf(language ?? ''), ...existing.ownLanguages])
    languageNames.resolve(written);
  // Another version of Node must not refuse a language that an earlier import accepted.
  if (language !== undefined && language !== edited.ledger?.options['language']) languageNames.require(language);
  const planned = await readAndPlan({ options, existing, languageNames, notes, io });
  if ('questions' in planned) return planned;
  const { plan, dateOrders, ...read } = planned;
  const removal = { removed: plan.missing.length - plan.kept, of: existing.ownLines.size };
  assertRemovalsWithin(options.maxRemoved, removal, join(data, importFiles(name).courses), 'this import');
  const staging = new ImportStaging(plan, data, dryRun);
  try {
    const warnings = await staging.check(existing, plan.locations, options, io.signal);
    io.signal.throwIfAborted();
    lock?.assertHeld();
    const dates = Object.keys(dateOrders).length > 0 && { dates: dateOrders };
    const repeated = repeatedOptions.flatMap((option) => {
      const { [option]: value = '' } = options;
      const isList = option === 'header' && Array.isArray(value) && value.length > 0;
      const text = isList ? JSON.stringify(value) : String(value);
      return text === '' ? [] : [[option, text] as const];
    });
    const head = { input, format: read.format, options: Object.fromEntries(repeated), ...dates };
    const hasWritten = !dryRun && staging.apply(existing, { ...head, ...plan.ledger }, data, name);
    const [skipped, guessed] = [notes.ofKinds('skipped', 'valueSkipped'), notes.ofKinds('guessed')];
    return {
      ...read,
      input,
      name,
      plan,
      hasWritten,
      moved: edited.moved,
      skipped,
      guessed,
      warnings,
      fields: customFieldsIn(options.fields),
      optionalQuestions: notes.questions,
    };
  } finally {
    staging.remove();
  }
}

/** What the steps of an import share. */
interface ImportContext {
  readonly options: ImportOptions;
  readonly io: ImportIo;
  readonly existing: ExistingRecords;
  readonly languageNames: LanguageNames;
  readonly notes: Notes;
}

/** Reads the input and plans its import, unless questions are open. Its rows, which may be many, are dropped afterwards. */
async function readAndPlan(context: ImportContext) {
  const { options, existing, notes, io } = context;
  const { input: typed } = options;
  const web = hasWebScheme(typed) ? new Web(requestAddress(typed), options, io.version, io.signal, io.env) : undefined;
  try {
    const found = await readInput(web, context);
    if ('questions' in found) return found;
    const { format, formatReason, mapped } = found;
    const { fields, columns, isComplete, proposals = {}, table } = mapped;
    const isDated = (linkurl: string) =>
      existing.elsewhere.has(linkurl) || existing.byAddress.get(linkurl)?.some(({ day }) => day !== null) === true;
    const earlierOrders = existing.edited.ledger?.dates ?? {};
    const hasSecret = web && ((text: string) => web.hasSecret(text));
    const converted = await convertRows(mapped, { ...context, earlierOrders, isDated, hasSecret }, io.signal);
    const { courses, dateOrders } = converted;
    if (options.isNameDerived) refuseDoubtfulName(courses, existing, options);
    const questions = openQuestions(notes, io.isAsking);
    const shownMap = mapText(fields, columns, options.fields, proposals, questions);
    const shownColumns =
      table === undefined ? '' : mapInWords(fields, table.shown, table.links, options.fields, questions);
    // Whatever its records are, the next import requests it again: they may have been corrected.
    if (questions.length === 0 || io.isAsking !== true) web?.store.complete();
    if (questions.length > 0) return { input: typed, questions, map: shownMap, columns: shownColumns };
    if (courses.length === 0) throw withoutCourses(typed, notes.ofKinds('skipped'));
    const plan = planImport(converted, mapped, context);
    return {
      plan,
      dateOrders,
      isComplete,
      format,
      formatReason,
      unusedColumns: unusedColumns(fields, table ? [...table.shown, ...(table.hidden ?? [])] : columns),
      // An address is not committed with what is there.
      contactColumns: web === undefined ? contactColumns(mapped) : [],
      map: shownMap,
      columns: shownColumns,
      site: siteNamesOf(mapped, courses),
      requests: web?.requests ?? 0,
    };
  } finally {
    web?.rows.close();
  }
}

/** The questions without whose answers nothing is written; once they are answered, those that somebody may also answer. */
function openQuestions({ questions }: Notes, isAsking = false): readonly Question[] {
  const required = questions.filter(({ isOptional }) => isOptional !== true);
  return required.length === 0 && isAsking ? questions : required;
}

/** Reads the rows of the input, and maps their columns to fields. */
async function readInput(web: Web | undefined, context: ImportContext) {
  const { options, notes, io } = context;
  const { input: typed, format, map, sheet, headings, language, fields } = options;
  try {
    const resource = web ? await openAddress(web, requestAddress(typed), format) : openFile(typed);
    const decoder = new Decoder(options.encoding, notes, hintsOf(language));
    const reading = { map, sheet, headings, language, fields, notes, decoder, web, ...io };
    const probe = probeResource(resource, decoder);
    const { name, reason } = await detectFormat(probe, format, reading);
    const rows = await formats[name].read(probe, reading);
    const mapped = mapColumns(rows, { map, address: resource.address, fields, notes });
    if (mapped && io.offersFields === true) offerFields(mapped, notes);
    return mapped === undefined ? withoutMap(typed, notes) : { format: name, formatReason: reason, mapped };
  } catch (error) {
    // A wrong encoding may be the cause.
    if (error instanceof ProblemsError && notes.questions.length > 0) return withoutMap(typed, notes);
    // A page in place of the data, such as one to log in, is not kept for the rest of the day.
    if (web && error instanceof ProblemsError) for (const { file } of error.problems) web.store.forget(file);
    throw error;
  }
}

/** What tells the encoding of a text, beside its letters: the language of its courses, and the names of its columns. */
function hintsOf(language: string | undefined): EncodingHints {
  const headingsOf = (start: string) => (start.split(/\r?\n/u, 1)[0] ?? '').split(/[,;\t|]/u);
  const known = tagOfName(language ?? '');
  return {
    languageOf: (start) => known ?? languageOfHeadings(headingsOf(start)),
    headingsIn: (start) => headingsOf(start).filter(isHeading).length,
  };
}

/** Offers the columns that are not used as custom fields, once nothing else is asked about them. */
function offerFields(mapped: MappedRows, notes: Notes): void {
  const named = unusedContents(mapped).filter(({ column }) => column.length <= maxColumnName);
  const offered = named.slice(0, maxCustomFields);
  const namesOf = (contents: typeof offered) => contents.map(({ column }) => column);
  if (offered.length > 0 && notes.questions.every(({ prefix }) => prefix === undefined))
    notes.ask(fieldsQuestion(namesOf(offered), namesOf(offered.filter(({ repeats }) => repeats))));
}

function withoutMap(input: string, { questions }: Notes): OpenQuestions {
  return { input, questions, map: '', columns: '' };
}
