// The order of work of `build`: `buildSite` is all of it up to what changed, and `build-changed.ts` goes on from there.
import { messageOf } from '../errors.ts';
import { readJournal } from '../journal/file.ts';
import { fileProblem, sortProblems, type Problem } from '../problems.ts';
import { findSource, type FoundSource } from '../source/find.ts';
import { settledUnderWatch } from '../source/stamp.ts';
import type { FinishedBuild } from './build-changed.ts';
import { noChanges, type BuildIo, type BuildOptions, type BuildResult } from './build-options.ts';
import { startAudit, trustLastBuild, type RunningAudit } from './cache/baseline.ts';
import { checksumOfJournal } from './cache/key.ts';
import { isSameBuild } from './cache/record.ts';
import type { BuildState, LastBuild } from './cache/state.ts';
import { loadState, stateFolderOf } from './cache/store.ts';
import { asProblem, mayComeFromState } from './failures.ts';
import { RollbackError } from './publish/undo-log.ts';
import { setUp, type BuildSetup, type EarlySetup } from './setup.ts';
import { Stopwatch } from './timing.ts';
import { auditThreads } from './workers/thread-count.ts';

/** Builds the whole site. Throws a ProblemsError, and leaves the published site as it was, if the input, the host or the disk is at fault. */
export async function build(options: BuildOptions, io: BuildIo, last: LastBuild = {}): Promise<BuildResult> {
  try {
    const setup = setUp(options, io, last);
    const [built] = await Promise.allSettled([buildShardOrSite(setup).then(async (result) => reported(result, setup))]);
    if (built.status === 'rejected' && built.reason instanceof RollbackError) setup.lockedTarget?.keepStaging();
    const leftovers = (await setup.lockedTarget?.close()) ?? [];
    if (built.status === 'rejected') throw built.reason;
    return withWarnings(built.value, leftovers);
  } catch (error) {
    throw asProblem(error, options);
  }
}

/** Builds what the options ask for: a shard, the merge of all shards, or the whole site. */
async function buildShardOrSite(early: EarlySetup): Promise<BuildResult> {
  const { options, lockedTarget } = early;
  // No other build of this target replaces it now.
  const journalFile = readJournal(options);
  const journalChecksum = journalFile && checksumOfJournal(journalFile);
  const setup = { ...early, journalFile, key: { ...early.key, journalChecksum } };
  if (options.merge !== undefined) return buildSite(setup, undefined);
  if (!options.shard || !lockedTarget) return buildOverState(setup);
  const { buildShard } = await import('./build-shard.ts');
  return buildShard({ ...setup, shard: options.shard, lockedTarget });
}

/** Lists the changes, as long as no other build can add to them. */
async function reported(
  result: BuildResult,
  { options, io, lockedTarget, unreported }: EarlySetup,
): Promise<BuildResult> {
  if (!io.report) return result;
  const unlisted = lockedTarget ? unreported.all(result.changes) : result.changes;
  // What a shard no longer has may be in another.
  const changes = options.shard ? { ...unlisted, removed: [] } : unlisted;
  if ((await io.report(changes)) && lockedTarget) unreported.forget();
  return { ...result, changes };
}

/** Builds over the state of the last build. If that fails because of the state, whenever that shows, builds from nothing. */
async function buildOverState(setup: BuildSetup): Promise<BuildResult> {
  const { options, io, target, key } = setup;
  const stateFolder = stateFolderOf(target);
  const warnings: Problem[] = [];
  let saved: BuildState | undefined;
  try {
    saved = options.digest === undefined ? undefined : loadState(stateFolder, key);
    if (saved) return await buildSite(setup, saved);
  } catch (error) {
    if (io.signal.aborted || !mayComeFromState(error, saved)) throw error;
    const finding = `cannot be used: ${messageOf(error)}`;
    warnings.push(fileProblem(stateFolder, { level: 'warning', rule: 'state-read', finding }));
  }
  return withWarnings(await buildSite(setup, undefined), warnings);
}

/**
 * The order of work. Reuses what of the state `previous` still matches the target. Throws a ProblemsError, and leaves the published site
 * as it was, if anything is at fault; any error if the state is.
 */
async function buildSite(setup: BuildSetup, previous: BuildState | undefined): Promise<BuildResult> {
  const { options, lockedTarget } = setup;
  const stopwatch = new Stopwatch();
  // By the clock of the target's file system.
  const now = lockedTarget?.startTime() ?? 0;
  using audit = previous && openAudit(previous, now, setup);
  const source = await findSource(options.data);
  const finish = (built: FinishedBuild) => {
    remember(built.state, source, setup);
    return resultOf(built, source, setup, stopwatch);
  };
  const isSame = audit !== undefined && isSameBuild(audit.state, setup.key, source, audit.stamps);
  // Loaded on demand: most builds over an existing target find nothing to do.
  const startReading = async () => (await import('./build-changed.ts')).cutSource(source, audit?.state, setup);
  // While another thread audits.
  const cutEarly = isSame ? undefined : await startReading();
  const baseline = await audit?.finish();
  if (audit) stopwatch.lap('look for changes');
  if (isSame && baseline?.isClean) return finish({ record: audit.state, changes: noChanges, state: audit.state });

  const { buildChanged } = await import('./build-changed.ts');
  const cut = cutEarly ?? (await startReading());
  return finish(await buildChanged(cut, baseline, setup, { now, stopwatch }));
}

/** Starts to audit the target; the one that this process has just built is trusted. */
function openAudit(previous: BuildState, now: number, { options, target, last }: BuildSetup): RunningAudit {
  if (last.state?.id === previous.id) return trustLastBuild(last.state, last.stamps, target);
  const threads = auditThreads(previous.summary.courses, options.threads);
  return startAudit(previous, { target, stateFolder: stateFolderOf(target), threads, now });
}

/** Lets the next build of this process skip the audit. */
function remember(
  state: BuildState | undefined,
  { files }: FoundSource,
  { last, began, lockedTarget }: BuildSetup,
): void {
  if (!lockedTarget) return;
  delete last.state;
  if (state) last.state = state;
  last.stamps = new Map(files.map(({ path, stamp }) => [path, settledUnderWatch(stamp, began)]));
}

function resultOf(
  { record, changes, warnings = [], notes = [] }: FinishedBuild,
  source: FoundSource,
  { sitePlan }: BuildSetup,
  { timings }: Stopwatch,
): BuildResult {
  const { summary, totals, largestList, budget } = record;
  const { files, folders, bytes } = totals;
  const sourceWarnings = sortProblems([...source.problems, ...record.warnings]);
  return {
    ...summary,
    files,
    folders,
    bytes,
    changes,
    warnings: [...sourceWarnings, ...sitePlan.problems, ...budget, ...warnings],
    notes: [...notes, ...sitePlan.notes],
    timings,
    largestList,
  };
}

function withWarnings(result: BuildResult, more: readonly Problem[]): BuildResult {
  return { ...result, warnings: [...result.warnings, ...more] };
}
