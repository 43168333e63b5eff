// One import with the options of a session: its progress, and what is said of its result.
import type { EarlierOptions } from './actions/import.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import type { Question } from '../import/questions.ts';
import type { SiteNames } from './init/project.ts';
import { localeTags } from '../text/locales/tags.ts';
import { positiveFlagOf } from '../options/option-table.ts';
import { shellWord } from '../text/shell.ts';
import { dim } from '../text/terminal.ts';
import { print, reportWarnings, say, terminalOf, withProgress, type Session } from './session.ts';

/** One import of a command. */
export interface ImportRun {
  readonly name: string;
  readonly input: string;
  /** The files that it reads. */
  readonly inputs: readonly string[];
  /** The file that may answer its questions; undefined if only options do. */
  readonly answersFile?: string;
  /** Its options, and the session in which it runs. Throws a ProblemsError if an answer cannot be used. */
  readonly prepare: () => Promise<{ readonly importOptions: ImportOptions; readonly session: Session }>;
}

/** Imports one source, and reports it; asks what it cannot decide, and passes on what it would ask. */
export async function importOne(
  importOptions: ImportOptions,
  session: Session,
  command: 'import' | 'init' = 'import',
  onQuestions: (questions: readonly Question[]) => void = () => {},
) {
  const { io, options, signal, version } = session;
  const { importCatalog } = await import('../import/import.ts');
  const { importLines } = await import('../import/report.ts');
  const { importAsking } = await import('./import-questions.ts');
  const asking = options.again ? { ...session, argument: importOptions.name } : session;
  const isAsking = terminalOf(session) !== undefined;
  const result = await importAsking(importOptions, asking, command, async (answered, offersFields) => {
    const outcome = await withProgress(session, (onProgress) =>
      importCatalog(answered, { onProgress, signal, version, isAsking, offersFields, env: io.env }),
    );
    onQuestions('questions' in outcome ? outcome.questions : []);
    return outcome;
  });
  reportWarnings(result.warnings, session);
  if (options.json || options.quiet) return result;
  const lines = importLines(result, options.data, options.dryRun);
  // `init` says itself what it wrote, and what comes next.
  say(io, ...(command === 'init' ? lines.slice(0, -1) : lines));
  if (options.dryRun && result.format === 'table') print(io, ...result.map.trimEnd().split('\n'));
  return result;
}

/** The names that a list gives the site. */
export function siteNamesIn({ site: { title, language }, fields }: ImportResult): SiteNames {
  const hasFields = Object.keys(fields).length > 0;
  return { title, locale: localeTags.find((tag) => tag === language), ...(hasFields && { fields }) };
}

/** The options of the import of an input, with the answers to an earlier one, which are shown. */
export async function importOptionsWithAnswers(input: string, session: Session): Promise<ImportOptions> {
  const actions = await import('./actions/import.ts');
  const { importOptions, earlier } = actions.importOptionsFor(input, session);
  if (earlier) showAnswers(earlier, session);
  return importOptions;
}

/** Shows what is taken from an earlier import. */
export function showAnswers({ answers }: EarlierOptions, { io, options }: Session): void {
  if (answers.length === 0 || options.json || options.quiet) return;
  const shown = answers.map(([name, answer]) => `${positiveFlagOf(name)} ${shellWord(answer)}`).join(' ');
  say(io, dim(`as answered before: ${shown} (give an option again for another answer)`));
}
