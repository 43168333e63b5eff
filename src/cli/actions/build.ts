// A build, a shard or a merge: what keeps it from beginning, its list of changed files, and its report.
import { join } from 'node:path';
import { UsageError } from '../../text/errors.ts';
import { configFile } from '../../options/configuration.ts';
import type { Options } from '../../options/option-table.ts';
import { assertShardOptions, checkedShardFolder } from '../../options/shard.ts';
import { latestCount, publicFolderOf } from '../../outputs/site-options.ts';
import type { BuildIo, BuildOptions, BuildProgress, BuildResult, FileChanges } from '../../build/build-options.ts';
import { shardText, type Shard } from '../../build/shards/shard.ts';
import { ProblemsError, type Problem } from '../../text/problems.ts';
import type { BuildReport, Progress } from '../../results.ts';
import { count } from '../../text/number-format.ts';
import { problemData } from '../../text/messages.ts';
import type { Action } from './action.ts';

/** What a build is to do: its options, in which the folder of a shard is the output, and the shard. */
export interface BuildPlan {
  readonly options: Options;
  /** Undefined for a whole build. */
  readonly shard?: Shard | undefined;
}

/** Plans a build. Throws a UsageError for options that do not go together, and a ProblemsError for a folder that no shard may have. */
export function planBuild(action: Pick<Action, 'options' | 'origins'>): BuildPlan {
  assertShardOptions(action);
  const { options } = action;
  const { at, journal, shard } = options;
  if (at !== undefined && journal === undefined) throw new UsageError('--at has an effect only with --journal');
  if (!shard) return { options };
  // The merge lists what changed.
  return { options: { ...options, out: checkedShardFolder(shard, options), changes: undefined }, shard };
}

/** Throws a ProblemsError if the list of changed files or the journal cannot be written where they are to be. */
export async function failIfUnwritable({ options, shard }: BuildPlan, folder: string): Promise<void> {
  const { data, out, changes, journal } = options;
  if (shard || (changes === undefined && journal === undefined)) return;
  const folders = [out, publicFolderOf(options)];
  const inputs = [join(folder, configFile)];
  if (changes !== undefined) {
    const { sideFileProblems } = await import('../../storage/side-files.ts');
    const problems = sideFileProblems(changes, { folders: [data, ...folders], inputs });
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  const { journalProblems } = await import('../../storage/journal/file.ts');
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
  { options }: BuildPlan,
  action: Action,
  { isRepeated = false, threads }: { readonly isRepeated?: boolean } & Pick<BuildIo, 'threads'> = {},
): Promise<BuildOutcome> {
  const { timeOfChanges } = await import('../../storage/journal/time.ts');
  const { env, version, signal, onProgress } = action;
  const started = performance.now();
  const unlisted: Problem[] = [];
  const listIn = (file: string) => async (changes: FileChanges) => {
    if (isRepeated && hasNoChanges(changes)) return true;
    const { writeChangedFiles } = await import('../../build/changed-files/changed-files.ts');
    unlisted.push(...writeChangedFiles(changes, file, options));
    return unlisted.length === 0;
  };
  const io: BuildIo = {
    onProgress: (progress) => onProgress(progressOf(progress)),
    signal,
    threads,
    at: () => timeOfChanges(options, options.at, env),
    report: options.changes === undefined ? undefined : listIn(options.changes),
  };
  // What users call the site are the pages for people; a site is all that is published.
  const result = await buildKind({ ...options, pages: options.site, latest: latestCount, version }, options, io);
  return { result, seconds: (performance.now() - started) / 1000, unlisted };
}

/** Builds the site, or a shard of it, or merges its shards. */
async function buildKind(site: BuildOptions, { shard, merge }: Options, io: BuildIo): Promise<BuildResult> {
  if (shard) return (await import('../../build/build-shard.ts')).buildShard({ ...site, shard }, io);
  if (merge === undefined) return (await import('../../build/build.ts')).build(site, io);
  return (await import('../../build/merge-shards.ts')).mergeShards({ ...site, merge }, io);
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
  const { changedFilesData } = await import('../../build/changed-files/changed-files.ts');
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
