// An import: its name, the options that an earlier import of the input stored, and where problems with them are reported.
import { basename, extname } from 'node:path';
import type { ImportOptions } from '../../import/import.ts';
import { answerOptions, unanswered, type AnswerOption } from '../../import/questions.ts';
import { ledgerPath, readLedger, type Ledger } from '../../storage/ledger.ts';
import { resolveOptions, type ResolvedOptions } from '../../options/configuration.ts';
import { flagOf, type Options } from '../../options/option-table.ts';
import { editedName, reservedName } from '../../paths.ts';
import { ProblemsError, type Problem } from '../../text/problems.ts';
import type { Failure, ImportQuestion, ImportReport } from '../../results.ts';
import { failureReport, type Action } from './action.ts';

/** Imports an input where nobody can be asked. */
export async function importUnasked(input: string, action: Action): Promise<ImportReport | Failure> {
  const { importCatalog } = await import('../../import/import.ts');
  const { importReport } = await import('../../import/report.ts');
  const { importOptions } = importOptionsFor(input, action);
  let questions: readonly ImportQuestion[] | undefined;
  try {
    const outcome = await importCatalog(importOptions, action);
    if (!('questions' in outcome)) return importReport(outcome);
    questions = outcome.questions.map(({ option, text, choices, labels, suggestion, prefix, skipValue }) => {
      return { option, text, choices, labels, suggestion, prefix, skipValue };
    });
    throw unanswered(outcome);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const problems = withLedgerAsFile(error.problems, importOptions, action.origins);
    return { ...failureReport({ problems, mayHaveChanged: error.mayHaveChanged }), ...(questions && { questions }) };
  }
}

/** The options of an earlier import that are not given now. */
export interface EarlierOptions {
  readonly options: Partial<Options>;
  /** Those of them that answer questions, as texts. */
  readonly answers: readonly (readonly [AnswerOption, string])[];
}

/** The options of the import of an input, with the answers to an earlier one. */
export function importOptionsFor(input: string, resolved: ResolvedOptions) {
  const { options } = resolved;
  const name = options.name ?? importNameFor(input);
  const ledger = readLedger(options.data, name);
  const earlier = ledger && earlierOptions(ledger, answerOptions, resolved);
  const isNameDerived = options.name === undefined;
  return { importOptions: { ...options, ...earlier?.options, input, name, isNameDerived }, earlier };
}

/** The options of an earlier import that are not given now. */
export function earlierOptions(
  { options: kept }: Ledger,
  names: readonly (keyof Options)[],
  { origins }: Pick<ResolvedOptions, 'origins'>,
): EarlierOptions {
  const { options: earlier } = resolveOptions({ flags: kept, environment: {}, config: undefined });
  const repeated = names.filter((name) => !origins.has(name));
  const answered = answerOptions.filter((name) => repeated.includes(name));
  return {
    options: Object.fromEntries(repeated.map((name) => [name, earlier[name]])),
    answers: answered.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]] as const])),
  };
}

/** The problems of an import. A problem with an answer to an earlier import is located in the file that keeps the answer. */
export function withLedgerAsFile(
  problems: readonly Problem[],
  options: ImportOptions,
  origins: ResolvedOptions['origins'],
): readonly Problem[] {
  const earlier = answerOptions.filter((name) => options[name] !== undefined && !origins.has(name)).map(flagOf);
  const file = ledgerPath(options.data, options.name);
  return problems.map((problem) => {
    if (!earlier.some((option) => option === problem.file)) return problem;
    const finding = `an answer that was kept no longer fits: ${problem.finding}`;
    return { ...problem, file, finding, remedy: `${problem.remedy}; or give another ${problem.file}` };
  });
}

/** The host of an address, or the name of a file without its ending. */
export function importNameFor(input: string): string {
  const name =
    /^https?:/iu.test(input) && URL.canParse(input) ? new URL(input).hostname : basename(input, extname(input));
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/gu, '')
    .slice(0, 90);
  return reservedName.test(plain) || editedName.test(plain) ? `import-${plain}` : plain || 'import';
}
