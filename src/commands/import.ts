// The command `import`: brings the courses of a spreadsheet, a service or a platform into a catalog.
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { importOne, earlierOptions, importOptionsFor } from '../console/import-one.ts';
import {
  nextCommandData,
  nextCommandLines,
  Interrupted,
  printJson,
  reportProblems,
  say,
  type Session,
} from '../console/session.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import { repeatedOptions } from '../import/questions.ts';
import { configFile } from '../options/configuration.ts';
import { ProblemsError } from '../problems.ts';
import { count } from '../text/number-format.ts';
import { problemData } from '../text/messages.ts';
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

type ImportOutcome = ImportResult | { readonly name: string; readonly error: ProblemsError };

async function runImport(session: Session): Promise<boolean> {
  const { io, options } = session;
  const runs = await runsOf(session);
  const { sideFileProblems } = await import('../storage/side-files.ts');
  // A report must replace neither the catalog nor what the imports are made from.
  const sources = runs.flatMap(({ source, map }) => [source, ...(map === undefined ? [] : [map])]);
  const inputs = [...sources, join(io.cwd(), configFile)];
  const reports = options.report === undefined ? [] : [options.report];
  const problems = sideFileProblems(reports, { folders: [options.data], inputs }, reportRefusal);
  if (problems.length > 0) throw new ProblemsError(problems);
  const outcomes: ImportOutcome[] = [];
  let interrupted: Interrupted | undefined;
  for (const importOptions of runs) {
    try {
      outcomes.push(await importOne(importOptions, session));
    } catch (error) {
      if (error instanceof ProblemsError) outcomes.push({ name: importOptions.name, error });
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

/** Reports what became of the imports, in the report and as JSON, and the problems of those that failed. */
async function reportOutcomes(outcomes: readonly ImportOutcome[], session: Session, isInterrupted: boolean) {
  const { io, options } = session;
  const { importData } = await import('../import/report.ts');
  const { writeSideFiles } = await import('../storage/side-files.ts');
  const imports = outcomes.map((outcome) =>
    'error' in outcome
      ? {
          ok: false,
          name: outcome.name,
          problems: outcome.error.problems.map(problemData),
          ...nextCommandData(outcome.error),
        }
      : importData(outcome),
  );
  const failed = outcomes.filter((outcome) => 'error' in outcome);
  const ok = failed.length === 0 && !isInterrupted;
  const data = options.again ? { ok, imports } : (imports[0] ?? {});
  const unwritten =
    options.report === undefined
      ? []
      : writeSideFiles([[options.report, [`${JSON.stringify(data, undefined, 2)}\n`]]], reportRefusal);
  const problems = [...failed.flatMap(({ error }) => error.problems), ...unwritten];
  if (problems.length === 0) {
    if (options.json) printJson(io, data);
    return true;
  }
  const mayHaveChanged = failed.some(({ error }) => error.mayHaveChanged);
  if (!options.again && failed.length > 0)
    throw new ProblemsError(problems, mayHaveChanged, failed[0]?.error.nextCommand);
  const done = options.dryRun ? '' : `; the ${options.again ? 'imports themselves are' : 'import itself is'} done`;
  const after = `; ${failed.length} of ${count(outcomes.length, 'import')} failed${mayHaveChanged ? '' : ' and changed nothing'}`;
  reportProblems(problems, session, failed.length === 0 ? done : after, options.again ? { imports } : {});
  say(io, ...failed.flatMap(({ error }) => nextCommandLines(error)));
  return false;
}

/** What imports had changed before a later one was interrupted. */
function changedBy(outcomes: readonly ImportOutcome[]): string | undefined {
  const isChanged = (outcome: ImportOutcome) =>
    'error' in outcome ? outcome.error.mayHaveChanged : outcome.hasWritten;
  const names = outcomes.filter(isChanged).map(({ name }) => name);
  return names.length === 0 ? undefined : `imported before that: ${names.join(', ')}; nothing else was changed`;
}

/** The options of each import to run: the one that was typed, or those of earlier ones. */
async function runsOf(session: Session): Promise<ImportOptions[]> {
  const { argument, options } = session;
  if (!options.again) {
    if (argument === undefined)
      throw new UsageError('import needs a file or an address: npx course-catalog import courses.csv');
    return [await importOptionsFor(argument, session)];
  }
  const { importNames, readLedger } = await import('../import/write/ledger.ts');
  const names = argument === undefined ? importNames(options.data) : [argument];
  if (names.length === 0) throw new UsageError(`--again: nothing was imported into ${options.data} yet`);
  return names.map((name) => {
    const ledger = readLedger(options.data, name);
    if (ledger === undefined) {
      throw new UsageError(
        `--again: there is no import "${name}" in ${options.data}; there are ${importNames(options.data).join(', ') || 'none'}`,
      );
    }
    const earlier = earlierOptions(ledger, repeatedOptions, session);
    return { ...options, ...earlier, source: ledger.source, name };
  });
}

const reportRefusal = {
  rule: 'import-write',
  remedy: 'name a writable file outside the source folder that the import does not read',
} as const;
