// The order of work of a build whose source, options or target have changed, and its steps: each takes the result of the one before it.
import { join } from 'node:path';
import { readReferences, type ReferencesWithProblems } from '../catalog/references.ts';
import { messageOf } from '../errors.ts';
import { withJournal } from '../journal/file.ts';
import { findJournal } from '../journal/journal.ts';
import { ownedFoldersOf } from '../outputs/declarations.ts';
import { entryAt } from '../paths.ts';
import { fileProblem, type Problem } from '../problems.ts';
import type { FoundSource } from '../source/find.ts';
import type { SourceRange } from '../source/ranges.ts';
import { openBuildFolders, type BuildFolders } from './build-folders.ts';
import type { FileChanges } from './build-options.ts';
import { outputsWithFiles } from './built-files.ts';
import { cachedChunks, type Baseline } from './cache/baseline.ts';
import { digestOfContext } from './cache/key.ts';
import { savedRanges } from './cache/record.ts';
import { identitiesOf, type ReadTimes } from './cache/snapshot.ts';
import type { BuildRecord, BuildState } from './cache/state.ts';
import { saveState, stateFolderOf } from './cache/store.ts';
import { publish } from './publish/publish.ts';
import { checkCatalog, type CatalogSource } from './read/check-catalog.ts';
import { planChunks, splitCourseFiles } from './read/chunks.ts';
import { journalOf } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import { linkChunks } from './shards/link-chunks.ts';
import { goneChunks } from './stage/chunk-changes.ts';
import type { StageContext } from './stage/run-outputs.ts';
import { apiFileOf, stageSite } from './stage/stage-site.ts';
import { trimSlash } from './target/manifest.ts';
import type { Stopwatch } from './timing.ts';
import { openWorkers, type Workers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { shardThreads, readThreads } from './workers/thread-count.ts';

/** Result of a build. */
export interface FinishedBuild {
  readonly record: BuildRecord;
  readonly changes: FileChanges;
  /** Undefined if none was saved. */
  readonly state?: BuildState | undefined;
  /** Warnings about what failed once everything was published. */
  readonly warnings?: readonly Problem[];
  readonly notes?: readonly string[];
}

/** Builds over what of the last build still matches the target; `now` is the start by the clock of the target's file system. */
export async function buildChanged(
  source: CutSource,
  baseline: Baseline | undefined,
  setup: BuildSetup,
  { now, stopwatch }: { readonly now: number; readonly stopwatch: Stopwatch },
): Promise<FinishedBuild> {
  const { options, io, unreported } = setup;
  const plan = await planReading(source, baseline, setup);
  stopwatch.lap('find what changed');

  using folders = openBuildFolders(baseline, now, setup);
  await using workers = await openBuildWorkers(plan, folders, setup);
  const results = await readChunks(plan.chunks, workers, io.onProgress);
  const checked = await checkCatalog(plan, results, options);
  stopwatch.lap('read the source');
  const catalog = plan.shards ? { ...checked, results: await linkChunks(results, workers, io.onProgress) } : checked;
  const staged = await stageSite(catalog, { ...setup, ...plan, folders, workers });
  stopwatch.lap('write the outputs');

  const { record, publication, journal } = staged;
  const isNewJournal = journal?.found.text.length === 0 && journal.lines.length > 0;
  const notes = isNewJournal ? [`A new journal begins in ${journal.found.file}: every course counts as created`] : [];
  const built = { record, changes: publication.changes, notes };
  io.signal.throwIfAborted();
  const { staging } = folders;
  if (!staging) return built;
  plan.shards?.failIfReplaced();
  unreported.add(publication.changes);
  const publishNow = () => publish(publication, staging, folders, record, options);
  const readTimes = journal ? withJournal(journal.found, journal.text, publishNow) : publishNow();
  stopwatch.lap('publish');
  const saved = saveBuild(record, readTimes, setup);
  stopwatch.lap('save the state');
  return { ...built, ...saved };
}

/** How the source is to be read: which chunks anew, and which have a result already. */
type ReadPlan = CatalogSource & Pick<StageContext, 'baseline' | 'foundJournal' | 'shards'>;

/** A source with its references, cut into the ranges that chunks have. */
interface CutSource extends ReferencesWithProblems {
  readonly source: FoundSource;
  readonly ranges: readonly SourceRange[];
}

/** Reads the references, and cuts the files of courses where the last build did if they still have those cuts. */
export async function cutSource(
  source: FoundSource,
  previous: BuildState | undefined,
  { options }: BuildSetup,
): Promise<CutSource> {
  const read = await readReferences(source.files);
  const isMerge = options.merge !== undefined;
  const ranges = isMerge ? [] : splitCourseFiles(source.files, previous && savedRanges(previous), options.chunkSize);
  return { source, ...read, ranges };
}

/** Finds the chunks whose results are cached or in a shard. */
async function planReading(
  { ranges, ...cut }: CutSource,
  baseline: Baseline | undefined,
  setup: BuildSetup,
): Promise<ReadPlan> {
  const { options, io, key } = setup;
  const { source, references } = cut;
  const merging = options.merge === undefined ? undefined : await import('./shards/merge.ts');
  const found = { files: source.files, references };
  const shards = merging?.MergedShards.open(options.merge ?? '', setup, found);
  const chunks =
    shards?.chunks() ?? planChunks(ranges, baseline && cachedChunks(baseline, key, references), options.chunkSize);
  const gone = baseline && goneChunks(baseline, chunks);
  const foundJournal = setup.journalFile && findJournal(setup.journalFile, gone && [...journalOf(gone)], io.at);
  if (foundJournal) shards?.failUnlessOf(foundJournal);
  return { ...cut, chunks, baseline, shards, foundJournal };
}

/** Starts the workers that read and write for a build. */
async function openBuildWorkers(
  { references, chunks, shards, foundJournal }: ReadPlan,
  folders: BuildFolders,
  { options, io, settings, key }: BuildSetup,
): Promise<Workers> {
  const { state: folder, roots } = folders;
  const state = { folder, contextDigest: digestOfContext(key, references) };
  const job = { references, writing: { options, settings, journal: foundJournal?.known, roots, state } };
  const { threads } = options;
  const count = shards ? shardThreads('merge', chunks, threads) : readThreads(chunks, threads);
  return openWorkers(count, job, io.signal);
}

/** Saves the state of a published build; a merge has none. Whatever fails now is only a warning: the changes are published and must be reported. */
function saveBuild(
  record: BuildRecord,
  readTimes: ReadTimes,
  { options, target }: BuildSetup,
): { readonly state: BuildState | undefined; readonly warnings: readonly Problem[] } {
  const folder = stateFolderOf(target);
  if (options.merge !== undefined) return { state: undefined, warnings: [] };
  try {
    const times = readTimes();
    const siteOutputs = outputsWithFiles(record).filter(({ isApi }) => !isApi);
    const owned = ownedFoldersOf(siteOutputs)
      .map(trimSlash)
      .filter((path) => entryAt(join(target, path)));
    const identities = times && identitiesOf(target, [apiFileOf(options), ...owned]);
    const snapshot = times && identities && { ...times, identities };
    return { state: snapshot && saveState(folder, record, snapshot), warnings: [] };
  } catch (error) {
    const finding = `cannot be saved: ${messageOf(error)}`;
    const warning = fileProblem(folder, { level: 'warning', rule: 'state-write', finding });
    return { state: undefined, warnings: [warning] };
  }
}
