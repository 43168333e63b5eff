// The functions of the package: what commands do, for programs. They print nothing, and take no option from the environment or a file.
import { failureReport, type Action } from './cli/actions/action.ts';
import { buildReport, failIfUnwritable, planBuild, runBuild } from './cli/actions/build.ts';
import { checkReport, runCheck } from './cli/actions/check.ts';
import { runVerify } from './cli/actions/verify.ts';
import { UsageError } from './text/errors.ts';
import { resolveGiven } from './options/configuration.ts';
import type { BuildOptions, CheckOptions, ImportOptions, VerifyOptions } from './options/given-options.ts';
import { flagOf, optionNames, type CommandName } from './options/option-table.ts';
import { describeValue } from './text/quote.ts';
import { readPackage } from './package-info.ts';
import { ProblemsError } from './text/problems.ts';
import type { BuildReport, CheckReport, Failure, ImportReport, Progress, VerifyReport } from './results.ts';

export type * from './options/given-options.ts';
export type * from './results.ts';

/** What every function takes beside its options. */
export interface RunOptions {
  /** Aborts the work: the function rejects with the reason of the signal, and leaves what was published or imported as it was. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Thrown for options that cannot be used, with every reason. */
export class OptionsError extends Error {
  override readonly name: string = 'OptionsError';
  /** Sentences that name the options: `pageSize: expected a whole number from 1 to 10000, got "0"`. */
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/** Builds the site, or a shard. If the result is a failure, the published site is as it was, unless `mayHaveChanged`. */
export async function build(options: BuildOptions = {}, run: RunOptions = {}): Promise<BuildReport | Failure> {
  return perform('build', options, run, async (action) => {
    const plan = planBuild(action);
    await failIfUnwritable(plan, action.folder);
    const outcome = await runBuild(plan, action);
    if (outcome.unlisted.length > 0) return failureReport({ problems: outcome.unlisted, mayHaveChanged: true });
    return buildReport(outcome, plan);
  });
}

/** Checks a catalog, and writes nothing. */
export async function check(options: CheckOptions = {}, run: RunOptions = {}): Promise<CheckReport | Failure> {
  return perform('check', options, run, async (action) => checkReport(await runCheck(action)));
}

/** Checks the service at `baseUrl` against the specification. It is a failure only if there is no build to compare with. */
export async function verify(options: VerifyOptions, run: RunOptions = {}): Promise<VerifyReport | Failure> {
  return perform('verify', options, run, async (action) => {
    if (!action.origins.has('baseUrl')) throw new UsageError('baseUrl: verify needs the address of the site');
    return runVerify(action.options.baseUrl, action);
  });
}

/** Imports a list, a published catalog or a feed into the source folder. If the result is a failure, nothing has changed, unless `mayHaveChanged`. */
export async function importList(options: ImportOptions, run: RunOptions = {}): Promise<ImportReport | Failure> {
  const { input, ...given } = givenOptions(options);
  return perform('import', given, run, async (action) => {
    if (typeof input !== 'string' || input === '')
      throw new UsageError(`input: expected a file or an address, got ${describeValue(input)}`);
    const { importUnasked } = await import('./cli/actions/import.ts');
    return importUnasked(input, action);
  });
}

/** Runs the action of a command with the options that a program gives. */
async function perform<Report>(
  command: CommandName,
  given: object,
  { signal = new AbortController().signal, onProgress = () => {} }: RunOptions,
  work: (action: Action) => Promise<Report>,
): Promise<Report | Failure> {
  try {
    const resolved = resolveGiven(givenOptions(given), command);
    signal.throwIfAborted();
    const { version } = readPackage();
    return await work({ ...resolved, env: {}, folder: '', version, signal, onProgress });
  } catch (error) {
    if (error instanceof ProblemsError) return failureReport(error);
    if (error instanceof UsageError) throw new OptionsError(error.reasons.map(withOptionNames));
    throw error;
  }
}

/** Checks that there are options at all, which JavaScript does not. */
function givenOptions<Given extends object>(given: Given | undefined): Given {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new OptionsError([`expected an object of options, got ${describeValue(given)}`]);
}

/** A reason with the names of options in place of their flags. */
function withOptionNames(reason: string): string {
  return reason.replaceAll(
    /--[a-z]+(?:-[a-z]+)*/gu,
    (flag) => optionNames.find((name) => flagOf(name) === flag) ?? flag,
  );
}
