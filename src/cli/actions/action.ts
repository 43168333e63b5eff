// An action: what a command of the command line and the function of the package with its name both do, without a terminal.
import type { ResolvedOptions } from '../../options/configuration.ts';
import type { ProblemsError } from '../../text/problems.ts';
import type { Failure, Progress } from '../../results.ts';
import { problemData } from '../../text/messages.ts';

export interface Action extends ResolvedOptions {
  /** The environment: `SOURCE_DATE_EPOCH`, and the variables of schedulers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the configuration file, which nothing may replace. */
  readonly folder: string;
  /** The version of this package. */
  readonly version: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** An error as a result. */
export function failureReport({
  problems,
  mayHaveChanged,
}: Pick<ProblemsError, 'problems' | 'mayHaveChanged'>): Failure {
  return { ok: false, problems: problems.map(problemData), mayHaveChanged };
}
