// The command `import`: brings the courses of a spreadsheet, a service or a platform into a catalog.
import { UsageError } from '../../text/errors.ts';
import type { ImportOutcome } from '../import-markdown.ts';
import { importOne, importOptionsWithAnswers, showAnswers, siteNamesIn, type ImportRun } from '../import-one.ts';
import { changedBy, reportOutcomes } from '../import-outcomes.ts';
import { requireReport } from '../report-file.ts';
import { Interrupted, say, type Session } from '../session.ts';
import type { ImportOptions, ImportResult } from '../../import/import.ts';
import { repeatedOptions, type Question } from '../../import/questions.ts';
import { configFile } from '../../options/configuration.ts';
import { errorAt, ProblemsError } from '../../text/problems.ts';
import type { CommandRow } from './command.ts';

export const importCommand: CommandRow = {
  name: 'import',
  description: 'bring the courses of a spreadsheet or another published catalog into the source folder',
  argument: {
    name: 'url-or-file',
    description: 'what to import, a folder for every list in it; with --again, the name of an earlier import',
  },
  shownOptions: [
    'data',
    'map',
    'provider',
    'language',
    'defaultDate',
    'skipMissing',
    'dryRun',
    'prune',
    'again',
    'quiet',
  ],
  examples: {
    'Show what an import of a spreadsheet would do, and save the map of its columns': 'courses.csv --dry-run > map.txt',
    'Import it with the map as you edited it': 'courses.csv --map map.txt',
    'Repeat all imports': '--again',
    'Import every list in a folder, and write what is left to answer': 'lists --prune --report lists.md',
  },
  run: importSources,
  afterProblems: '; this import changed nothing',
};

async function importSources(session: Session): Promise<boolean> {
  const { options, argument } = session;
  const { isFolder, listImports } = await import('../list-folder.ts');
  const isFolderOfLists = !options.again && argument !== undefined && isFolder(argument);
  const runs = isFolderOfLists ? await listImports(argument, session) : await runsOf(session);
  await requireReport(
    'import-write',
    runs.flatMap(({ inputs }) => inputs),
    session,
  );
  return isFolderOfLists && !options.dryRun
    ? runInPlaceOfSample(runs, session)
    : runAll(runs, session, options.again || isFolderOfLists);
}

/** Runs the imports of lists. The sample, if nobody has edited it, makes room for the first courses. */
async function runInPlaceOfSample(runs: readonly ImportRun[], session: Session): Promise<boolean> {
  const { removeSample } = await import('../init/sample.ts');
  const restoreSample = removeSample(session.options.data);
  const done: ImportResult[] = [];
  try {
    return await runAll(runs, session, true, (result) => done.push(result));
  } finally {
    const [first] = done;
    if (restoreSample() && first) await beginSite(first, session);
  }
}

/** The first courses in place of the sample: the site gets their title and language. */
async function beginSite(result: ImportResult, { io, options }: Session): Promise<void> {
  const { completeConfiguration } = await import('../init/existing-project.ts');
  const isNamed = completeConfiguration(io.cwd(), siteNamesIn(result));
  const named = isNamed ? `; ${configFile} has the title or the language of the list` : '';
  if (!options.quiet) say(io, `removed the sample courses, which nobody had edited${named}`);
}

/** Runs imports one after another, and reports them; if they are many, none of them ends the others. */
async function runAll(
  runs: readonly ImportRun[],
  session: Session,
  isMany: boolean,
  onResult: (result: ImportResult) => void = () => {},
): Promise<boolean> {
  const outcomes: ImportOutcome[] = [];
  let interrupted: Interrupted | undefined;
  for (const run of runs) {
    let questions: readonly Question[] = [];
    try {
      const prepared = await run.prepare();
      const keep = (open: readonly Question[]) => void (questions = open);
      const result = await importOne(prepared.importOptions, prepared.session, 'import', keep);
      outcomes.push({ ...run, result });
      onResult(result);
    } catch (error) {
      if (error instanceof ProblemsError) outcomes.push({ ...run, error, questions });
      else if (error instanceof UsageError && isMany) outcomes.push({ ...run, error: unusable(run, error), questions });
      else if (error instanceof Interrupted && outcomes.length > 0) {
        interrupted = error;
        break;
      } else throw error;
    }
  }
  const isOk = await reportOutcomes(outcomes, session, isMany, interrupted !== undefined);
  if (interrupted) throw new Interrupted(interrupted.signal, changedBy(outcomes));
  return isOk;
}

/** What an import remembers, or what answers it, may be no value of an option any more. */
function unusable({ input }: ImportRun, { reasons }: UsageError): ProblemsError {
  return errorAt(input, {
    rule: 'import-answers',
    finding: `cannot be imported with its answers: ${reasons.join('; ')}`,
  });
}

/** The imports to run: the one that was typed, or earlier ones. */
async function runsOf(session: Session): Promise<ImportRun[]> {
  return (await optionsOfRuns(session)).map((importOptions) => {
    const { name, input, map } = importOptions;
    const inputs = [input, ...(map === undefined ? [] : [map])];
    return { name, input, inputs, prepare: async () => ({ importOptions, session }) };
  });
}

async function optionsOfRuns(session: Session): Promise<ImportOptions[]> {
  const { argument, options } = session;
  if (!options.again) {
    if (argument === undefined)
      throw new UsageError('import needs a file or an address: npx --no static-course-catalog import courses.csv');
    return [await importOptionsWithAnswers(argument, session)];
  }
  const { earlierOptions } = await import('../actions/import.ts');
  const { importNames, readLedger } = await import('../../storage/ledger.ts');
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
    showAnswers(earlier, session);
    return { ...options, ...earlier.options, input: ledger.input, name };
  });
}
