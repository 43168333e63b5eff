// The order of work of `build`: a function of the source, the options and this tool. The target decides only what has to be written.
import { readReferences } from '../catalog/references.ts';
import { lockJournal, readJournal, writeJournal, type JournalFile, type JournalLock } from '../journal/file.ts';
import { countDeleted, findJournal, updateJournal, type Journal } from '../journal/journal.ts';
import { findSource, type FoundSource } from '../source/find.ts';
import { openBuildFolders } from './build-folders.ts';
import type { BuildIo, BuildOptions, BuildResult, FileChanges } from './build-options.ts';
import { listFirstBuild } from './built-files.ts';
import { toProblem } from './failures.ts';
import { planPublication } from './publish/publication.ts';
import { failIfChanged, publish } from './publish/publish.ts';
import { countRemovedViews, assertRemovalsWithin } from './publish/removal-limit.ts';
import { findRemovals } from './publish/removals.ts';
import { checkCatalog, largestListOf } from './read/check-catalog.ts';
import { cutIntoChunks } from './read/chunks.ts';
import { journalOf } from './read/result.ts';
import { setUp, type BuildSetup } from './setup.ts';
import { linkChunks } from './shards/link-chunks.ts';
import { Stopwatch } from './timing.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { shardThreads, threadsFor } from './workers/thread-count.ts';
import { stageSite } from './write/stage-site.ts';

/**
 * Builds the whole site, or a shard. Throws a ProblemsError if the input, the host or the disk is at fault. The published site is then as it
 * was, unless the error says that it may have been changed.
 */
export async function build(options: BuildOptions, io: BuildIo): Promise<BuildResult> {
  try {
    const setup = setUp(options, io);
    const close = async () => (await setup.lockedTarget?.close()) ?? [];
    try {
      const result = await reportChanges(await buildShardOrSite(setup), setup);
      return { ...result, warnings: [...result.warnings, ...(await close())] };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    throw toProblem(error, options);
  }
}

async function buildShardOrSite(setup: BuildSetup): Promise<BuildResult> {
  const { options, lockedTarget } = setup;
  if (options.shard && lockedTarget) {
    const { buildShard } = await import('./build-shard.ts');
    return buildShard({ ...setup, journalFile: readJournal(options), shard: options.shard, lockedTarget });
  }
  // A build of another target may keep the same journal. A dry run only reads it.
  using journalLock = lockedTarget && lockJournal(options);
  return await buildSite(setup, readJournal(options), journalLock);
}

/** The order of work. It reads everything, every time. */
async function buildSite(
  setup: BuildSetup,
  journalFile: JournalFile | undefined,
  journalLock: JournalLock | undefined,
): Promise<BuildResult> {
  const { options, io, sitePlan, site, target, lockedTarget, unreported } = setup;
  const { onProgress } = io;
  const stopwatch = new Stopwatch();
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const shards = options.merge === undefined ? undefined : await openShards(options.merge, setup, source);
  const chunks = shards?.chunks ?? cutIntoChunks(source.files, options.chunkSize);
  const foundJournal = journalFile && findJournal(journalFile, io.at);
  if (foundJournal) shards?.failUnlessOf(foundJournal);
  stopwatch.lap('find the source');

  using folders = openBuildFolders(target, lockedTarget);
  const { roots, chunkFolder, staging } = folders;
  const writing = { site, journal: foundJournal?.known, roots, chunkFolder };
  const threads = shards ? shardThreads('merge', chunks, options.threads) : threadsFor(chunks, options.threads);
  await using workers = await openWorkers(
    threads,
    { references: read.references, facts: site.facts, writing },
    io.signal,
  );
  const results = shards?.results ?? (await readChunks(chunks, workers, onProgress));
  const checked = await checkCatalog({ source, ...read, chunks }, results, options);
  const linked = shards && (await linkChunks(results, workers, roots.staging, onProgress));
  stopwatch.lap('read the source');

  const journal = foundJournal && updateJournal(foundJournal, journalOf(results));
  const catalog = { ...checked, journal, results: linked ?? results };
  const { staged, built, totals, hostWarnings } = await stageSite(catalog, {
    site,
    sitePlan,
    folders,
    workers,
    onProgress,
  });
  stopwatch.lap('write the outputs');

  const removals = findRemovals(built, folders, staged.manifestPaths, shards?.removedFiles(site));
  assertRemovalsWithin(
    options.maxRemoved,
    countRemovedViews(folders.listing, removals.owned),
    options.out,
    'this build',
  );
  if (journal) assertRemovalsWithin(options.maxRemoved, countDeleted(journal), journal.found.file, 'this build');
  const firstFiles =
    folders.isEmpty && staging ? listFirstBuild(built, totals.files, [staging.site, target]) : undefined;
  const publication = planPublication(staged, removals, firstFiles);
  io.signal.throwIfAborted();
  if (staging) {
    shards?.failIfReplaced();
    failIfChanged(folders, options.out);
    staging.lockedTarget.assertHeld();
    journalLock?.assertHeld();
    unreported.add(publication.changes);
    // If the process is killed after this, the journal has what the next build publishes.
    if (journal) writeJournal(journal.found, journal.text);
    publish(publication, staging, folders);
    stopwatch.lap('publish');
  }
  const { files, folders: folderCount, bytes } = totals;
  return {
    ...checked.summary,
    files,
    folders: folderCount,
    bytes,
    changes: publication.changes,
    warnings: [...checked.warnings, ...sitePlan.problems, ...hostWarnings],
    notes: [...journalNotes(journal), ...sitePlan.notes],
    timings: stopwatch.timings,
    largestList: largestListOf(checked.lists, options.pageSize),
  };
}

function journalNotes(journal: Journal | undefined): string[] {
  const isNew = journal?.found.text.length === 0 && journal.lines.length > 0;
  return isNew ? [`A new journal begins in ${journal.found.file}: every course counts as created`] : [];
}

/** Lists the changes, as long as no other build can add to them. */
async function reportChanges(
  result: BuildResult,
  { options, io, lockedTarget, unreported }: BuildSetup,
): Promise<BuildResult> {
  if (!io.report) return result;
  const unlisted = lockedTarget ? unreported.all(result.changes) : result.changes;
  // What a shard no longer has may be in another.
  const changes: FileChanges = options.shard ? { ...unlisted, removed: [] } : unlisted;
  if ((await io.report(changes)) && lockedTarget) unreported.forget();
  return { ...result, changes };
}

async function openShards(merge: string, setup: BuildSetup, source: FoundSource) {
  const { MergedShards } = await import('./shards/merge.ts');
  return MergedShards.open(merge, setup, source.files);
}
