// Questions: what an import cannot decide and only the user may. They are asked all at once.
import type { MissingValue } from '../options/option-table.ts';
import { fileProblem, ProblemsError, type Problem } from '../problems.ts';

/** Options of `import` whose values are answers. They are kept for every later import. */
export const answerOptions = [
  'encoding',
  'sheet',
  'map',
  'provider',
  'language',
  'dates',
  'undated',
  'leaveOut',
  'languageNames',
] as const;
export type AnswerOption = (typeof answerOptions)[number];
export type AskedOption = AnswerOption | 'facts';
/** Every option that a later import of the source repeats. */
export const repeatedOptions = [...answerOptions, 'from', 'rate', 'maxRequests'] as const;

/** A question, and the problem reported instead when not interactive. */
export interface Question extends Pick<Problem, 'rule' | 'finding' | 'remedy'> {
  /** Where the problem is, if not in the source. */
  readonly file?: string;
  /** The option of `import` that answers it. Facts are kept in the configuration file. */
  readonly option: AskedOption;
  /** One sentence that ends with a question mark: what was found, and what is wanted. */
  readonly text: string;
  /** Answers to choose from; without them any text may be typed. */
  readonly choices?: readonly string[];
  /** How choices that say little by themselves are shown. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly suggestion?: string | undefined;
  /** Reads what is typed; a fault says what to type. Without it the option reads it. */
  readonly read?: (typed: string) => { readonly value: string } | { readonly fault: string };
  /** The records that lack this value are left out if nothing is typed. */
  readonly leavesOut?: MissingValue;
  /** Whether the import needs no answer: nothing is reported if nobody can be asked. */
  readonly isOptional?: boolean;
  /** What stands before the answer in the value of the option: `title=` for a column in `--map`. */
  readonly prefix?: string;
}

/** What an import needs to know before it can write anything. */
export interface OpenQuestions {
  readonly source: string;
  readonly questions: readonly Question[];
  /** The map of the columns, as a file to edit; empty where none could be read. */
  readonly map: string;
  /** The same in words. */
  readonly columns: string;
}

/** Open questions as problems, where nobody can be asked. */
export function unanswered({ source, questions }: Pick<OpenQuestions, 'source' | 'questions'>): ProblemsError {
  const problems = questions.map(({ file = source, rule, finding, remedy, suggestion }) =>
    fileProblem(file, { rule, finding, remedy, ...(suggestion && { suggestion }) }),
  );
  return new ProblemsError(problems);
}
