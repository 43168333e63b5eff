// The order of work of `build`: a function of the source, the options and this tool. The target decides only what has to be written.
import { readReferences } from '../catalog/references.ts';
import { lockJournal } from '../storage/journal/file.ts';
import { openJournal } from '../storage/journal/journal.ts';
import { findSource } from '../catalog/source/find.ts';
import { openBuildFolders } from './build-folders.ts';
import type { BuildIo, BuildOptions, BuildResult } from './build-options.ts';
import { prepareSite, publishSite, siteObstacles } from './finish-site.ts';
import { checkCatalog } from './read/check-catalog.ts';
import { cutIntoChunks } from './read/chunks.ts';
import { workOn, type BuildSetup } from './setup.ts';
import { Stopwatch } from './timing.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { threadsFor } from './workers/thread-count.ts';

/**
 * Builds the whole site. Throws a ProblemsError if the input, the host or the disk is at fault. The published site is then as it was,
 * unless the error says that it may have been changed.
 */
export async function build(options: BuildOptions, io: BuildIo): Promise<BuildResult> {
  // A journal is written before the site is published.
  const mayHaveChanged = options.journal !== undefined;
  return workOn(options, io, { obstacles: siteObstacles(options), run: buildSite, mayHaveChanged });
}

/** Reads the whole source; nothing is kept from earlier builds. */
async function buildSite(setup: BuildSetup): Promise<BuildResult> {
  const { options, io, site, target, lockedTarget } = setup;
  const stopwatch = new Stopwatch();
  // A build of another target may keep the same journal. A dry run only reads it.
  using journalLock = lockedTarget && lockJournal(options);
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const chunks = cutIntoChunks(source.files, options.chunkSize);
  const journal = openJournal(options, io.at);
  stopwatch.lap('find the source');

  using folders = openBuildFolders(target, site, lockedTarget);
  const { roots, chunkFolder } = folders;
  const writing = { site, journal: journal?.known, roots, chunkFolder };
  const job = { references: read.references, fields: site.fields, writing };
  await using workers = await openWorkers(threadsFor(chunks, options.threads), job, io);
  const results = await readChunks(chunks, workers, io.onProgress);
  const catalog = await checkCatalog({ source, ...read, chunks }, results, options);
  stopwatch.lap('read the source');

  const work = { ...setup, folders, workers, journal, journalLock, stopwatch };
  const prepared = await prepareSite(catalog, work);
  return await publishSite(prepared, work);
}
