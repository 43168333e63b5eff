// The order of work of a merge: it goes on where the shards of a site have stopped.
import { readReferences } from '../catalog/references.ts';
import { lockJournal } from '../storage/journal/file.ts';
import { openJournal } from '../storage/journal/journal.ts';
import { folderAround } from '../paths.ts';
import { errorAt, fileProblem, type Problem } from '../text/problems.ts';
import { findSource } from '../catalog/source/find.ts';
import { DamagedFileError } from '../storage/value-file.ts';
import { openBuildFolders } from './build-folders.ts';
import type { BuildIo, BuildOptions, BuildResult } from './build-options.ts';
import { prepareSite, publishSite, siteObstacles } from './finish-site.ts';
import { checkCatalog } from './read/check-catalog.ts';
import { workOn, type BuildSetup } from './setup.ts';
import { linkChunks } from './shards/link-chunks.ts';
import { assertNotReplaced, assertSameJournal, openShards } from './shards/open.ts';
import { Stopwatch } from './timing.ts';
import { openWorkers } from './workers/pool.ts';
import { shardThreads } from './workers/thread-count.ts';

interface MergeOptions extends BuildOptions {
  /** The folder of the shards. */
  readonly merge: string;
}

/** Builds the site of finished shards. Throws a ProblemsError as a build does, and if the shards are not all those of this very site. */
export async function mergeShards(options: MergeOptions, io: BuildIo): Promise<BuildResult> {
  const ofSite = siteObstacles(options);
  return workOn(options, io, {
    obstacles: (sitePlan) => [...ofSite(sitePlan), ...folderProblems(options)],
    mayHaveChanged: options.journal !== undefined,
    run: async (setup) => {
      try {
        return await mergeSite(setup, options.merge);
      } catch (error) {
        throw error instanceof DamagedFileError ? damagedResult(error, options.merge) : error;
      }
    },
  });
}

async function mergeSite(setup: BuildSetup, merge: string): Promise<BuildResult> {
  const { options, io, site, target, lockedTarget } = setup;
  const stopwatch = new Stopwatch();
  using journalLock = lockedTarget && lockJournal(options);
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const shards = openShards(merge, source.files, setup);
  const chunks = shards.flatMap((shard) => shard.chunks);
  const results = shards.flatMap((shard) => shard.results);
  const journal = openJournal(options, io.at);
  if (journal) assertSameJournal(shards, journal);
  stopwatch.lap('find the source');

  using folders = openBuildFolders(target, site, lockedTarget);
  const { roots, chunkFolder } = folders;
  const writing = { site, journal: journal?.known, roots, chunkFolder };
  const job = { references: read.references, fields: site.fields, writing };
  await using workers = await openWorkers(shardThreads('merge', chunks, options.threads), job, io);
  const checked = await checkCatalog({ source, ...read, chunks }, results, options);
  const linked = await linkChunks(results, workers, roots.staging, io.onProgress);
  stopwatch.lap('read the source');

  const work = { ...setup, folders, workers, journal, journalLock, stopwatch };
  const prepared = await prepareSite({ ...checked, results: linked }, work);
  assertNotReplaced(shards);
  return await publishSite(prepared, work);
}

/** The folder of shards must not be a part of the source or the target. */
function folderProblems({ merge, data, out }: MergeOptions): Problem[] {
  const within = folderAround(merge, [data, out]);
  return within === undefined
    ? []
    : [fileProblem(merge, { rule: 'shards-folder', finding: `is or lies inside ${within}` })];
}

function damagedResult({ message }: DamagedFileError, merge: string): Error {
  const remedy = 'run the shard with that file again, then merge again';
  return errorAt(merge, { rule: 'shard-damaged', finding: `holds a damaged result: ${message}`, remedy });
}
