// An import in this process, with the command's own defaults for other options, and its result.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat, formats } from '../../src/import/formats/formats.ts';
import { importCatalog, type ImportOptions, type ImportResult } from '../../src/import/import.ts';
import { Decoder } from '../../src/import/input/decoder.ts';
import { openFile } from '../../src/import/input/open-input.ts';
import { probeResource } from '../../src/import/input/probe.ts';
import { Notes } from '../../src/import/notes.ts';
import { unanswered, type OpenQuestions } from '../../src/import/questions.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { writeFiles } from '../helpers/folders.ts';
import { answerLimit } from '../helpers/limits.ts';
import { serving } from './served.ts';
import { pageFields } from '../../src/catalog/fields.ts';

export type Chosen = Partial<ImportOptions>;

const defaults: Omit<ImportOptions, 'input' | 'data'> = {
  name: 'list',
  format: undefined,
  map: undefined,
  provider: undefined,
  language: undefined,
  dateOrder: undefined,
  encoding: undefined,
  sheet: undefined,
  headings: undefined,
  header: [],
  defaultDate: '2020-01-01',
  skipMissing: [],
  timeout: answerLimit,
  retries: 0,
  dryRun: false,
  prune: false,
  matchTitles: false,
  maxRemoved: undefined,
  pageSize: 25,
  fields: pageFields,
  threads: 1,
};

/** Imports a file or an address into a folder, where nobody can be asked. */
export async function runImport(
  source: string,
  data: string,
  chosen: Chosen = {},
  signal = new AbortController().signal,
  env: Readonly<Record<string, string>> = {},
): Promise<ImportResult> {
  const io = { onProgress: () => {}, signal, version: '0.0.0', env };
  const outcome = await importCatalog({ ...defaults, input: source, data, ...chosen }, io);
  if ('questions' in outcome) throw unanswered(outcome);
  return outcome;
}

/** What the import of a text asks somebody at a terminal. */
export async function questionsOf(
  folder: string,
  text: string | Uint8Array,
  chosen: Chosen = {},
  offersFields = false,
): Promise<OpenQuestions> {
  writeFiles(folder, { 'list.csv': text });
  const [source, data] = [join(folder, 'list.csv'), join(folder, 'data')];
  const io = {
    onProgress: () => {},
    signal: new AbortController().signal,
    version: '0.0.0',
    isAsking: true,
    offersFields,
  };
  const outcome = await importCatalog({ ...defaults, defaultDate: undefined, input: source, data, ...chosen }, io);
  if (!('questions' in outcome)) throw new Error('nothing was asked');
  return outcome;
}

/** Finds the format of a file, and returns what reads it. */
export async function readerOf(path: string, signal: AbortSignal): Promise<() => Promise<unknown>> {
  const notes = new Notes();
  const decoder = new Decoder(undefined, notes);
  const given = { map: undefined, sheet: undefined, web: undefined, fields: pageFields, onProgress: () => {} };
  const context = { ...given, notes, decoder, signal };
  const probe = probeResource(openFile(path), decoder);
  const { name } = await detectFormat(probe, undefined, context);
  return async () => formats[name].read(probe, context);
}

/** Writes a file and imports it into `data` beside it. */
export function importText(
  folder: string,
  file: string,
  text: string | Uint8Array,
  chosen: Chosen = {},
  signal?: AbortSignal,
): Promise<ImportResult> {
  writeFiles(folder, { [file]: text });
  return runImport(join(folder, file), join(folder, 'data'), chosen, signal);
}

/** Serves files, whose texts may name the address of the host as BASE, and imports one of them. */
export async function importServed(
  folder: string,
  files: Record<string, string | Uint8Array>,
  path: string,
  chosen: Chosen = {},
  onServed: (base: string) => void = () => {},
): Promise<{ base: string; log: string[]; result: ImportResult }> {
  const site = join(folder, 'site');
  return serving(site, async ({ base, log }) => {
    onServed(base);
    const texts = Object.entries(files).map(([name, text]) => [
      name,
      typeof text === 'string' ? text.replaceAll('BASE', base) : text,
    ]);
    writeFiles(site, Object.fromEntries(texts));
    return { base, log, result: await runImport(`${base}/${path}`, join(folder, 'data'), chosen) };
  });
}

/** The problems that end an import, as `rule: finding`. */
export async function problemsOf(importing: Promise<unknown>): Promise<string[]> {
  const error: unknown = await importing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemsError)) throw error ?? new Error('the import succeeded');
  return error.problems.map(({ rule, finding }) => `${rule}: ${finding}`);
}

/** The records of an NDJSON file. */
export function recordsIn(folder: string, path = 'courses/list.ndjson'): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, 'data', path), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

/** The notes, as `2 no title`. */
export function notesOf({ skipped, guessed }: ImportResult): string[] {
  return [...skipped, ...guessed].map(({ reason, count }) => `${count} ${reason.replace(/\d{4}-\d\d-\d\d/u, 'DAY')}`);
}
