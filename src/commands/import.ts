// The command `import`: brings the courses of a spreadsheet, a service or a platform into a catalog.
import { basename, extname, join } from 'node:path';
import { count } from '../text/format.ts';
import { configFile, resolveSettings } from '../options/configuration.ts';
import { problemData } from '../text/messages.ts';
import { reservedName } from '../paths.ts';
import { ProblemsError } from '../problems.ts';
import {
  goOnData,
  goOnLines,
  Interrupted,
  print,
  printJson,
  reportProblems,
  reportWarnings,
  say,
  terminalOf,
  withProgress,
  type Session,
} from '../console/session.ts';
import { UsageError } from '../options/parse.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import type { Ledger } from '../import/ledger.ts';
import { answerOptions, repeatedOptions } from '../import/questions.ts';
import type { Settings } from '../options/settings.ts';
import type { CommandRow } from './command.ts';

export const importCommand: CommandRow = {
  name: 'import',
  description: 'bring the courses of a spreadsheet or another published catalog into the source folder',
  argument: { name: 'url-or-file', description: 'what to import; with --again, the name of an earlier import' },
  examples: {
    'Show what an import of a spreadsheet would do, and save the map of its columns': 'courses.csv --dry-run > map.txt',
    'Import it with the map as you edited it': 'courses.csv --map map.txt',
    'Repeat all imports': '--again',
  },
  run: runImport,
  afterProblems: '; this import changed nothing',
};

type Outcome = ImportResult | { readonly name: string; readonly error: ProblemsError };

async function runImport(session: Session): Promise<boolean> {
  const { io, settings } = session;
  const runs = await runsOf(session);
  const { sideFileProblems } = await import('../storage/side-files.ts');
  // A report must replace neither the catalog nor what the imports are made from.
  const sources = runs.flatMap(({ source, map }) => [source, ...(map === undefined ? [] : [map])]);
  const inputs = [...sources, join(io.cwd(), configFile)];
  const reports = settings.report === undefined ? [] : [settings.report];
  const problems = sideFileProblems(reports, { folders: [settings.data], inputs }, ofReport);
  if (problems.length > 0) throw new ProblemsError(problems);
  const outcomes: Outcome[] = [];
  let interrupted: Interrupted | undefined;
  for (const options of runs) {
    try {
      outcomes.push(await importOne(options, session));
    } catch (error) {
      if (error instanceof ProblemsError) outcomes.push({ name: options.name, error });
      else if (error instanceof Interrupted && outcomes.length > 0) {
        interrupted = error;
        break;
      } else throw error;
    }
  }
  const isOk = await reportOutcomes(outcomes, session, interrupted !== undefined);
  if (interrupted) throw new Interrupted(interrupted.signal, changedBy(outcomes));
  return isOk;
}

/** Imports one source, and reports it; asks what it cannot decide. */
export async function importOne(options: ImportOptions, session: Session, command: 'import' | 'init' = 'import') {
  const { io, settings, signal, version } = session;
  const { importCatalog } = await import('../import/import.ts');
  const { importLines } = await import('../import/report.ts');
  const { importAsking } = await import('../console/import-questions.ts');
  const asking = settings.again ? { ...session, argument: options.name } : session;
  const result = await importAsking(options, asking, command, (answered) =>
    withProgress(session, (onProgress) =>
      importCatalog(answered, { onProgress, signal, version, isAsking: terminalOf(session) !== undefined }),
    ),
  );
  reportWarnings(result.warnings, session);
  if (settings.json || settings.quiet) return result;
  const lines = importLines(result, settings.data, settings.dryRun);
  // `init` says itself what it wrote, and what comes next.
  say(io, ...(command === 'init' ? lines.slice(0, -1) : lines));
  if (settings.dryRun && result.format === 'table') print(io, ...result.map.trimEnd().split('\n'));
  return result;
}

/** Reports what became of the imports, in the report and as JSON, and the problems of those that failed. */
async function reportOutcomes(outcomes: readonly Outcome[], session: Session, isInterrupted: boolean) {
  const { io, settings } = session;
  const { importData } = await import('../import/report.ts');
  const { writeSideFiles } = await import('../storage/side-files.ts');
  const imports = outcomes.map((outcome) =>
    'error' in outcome
      ? { ok: false, name: outcome.name, problems: outcome.error.problems.map(problemData), ...goOnData(outcome.error) }
      : importData(outcome),
  );
  const failed = outcomes.filter((outcome) => 'error' in outcome);
  const ok = failed.length === 0 && !isInterrupted;
  const data = settings.again ? { ok, imports } : (imports[0] ?? {});
  const unwritten =
    settings.report === undefined
      ? []
      : writeSideFiles([[settings.report, [`${JSON.stringify(data, undefined, 2)}\n`]]], ofReport);
  const problems = [...failed.flatMap(({ error }) => error.problems), ...unwritten];
  if (problems.length === 0) {
    if (settings.json) printJson(io, data);
    return true;
  }
  const hasBegun = failed.some(({ error }) => error.hasBegun);
  if (!settings.again && failed.length > 0) throw new ProblemsError(problems, hasBegun, failed[0]?.error.goOn);
  const done = settings.dryRun ? '' : `; the ${settings.again ? 'imports themselves are' : 'import itself is'} done`;
  const after = `; ${failed.length} of ${count(outcomes.length, 'import')} failed${hasBegun ? '' : ' and changed nothing'}`;
  reportProblems(problems, session, failed.length === 0 ? done : after, settings.again ? { imports } : {});
  if (!settings.json) say(io, ...failed.flatMap(({ error }) => goOnLines(error)));
  return false;
}

/** What imports had changed before a later one was interrupted. */
function changedBy(outcomes: readonly Outcome[]): string | undefined {
  const isChanged = (outcome: Outcome) => ('error' in outcome ? outcome.error.hasBegun : outcome.hasWritten);
  const names = outcomes.filter(isChanged).map(({ name }) => name);
  return names.length === 0 ? undefined : `imported before that: ${names.join(', ')}; nothing else was changed`;
}

/** The options of each import to run: the one that was typed, or those of earlier ones. */
async function runsOf(session: Session): Promise<ImportOptions[]> {
  const { argument, settings } = session;
  if (!settings.again) {
    if (argument === undefined)
      throw new UsageError(['import needs a file or an address: npx course-catalog import courses.csv']);
    return [await optionsFor(argument, session)];
  }
  const { importNames, readLedger } = await import('../import/ledger.ts');
  const names = argument === undefined ? importNames(settings.data) : [argument];
  if (names.length === 0) throw new UsageError([`--again: nothing was imported into ${settings.data} yet`]);
  return names.map((name) => {
    const ledger = readLedger(settings.data, name);
    if (ledger === undefined) {
      throw new UsageError([
        `--again: there is no import "${name}" in ${settings.data}; there are ${importNames(settings.data).join(', ') || 'none'}`,
      ]);
    }
    const kept = keptOptions(ledger, repeatedOptions, session);
    return { ...settings, ...kept, source: ledger.source, name };
  });
}

/** The options of the import of a source, with the answers to an earlier one. */
export async function optionsFor(source: string, session: Session): Promise<ImportOptions> {
  const { readLedger } = await import('../import/ledger.ts');
  const { settings } = session;
  const name = settings.name ?? importNameFor(source);
  const ledger = readLedger(settings.data, name);
  // Answers alone, to an import that was never completed, tie nothing to their source.
  const overwrite = settings.overwrite || (ledger !== undefined && Object.keys(ledger.files).length === 0);
  const kept = ledger && keptOptions(ledger, answerOptions, session);
  return { ...settings, ...kept, source, name, overwrite, isNameFound: settings.name === undefined };
}

/** The options of an earlier import that are not given now. */
function keptOptions({ options }: Ledger, names: readonly (keyof Settings)[], { given }: Session): Partial<Settings> {
  const { settings: before } = resolveSettings({ flags: options, environment: {}, config: undefined });
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [] : [[name, before[name]]])));
}

/** The host of an address, or the name of a file without its ending. */
function importNameFor(source: string): string {
  const name =
    /^https?:/iu.test(source) && URL.canParse(source) ? new URL(source).hostname : basename(source, extname(source));
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/gu, '')
    .slice(0, 90);
  return reservedName.test(plain) ? `import-${plain}` : plain || 'import';
}

const ofReport = {
  rule: 'import-write',
  remedy: 'name a writable file outside the source folder that the import does not read',
} as const;
