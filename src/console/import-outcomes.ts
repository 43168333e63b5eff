// What became of the imports of a command: on the terminal, as JSON, and in the file of `--report`.
import { join } from 'node:path';
import { configFile } from '../options/configuration.ts';
import { ProblemsError } from '../problems.ts';
import { count } from '../text/number-format.ts';
import { problemData } from '../text/messages.ts';
import type { ImportOutcome } from './import-markdown.ts';
import type { ImportRun } from './import-one.ts';
import { nextCommandData, nextCommandLines, printJson, reportProblems, say, type Session } from './session.ts';

/** Throws a ProblemsError if the report cannot be written, or would replace the catalog or what the imports are made from. */
export async function requireReport(runs: readonly ImportRun[], { io, options }: Session): Promise<void> {
  const { sideFileProblems } = await import('../storage/side-files.ts');
  const inputs = [...runs.flatMap((run) => run.inputs), join(io.cwd(), configFile)];
  const reports = options.report === undefined ? [] : [options.report];
  const problems = sideFileProblems(reports, { folders: [options.data], inputs }, reportRefusal);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** Reports what became of the imports, in the report and as JSON, and the problems of those that failed. */
export async function reportOutcomes(
  outcomes: readonly ImportOutcome[],
  session: Session,
  isMany: boolean,
  isInterrupted: boolean,
) {
  const { io, options } = session;
  const { importReport } = await import('../import/report.ts');
  const imports = outcomes.map((outcome) =>
    'error' in outcome
      ? {
          ok: false,
          name: outcome.name,
          problems: outcome.error.problems.map(problemData),
          ...nextCommandData(outcome.error),
        }
      : importReport(outcome.result),
  );
  const failed = outcomes.filter((outcome) => 'error' in outcome);
  const ok = failed.length === 0 && !isInterrupted;
  const data = isMany ? { ok, imports } : (imports[0] ?? {});
  const unwritten = options.report === undefined ? [] : await writeReport(options.report, data, outcomes, session);
  const problems = [...failed.flatMap(({ error }) => error.problems), ...unwritten];
  if (problems.length === 0) {
    if (options.json) printJson(io, data);
    return true;
  }
  const mayHaveChanged = failed.some(({ error }) => error.mayHaveChanged);
  if (!isMany && failed.length > 0) throw new ProblemsError(problems, mayHaveChanged, failed[0]?.error.nextCommand);
  const done = options.dryRun ? '' : `; the ${isMany ? 'imports themselves are' : 'import itself is'} done`;
  const after = `; ${failed.length} of ${count(outcomes.length, 'import')} failed${mayHaveChanged ? '' : ' and changed nothing'}`;
  reportProblems(problems, session, failed.length === 0 ? done : after, isMany ? { imports } : {});
  say(io, ...failed.flatMap(({ error }) => nextCommandLines(error)));
  return false;
}

/** Writes the report of imports: as JSON, or for people if it is a file of Markdown. Returns why it cannot. */
async function writeReport(file: string, data: object, outcomes: readonly ImportOutcome[], session: Session) {
  const { writeSideFiles } = await import('../storage/side-files.ts');
  const { importsMarkdown } = await import('./import-markdown.ts');
  const isMarkdown = /\.md$/iu.test(file);
  const text = isMarkdown ? importsMarkdown(outcomes, session) : `${JSON.stringify(data, undefined, 2)}\n`;
  return writeSideFiles([[file, [text]]], reportRefusal);
}

/** What imports had changed before a later one was interrupted. */
export function changedBy(outcomes: readonly ImportOutcome[]): string | undefined {
  const isChanged = (outcome: ImportOutcome) =>
    'error' in outcome ? outcome.error.mayHaveChanged : outcome.result.hasWritten;
  const names = outcomes.filter(isChanged).map(({ name }) => name);
  return names.length === 0 ? undefined : `imported before that: ${names.join(', ')}; nothing else was changed`;
}

const reportRefusal = {
  rule: 'import-write',
  remedy: 'name a writable file outside the source folder that the import does not read',
} as const;
