// What became of the imports of a command: on the terminal, as JSON, and in the file of `--report`.
import { ProblemsError } from '../text/problems.ts';
import { count } from '../text/number-format.ts';
import { problemData } from '../text/messages.ts';
import type { ImportOutcome } from './import-markdown.ts';
import { writeReport } from './report-file.ts';
import { nextCommandData, nextCommandLines, printJson, reportProblems, say, type Session } from './session.ts';

/** Reports what became of the imports, in the report and as JSON, and the problems of those that failed. */
export async function reportOutcomes(
  outcomes: readonly ImportOutcome[],
  session: Session,
  isMany: boolean,
  isInterrupted: boolean,
) {
  const { io, options } = session;
  const { importReport } = await import('../import/report.ts');
  const { importsMarkdown } = await import('./import-markdown.ts');
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
  const unwritten = await writeReport('import-write', data, () => importsMarkdown(outcomes, session), session);
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

/** What imports had changed before a later one was interrupted. */
export function changedBy(outcomes: readonly ImportOutcome[]): string | undefined {
  const isChanged = (outcome: ImportOutcome) =>
    'error' in outcome ? outcome.error.mayHaveChanged : outcome.result.hasWritten;
  const names = outcomes.filter(isChanged).map(({ name }) => name);
  return names.length === 0 ? undefined : `imported before that: ${names.join(', ')}; nothing else was changed`;
}
