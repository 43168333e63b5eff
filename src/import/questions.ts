// Questions: what an import cannot decide and only the user may. They are asked all at once.
import type { MissingValue } from '../options/option-table.ts';
import { fileProblem, ProblemsError, type Problem } from '../text/problems.ts';
import type { ImportQuestion } from '../results.ts';

/** Options of `import` whose values are answers. They are kept for every later import. */
export const answerOptions = [
  'encoding',
  'sheet',
  'headings',
  'map',
  'provider',
  'language',
  'dateOrder',
  'defaultDate',
  'skipMissing',
] as const;
export type AnswerOption = (typeof answerOptions)[number];
export type AskedOption = AnswerOption | 'fields';
/** Every option that a later import of the input repeats. */
export const repeatedOptions = [...answerOptions, 'format', 'header'] as const;

/** A question, and the problem reported instead when not interactive. */
export interface Question extends ImportQuestion, Pick<Problem, 'rule' | 'finding' | 'remedy'> {
  /** Where the problem is, if not in the input. */
  readonly file?: string;
  /** Fields are kept in the configuration file. */
  readonly option: AskedOption;
  /** Reads what is typed; a fault says what to type. Without it the option reads it. */
  readonly read?: (typed: string) => { readonly value: string } | { readonly fault: string };
  /** What stands for the answer in a command line, if more of it is known than the option. */
  readonly open?: string | undefined;
  readonly skipValue?: MissingValue | undefined;
  /** An answer that is likely, to be confirmed: nobody is told that a list says so. */
  readonly proposal?: string;
  /** Whether the import needs no answer: nothing is reported if nobody can be asked. */
  readonly isOptional?: boolean;
}

/** What an import needs to know before it can write anything. */
export interface OpenQuestions {
  readonly input: string;
  readonly questions: readonly Question[];
  /** The map of the columns, as a file to edit; empty where none could be read. */
  readonly map: string;
  /** The same in words. */
  readonly columns: string;
}

/** Open questions as problems, where nobody can be asked. */
export function unanswered({ input, questions }: Pick<OpenQuestions, 'input' | 'questions'>): ProblemsError {
  const problems = questions.map(({ file = input, rule, finding, remedy, suggestion }) =>
    fileProblem(file, { rule, finding, remedy, ...(suggestion && { suggestion }) }),
  );
  return new ProblemsError(problems);
}
