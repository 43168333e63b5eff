// The order of work when something changed: read what is not cached, stage what differs, publish it, and save the state.
import { readReferences, type ReadReferences, type References } from '../catalog/references.ts';
import { messageOf } from '../errors.ts';
import type { Changes } from '../output/changes.ts';
import { planPublication } from '../output/publication.ts';
import type { LockedOutput } from '../output/stage.ts';
import { problemAt, type Problem } from '../problems.ts';
import type { SitePlan } from '../site/plan.ts';
import type { FoundSource } from '../source/find.ts';
import { newKey } from '../source/fingerprint.ts';
import type { Baseline, RunningAudit } from './cache/baseline.ts';
import type { CacheKey } from './cache/key.ts';
import { cachedChunks, recordOf, savedChunks, savedRanges } from './cache/record.ts';
import { identitiesOf } from './cache/snapshot.ts';
import type { BuildRecord, BuildState } from './cache/state.ts';
import { forgetState, saveState, stageChunks } from './cache/store.ts';
import { sharedFolders } from './lists/layout.ts';
import type { BuildIo, BuildOptions } from './options.ts';
import { publish } from './publish.ts';
import { checkCatalog } from './read/catalog.ts';
import { splitCourseFiles, planChunks, type Chunk } from './read/chunks.ts';
import { readChunks, type ReadProgress } from './read/read-chunks.ts';
import { stageSite } from './stage-site.ts';
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
  const fingerprintKey = saved?.fingerprintKey ?? newKey();
  // Another thread continues the audit meanwhile. Whatever it finds, all courses are needed to derive the lists.
  const ranges = splitCourseFiles(source.files, saved && savedRanges(saved), options.chunkSize);
  for (const { result } of saved?.chunks ?? []) result.columns();
  const baseline = await audit?.finish();
  const cached = baseline && cachedChunks(baseline, key, read.references);
  const chunks = planChunks(ranges, cached, options.chunkSize);
  stopwatch.lap('find what changed');

  const stage = output?.stage();
  const staging = openStaging(target, stage, baseline);
  const { catalog, staged, all, fresh } = await readAndStage({
    ...context,
    read,
    chunks,
    fingerprintKey,
    baseline,
    staging,
  });
  const record = recordOf({ options, key, began, source, fingerprintKey, catalog, chunks: all, staged });
  const publication = planPublication(staged.files, staged.removals, staged.published);
  io.signal.throwIfAborted();
  const { changes } = publication;
  if (!output || !stage) return { record, changes, state: undefined, warnings: [] };

  const times = baseline?.times ?? { takenAt: now, writtenSince: [] };
  const shared = sharedFolders(staged.lists.layout, catalog.summary.courses);
  const beforeChange = () => forgetState(stateFolder);
  const timesNow = publish(publication, { out: options.out, output, stage, staging, times, shared, beforeChange });
  stopwatch.lap('publish');
  const kept = save(() => {
    const published = timesNow();
    const snapshot = published && { ...published, identities: identitiesOf(target, options.indexFile) };
    return snapshot && saveState(stateFolder, record, snapshot, fresh, stage.state);
  }, stateFolder);
  stopwatch.lap('save the state');
  return { record, changes, ...kept };
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
}

/** Reads the chunks that are not cached, and stages the site. Its workers end before anything is published. */
async function readAndStage(context: StagingContext) {
  const { options, io, site, key, source, stopwatch, read, chunks, fingerprintKey, baseline, staging } = context;
  const job = jobContext(read.references, fingerprintKey, staging, options);
  await using workers = await openWorkers(readThreads(chunks, options.threads), job, io.signal);
  const onRead = (progress: ReadProgress) => io.onProgress({ phase: 'courses', ...progress });
  const results = await readChunks(chunks, workers.read, onRead);
  const catalog = await checkCatalog(source, read, { chunks, results }, options);
  stopwatch.lap('read the source');
  const { all, fresh } = savedChunks(catalog, key);
  const [staged] = await Promise.all([
    stageSite(catalog, { options, site, key, baseline, staging, workers, onProgress: io.onProgress }),
    staging.stage && stageChunks(staging.stage.state, fresh),
  ]);
  stopwatch.lap('write the lists');
  return { catalog, staged, all, fresh };
}

function jobContext(
  references: References,
  fingerprintKey: string,
  { apiRoots, siteRoots }: Staging,
  { latest, pageSize, baseUrl, pageLinks, indexFile, precompress, site }: BuildOptions,
): JobContext {
  const links = { baseUrl, pageLinks };
  const form = { indexFile, precompress };
  const searchRoots = site ? siteRoots : null;
  return { references, latest, pageSize, links, form, apiRoots, searchRoots, fingerprintKey };
}
