// Questions: what an import cannot decide and only the user may. They are asked all at once.
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
  'languageNames',
] as const;
export type AnswerOption = (typeof answerOptions)[number];
/** Every option that a later import of the source repeats. */
export const repeatedOptions = [...answerOptions, 'from', 'rate', 'maxRequests'] as const;

/** A question, and the problem reported instead when not interactive. */
export interface Question extends Pick<Problem, 'rule' | 'finding' | 'remedy'> {
  /** The option of `import` that answers it. */
  readonly option: AnswerOption;
  /** One sentence that ends with a question mark: what was found, and what is wanted. */
  readonly text: string;
  /** Answers to choose from; without them any text may be typed. */
  readonly choices?: readonly string[];
  /** How choices that say little by themselves are shown. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly suggestion?: string;
  /** What stands before the answer in the value of the option: `title=` for a column in `--map`. */
  readonly prefix?: string;
}

/** Thrown if something cannot be decided. When nobody can be asked, it is reported like any other ProblemsError. */
export class OpenQuestions extends ProblemsError {
  constructor(
    source: string,
    readonly questions: readonly Question[],
    /** The map of the columns, as a file to edit. */
    readonly map = '',
  ) {
    super(questions.map((question) => fileProblem(source, question)));
    this.name = 'OpenQuestions';
  }
}
