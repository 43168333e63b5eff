// The order of work of `build`: lock the output, audit what the last build left, and rebuild only what changed.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../errors.ts';
import { noChanges, type Changes } from '../output/changes.ts';
import { holderOf } from '../output/lock.ts';
import { lockOutput } from '../output/stage.ts';
import { homeOf, outputProblems } from '../output/target.ts';
import { RollbackError } from '../output/undo-log.ts';
import { isInside, realPath } from '../paths.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { pathsOf, planSite, type SitePlan } from '../site/plan.ts';
import { findSource, type FoundSource } from '../source/find.ts';
import { settledUnderWatch } from '../source/stamp.ts';
import { startAudit, trustLastBuild, type RunningAudit } from './cache/baseline.ts';
import { cacheKey } from './cache/key.ts';
import { isSameBuild } from './cache/record.ts';
import type { BuildRecord, BuildState, LastBuild } from './cache/state.ts';
import { loadState, stateFolderOf } from './cache/store.ts';
import { DamagedStateError } from './cache/value-file.ts';
import type { BuildIo, BuildOptions, BuildResult } from './options.ts';
import type { RebuildContext } from './rebuild.ts';
import { shardName } from './share.ts';
import { markOutput } from './shards/marks.ts';
import { Stopwatch } from './timing.ts';
import { auditThreads } from './workers/thread-count.ts';

/** Builds the whole site. Throws a ProblemsError, and leaves the published site as it was, if the input, the host or the disk is at fault. */
export async function build(options: BuildOptions, io: BuildIo, last: LastBuild = {}): Promise<BuildResult> {
  const { out, data, dryRun } = options;
  const began = Date.now();
  try {
    const target = realPath(out);
    const site = planSite(options);
    const problems = [...outputProblems(out, data, pathsOf(site)), ...shardsProblems(options), ...site.problems];
    if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(problems));
    const part = partOf(options);
    const output = dryRun ? failIfHeld(out, target) : lockOutput(out, target, part);
    const building = async () => {
      const stateFolder = stateFolderOf(target);
      const key = cacheKey(options, site, began);
      const now = output?.now() ?? 0;
      const context = { options, io, last, began, now, target, stateFolder, site, key, output };
      const { shard: share, shards, merge } = options;
      if (shards === undefined && merge === undefined) return buildOverState({ ...context, isOwn: false });
      const isOwn = markOutput(target, `${shards === undefined ? 'merge' : 'shard'}-${share?.index ?? 1}`);
      if (!share || shards === undefined || !output) return buildOverState({ ...context, isOwn: isOwn() });
      const { buildShard } = await import('./build-shard.ts');
      return buildShard({ ...context, share, shards, output, isOwn });
    };
    const [built] = await Promise.allSettled([building()]);
    const leftovers = (await output?.close()) ?? [];
    if (built.status === 'rejected') throw built.reason;
    return withWarnings(built.value, leftovers);
  } catch (error) {
    throw asDamage(error, options) ?? asOutputProblem(error, out) ?? error;
  }
}

/** Results that lay in the source or the output would be taken for a part of it. */
function shardsProblems({ data, out, shards, merge }: BuildOptions): Problem[] {
  const folder = shards ?? merge;
  if (folder === undefined) return [];
  const path = realPath(folder);
  const within = [data, out].find((other) => path === realPath(other) || isInside(path, realPath(other)));
  if (within === undefined) return [];
  const finding = `is or lies inside ${within}`;
  return [problemAt(folder, undefined, '', { rule: 'shards-folder', finding })];
}

/** The name of the part of the output that a build writes; undefined if it writes all of it. */
function partOf({ shard, merge }: BuildOptions): string | undefined {
  if (!shard) return undefined;
  return merge === undefined ? shardName(shard) : `merge-${shard.index}-of-${shard.total}`;
}

/** What a build knows before it looks at the source. */
interface BuildContext extends Omit<RebuildContext, 'saved' | 'audit' | 'source' | 'stopwatch'> {
  readonly last: LastBuild;
}

/** Builds over the state of the last build. If that fails because of the state, whenever that shows, builds from nothing. */
async function buildOverState(context: BuildContext): Promise<BuildResult> {
  const { options, io, stateFolder, key } = context;
  if (options.merge !== undefined) return buildOver(undefined, context);
  try {
    const saved = options.digest === undefined ? undefined : loadState(stateFolder, key);
    if (saved) return await buildOver(saved, context);
  } catch (error) {
    if (io.signal.aborted || !mayComeFromState(error)) throw error;
    const finding = `cannot be used: ${messageOf(error)}`;
    const warning = problemAt(stateFolder, undefined, '', { level: 'warning', rule: 'state-read', finding });
    return withWarnings(await buildOver(undefined, context), [warning]);
  }
  return buildOver(undefined, context);
}

/** A state can pass its checksums and still be wrong, so any error may come from it but those of the source, the disk and the output. */
function mayComeFromState(error: unknown): boolean {
  return !(error instanceof ProblemsError || error instanceof RollbackError || isRefusal(error));
}

/** Reuses what of a state still matches the output. */
async function buildOver(loaded: BuildState | undefined, context: BuildContext): Promise<BuildResult> {
  const { options, last, site, key } = context;
  const stopwatch = new Stopwatch();
  const isLast = loaded !== undefined && loaded.id === last.state?.id;
  const saved = isLast ? last.state : loaded;
  using audit = saved && auditOf(saved, isLast, context);
  const source = await findSource(options.data);
  if (saved && audit && isSameBuild(saved, key, source, isLast ? last.stamps : undefined)) {
    const baseline = await audit.finish();
    stopwatch.lap('look for changes');
    if (baseline?.isClean) {
      remember(saved, source, context);
      return resultOf(saved, noChanges, source, site, stopwatch);
    }
  }
  // Loaded on demand: most builds over an existing output find nothing to do.
  const { rebuild } = await import('./rebuild.ts');
  const { record, changes, state, warnings } = await rebuild({ ...context, saved, audit, source, stopwatch });
  remember(state, source, context);
  return withWarnings(resultOf(record, changes, source, site, stopwatch), warnings);
}

function auditOf(
  state: BuildState,
  isLast: boolean,
  { options, target, stateFolder, now }: BuildContext,
): RunningAudit {
  if (isLast) return trustLastBuild(state, target);
  const threads = auditThreads(state.summary.courses, options.threads);
  return startAudit(state, { target, stateFolder, form: options, threads, now });
}

/** Lets the next build of this process skip the audit. */
function remember(state: BuildState | undefined, { files }: FoundSource, { last, began, output }: BuildContext): void {
  if (!output) return;
  delete last.state;
  if (state) last.state = state;
  last.stamps = new Map(files.map(({ path, stamp }) => [path, settledUnderWatch(stamp, began)]));
}

function resultOf(
  { summary, totals, largestList, warnings, budget }: BuildRecord,
  changes: Changes,
  source: FoundSource,
  site: SitePlan,
  { timings }: Stopwatch,
): BuildResult {
  const { files, folders, bytes } = totals;
  return {
    ...summary,
    files,
    folders,
    bytes,
    changes,
    warnings: [...sortProblems([...source.problems, ...warnings]), ...site.problems, ...budget],
    notes: site.notes,
    timings,
    largestList,
  };
}

function withWarnings(result: BuildResult, more: readonly Problem[]): BuildResult {
  return { ...result, warnings: [...result.warnings, ...more] };
}

/** A dry run takes no lock; it only checks whether another build is running. */
function failIfHeld(out: string, target: string): undefined {
  const holder = existsSync(dirname(target)) ? holderOf(target, homeOf(target)) : undefined;
  if (holder === undefined) return undefined;
  throw new ProblemsError([
    problemAt(out, undefined, '', { rule: 'output-busy', finding: `is being built by ${holder}` }),
  ]);
}

/** Whether the system refused something; from worker threads only the message comes. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^E[A-Z0-9]+: /u.test(error.message);
}

/** A damaged result of a shard, as a problem. */
function asDamage(error: unknown, { merge }: BuildOptions): ProblemsError | undefined {
  // From worker threads only the message comes.
  const isDamage =
    error instanceof DamagedStateError || (error instanceof Error && /^chunk-[0-9a-f]+: /u.test(error.message));
  if (!isDamage || merge === undefined) return undefined;
  const finding = `holds a damaged result: ${error.message}`;
  const remedy = 'run the shard with that file again, then merge again';
  return new ProblemsError([problemAt(merge, undefined, '', { rule: 'shard-damaged', finding, remedy })]);
}

/** A refusal of the system to write, as a problem. */
function asOutputProblem(error: unknown, out: string): ProblemsError | undefined {
  if (!isRefusal(error)) return undefined;
  const finding = `cannot be written: ${error.message}`;
  return new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding })]);
}
