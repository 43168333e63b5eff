// The order of work when something changed: read what is not cached, stage what differs, publish it, and save the state.
import { readReferences, type ReadReferences, type References } from '../catalog/references.ts';
import { messageOf } from '../errors.ts';
import type { Changes } from '../output/changes.ts';
import { planPublication } from '../output/publication.ts';
import type { LockedOutput } from '../output/stage.ts';
import { problemAt, type Problem } from '../problems.ts';
import type { PagesSite } from '../site/pages/document.ts';
import type { SitePlan } from '../site/plan.ts';
import type { FoundSource } from '../source/find.ts';
import { newKey } from '../source/fingerprint.ts';
import type { Baseline, RunningAudit } from './cache/baseline.ts';
import type { CacheKey } from './cache/key.ts';
import { cachedChunks, recordOf, savedChunks, savedRanges } from './cache/record.ts';
import { identitiesOf } from './cache/snapshot.ts';
import type { BuildRecord, BuildState } from './cache/state.ts';
import { forgetState, saveState, stageChunks } from './cache/store.ts';
import { indexFilesOf, sharedFolders, viewFolder } from './lists/layout.ts';
import type { BuildIo, BuildOptions } from './options.ts';
import { packedFolders } from './packs/stage.ts';
import { publish } from './publish.ts';
import { checkCatalog } from './read/catalog.ts';
import { splitCourseFiles, planChunks, type Chunk } from './read/chunks.ts';
import { readChunks, type ReadProgress } from './read/read-chunks.ts';
import { resultOf } from './read/result.ts';
import type { MergedShards } from './shards/merge.ts';
import { failIfViewsMissing } from './shards/views.ts';
import { apiFileOf, stageSite } from './stage-site.ts';
import { openStaging, type Staging } from './staging.ts';
import type { Stopwatch } from './timing.ts';
import type { JobContext } from './workers/jobs.ts';
import { openWorkers } from './workers/pool.ts';
import { readThreads } from './workers/thread-count.ts';

export interface RebuildContext {
  readonly options: BuildOptions;
  readonly io: BuildIo;
  /** The start of the build, in milliseconds since 1970. */
  readonly began: number;
  /** The same by the clock of the output's file system. */
  readonly now: number;
  /** The real path of the output folder. */
  readonly target: string;
  readonly stateFolder: string;
  readonly site: SitePlan;
  readonly key: CacheKey;
  /** In a part of a build: whether no other part writes into the output. */
  readonly isOwn: boolean;
  /** Undefined in a dry run. */
  readonly output: LockedOutput | undefined;
  /** The state of the last build and its audit; undefined if there is none. */
  readonly saved: BuildState | undefined;
  readonly audit: RunningAudit | undefined;
  readonly source: FoundSource;
  readonly stopwatch: Stopwatch;
}

export interface Rebuilt {
  readonly record: BuildRecord;
  readonly changes: Changes;
  /** Undefined if none was saved. */
  readonly state: BuildState | undefined;
  /** Warnings about what failed once everything was published. */
  readonly warnings: readonly Problem[];
}

/**
 * Reuses what of the saved state still matches the output. Throws a ProblemsError, and leaves the published site as it was, if
 * anything is at fault; any error if the state is.
 */
export async function rebuild(context: RebuildContext): Promise<Rebuilt> {
  const { options, io, began, now, target, stateFolder, key, output, saved, audit, source, stopwatch } = context;
  const read = await readReferences(source.files);
  const merged = await shardsOf(context, read.references);
  const fingerprintKey = merged?.ranges.fingerprintKey ?? saved?.fingerprintKey ?? newKey();
  // Another thread continues the audit meanwhile. Whatever it finds, all courses are needed to derive the lists.
  const ranges = splitCourseFiles(source.files, merged?.ranges ?? (saved && savedRanges(saved)), options.chunkSize);
  for (const { result } of saved?.chunks ?? []) result.columns();
  const baseline = await audit?.finish();
  const cached = merged?.find ?? (baseline && cachedChunks(baseline, key, read.references));
  const chunks = planChunks(ranges, cached, options.chunkSize);
  merged?.failUnlessWhole(chunks);
  stopwatch.lap('find what changed');

  const stage = output?.stage();
  using staging = openStaging(target, stage, baseline, options);
  const { catalog, staged, all, fresh } = await readAndStage({
    ...context,
    read,
    chunks,
    fingerprintKey,
    baseline,
    staging,
    merged,
  });
  const record = recordOf({ options, key, began, source, fingerprintKey, catalog, chunks: all, staged });
  const publication = planPublication(staged.files, staged.removals, staged.published);
  io.signal.throwIfAborted();
  const left = withRemoved(publication.changes, merged?.goneViews(catalog.results), options);
  const changes = { ...left, ...(staged.packed && { packed: staged.packed }) };
  if (!output || !stage) return { record, changes, state: undefined, warnings: [] };

  const times = baseline?.times ?? { takenAt: now, writtenSince: [] };
  const shared = staged.packs
    ? packedFolders()
    : sharedFolders(staged.lists.layout, catalog.summary.courses, options.coursePages);
  const beforeChange = () => forgetState(stateFolder);
  const isPart = options.shard !== undefined;
  const to = { out: options.out, output, stage, staging, times, isPart, shared, beforeChange };
  merged?.failIfReplaced();
  const timesNow = publish(publication, to);
  stopwatch.lap('publish');
  if (merged) return { record, changes, state: undefined, warnings: [] };
  const kept = save(() => {
    const published = timesNow();
    const identities = published && identitiesOf(target, apiFileOf(options), options.coursePages);
    const snapshot = published && identities && { ...published, identities };
    return snapshot && saveState(stateFolder, record, snapshot, fresh, stage.state);
  }, stateFolder);
  stopwatch.lap('save the state');
  return { record, changes, ...kept };
}

async function shardsOf(
  { options, key, source }: RebuildContext,
  references: References,
): Promise<MergedShards | undefined> {
  if (options.merge === undefined) return undefined;
  const { openShards } = await import('./shards/merge.ts');
  return openShards(options.merge, options, key, source.files, references);
}

/** Adds views that shards have removed from their own outputs, and that may still be where these were sent. */
function withRemoved(changes: Changes, linkhashes: ReadonlySet<string> | undefined, form: BuildOptions): Changes {
  if (!linkhashes?.size) return changes;
  const views = [...linkhashes].flatMap((linkhash) => indexFilesOf(viewFolder(linkhash), -1, form));
  return { ...changes, removed: [...new Set([...changes.removed, ...views])] };
}

/** Saves the state of a published build. Whatever fails now is only a warning: the changes are published and must be reported. */
function save(saving: () => BuildState | undefined, stateFolder: string): Pick<Rebuilt, 'state' | 'warnings'> {
  try {
    return { state: saving(), warnings: [] };
  } catch (error) {
    const finding = `cannot be saved: ${messageOf(error)}`;
    const warning = problemAt(stateFolder, undefined, '', { level: 'warning', rule: 'state-write', finding });
    return { state: undefined, warnings: [warning] };
  }
}

interface StagingContext extends RebuildContext {
  readonly read: ReadReferences;
  readonly chunks: readonly Chunk[];
  readonly fingerprintKey: string;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  readonly merged: MergedShards | undefined;
}

/** Reads the chunks that are not cached, and stages the site. Its workers end before anything is published. */
async function readAndStage(context: StagingContext) {
  const { options, io, site, key, source, stopwatch, read, chunks, fingerprintKey, baseline, staging, merged } =
    context;
  const job = jobContext(read.references, fingerprintKey, staging, options, site);
  await using workers = await openWorkers(
    readThreads(merged ? chunks.map(uncached) : chunks, options.threads),
    job,
    io.signal,
  );
  const onRead = (progress: ReadProgress) => io.onProgress({ phase: 'courses', ...progress });
  const readOne = async ({ ranges }: Chunk) => resultOf(await workers.read(ranges));
  const results = await readChunks(chunks, readOne, onRead);
  const catalog = await checkCatalog(source, read, { chunks, results }, options);
  stopwatch.lap('read the source');
  const { all, fresh } = savedChunks(catalog, key);
  if (merged && staging.listing) failIfViewsMissing(staging.listing, results, merged.shardOf, options);
  const stageIt = (options.shard?.index ?? 1) === 1 ? stageSite : (await import('./stage-part.ts')).stagePart;
  const [staged] = await Promise.all([
    stageIt(catalog, {
      options,
      site,
      key,
      chunkKeys: all.map(({ key: of }) => of),
      baseline,
      staging,
      workers,
      onProgress: io.onProgress,
      isOwn: context.isOwn,
    }),
    staging.stage && stageChunks(staging.stage.state, fresh),
  ]);
  stopwatch.lap('write the lists');
  return { catalog, staged, all, fresh };
}

/** In a merge, the work is in the pages of all chunks. */
function uncached({ ranges }: Chunk): Chunk {
  return { ranges };
}

/** What the jobs of a build need. */
export function jobContext(
  references: References,
  fingerprintKey: string,
  { apiRoots, recordsFolder, siteRoots }: Pick<Staging, 'apiRoots' | 'recordsFolder' | 'siteRoots'>,
  { latest, pageSize, baseUrl, pageLinks, indexFile, precompress, site, dumps }: BuildOptions,
  { pages }: { readonly pages?: PagesSite | undefined },
): JobContext {
  const links = { baseUrl, pageLinks };
  const form = { indexFile, precompress };
  const searchRoots = site ? siteRoots : null;
  return {
    references,
    latest,
    pageSize,
    links,
    form,
    apiRoots,
    recordsFolder,
    searchRoots,
    coursePages: pages ? { roots: siteRoots, site: pages } : null,
    dumps,
    dumpRoots: siteRoots,
    fingerprintKey,
  };
}
