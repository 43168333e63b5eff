// A build: which shard it builds, what keeps it from beginning, its list of changed files, and its report.
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { configFile } from '../options/configuration.ts';
import type { Options } from '../options/option-table.ts';
import { checkedShardFolder, shardOf } from '../options/shard.ts';
import { publicFolderOf } from '../outputs/site-files/public-files.ts';
import type { BuildIo, BuildProgress, BuildResult, FileChanges } from '../pipeline/build-options.ts';
import { shardText, type Shard } from '../pipeline/shards/shard.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import type { BuildReport, Progress } from '../results.ts';
import { count } from '../text/number-format.ts';
import { problemData } from '../text/messages.ts';
import type { Action } from './action.ts';

/** What a build is to do: its options, in which the folder of a shard is the output, and the shard. */
export interface BuildPlan {
  readonly options: Options;
  /** Undefined for a whole build. */
  readonly shard?: Shard | undefined;
  /** The scheduler that told the number of the shard. */
  readonly scheduler?: string | undefined;
}

/** Plans a build. Throws a UsageError for options that do not go together, and a ProblemsError for a folder that no shard may have. */
export function planBuild(action: Pick<Action, 'options' | 'origins' | 'env'>): BuildPlan {
  const { options, env } = action;
  const { at, journal } = options;
  const found = shardOf(action, env);
  const out = found && checkedShardFolder(found, options);
  if (at !== undefined && journal === undefined) throw new UsageError('--at has an effect only with --journal');
  if (found === undefined || out === undefined) return { options };
  const { scheduler, ...shard } = found;
  return { options: { ...options, out }, shard, scheduler };
}

/** Throws a ProblemsError if the list of changed files or the journal cannot be written where they are to be. */
export async function failIfUnwritable({ options, shard }: BuildPlan, folder: string): Promise<void> {
  const { data, out, changes, journal } = options;
  const isShard = shard !== undefined;
  if (changes === undefined && (journal === undefined || isShard)) return;
  const folders = [out, publicFolderOf(options)];
  const inputs = [join(folder, configFile)];
  if (changes !== undefined) {
    const { sideFileProblems } = await import('../storage/side-files.ts');
    const problems = sideFileProblems(changes, { folders: [data, ...folders], inputs });
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (isShard) return;
  const { journalProblems } = await import('../journal/file.ts');
  const problems = journalProblems(options, { folders, inputs });
  if (problems.length > 0) throw new ProblemsError(problems);
}

export interface BuildOutcome {
  readonly result: BuildResult;
  readonly seconds: number;
  /** Why the list of changed files could not be written, although the build is published. */
  readonly unlisted: readonly Problem[];
}

/**
 * Builds, and writes the list of changed files that `changes` asks for; in a build that repeats an earlier one only if something
 * changed. Throws what a build throws.
 */
export async function runBuild(
  { options, shard }: BuildPlan,
  action: Action,
  isRepeated = false,
): Promise<BuildOutcome> {
  const { build } = await import('../pipeline/build.ts');
  const { timeOfChanges } = await import('../journal/time.ts');
  const { env, version, signal, onProgress } = action;
  const started = performance.now();
  const unlisted: Problem[] = [];
  const listIn = (file: string) => async (changes: FileChanges) => {
    if (isRepeated && hasNoChanges(changes)) return true;
    const { writeChangedFiles } = await import('../changed-files/changed-files.ts');
    unlisted.push(...writeChangedFiles(changes, file, options));
    return unlisted.length === 0;
  };
  const io: BuildIo = {
    onProgress: (progress) => onProgress(progressOf(progress)),
    signal,
    at: () => timeOfChanges(options, options.at, env),
    report: options.changes === undefined ? undefined : listIn(options.changes),
  };
  // What users call the site is the catalog page; a site is all that is published.
  const result = await build({ ...options, catalogPage: options.site, shard, version }, io);
  return { result, seconds: (performance.now() - started) / 1000, unlisted };
}

/** The progress of reading or writing. */
export function progressOf({ phase, done, total, courses }: BuildProgress): Progress {
  const what = phase === 'courses' ? count(courses, 'course') : count(done, 'task');
  return { done, total, what };
}

export function hasNoChanges({ added, changed, removed }: FileChanges): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** The report of a build that is published. */
export async function buildReport(
  { result, seconds }: BuildOutcome,
  { options, shard }: BuildPlan,
): Promise<BuildReport> {
  const { changedFilesData } = await import('../changed-files/changed-files.ts');
  const { dryRun, out, host, baseUrl, pageLinks } = options;
  const { warnings, changes, largestList: _, ...counts } = result;
  return {
    ok: true,
    dryRun,
    out,
    host,
    baseUrl,
    pageLinks,
    ...(shard && { shard: shardText(shard) }),
    ...counts,
    seconds,
    changes: changedFilesData(changes, options),
    problems: warnings.map(problemData),
  };
}
