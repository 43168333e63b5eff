// The order of work of a shard: a build that stops after reading, and leaves all that it made in its folder for the merge.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { publishedLanguage } from '../catalog/languages.ts';
import { readReferences, type References } from '../catalog/references.ts';
import type { JournalFile } from '../journal/file.ts';
import { findJournal } from '../journal/journal.ts';
import { ownedFolders } from '../outputs/declarations.ts';
import type { CatalogSummary } from '../results.ts';
import { findSource } from '../source/find.ts';
import { noneWritten, sumOf, type WriteRoots, type WrittenFiles } from '../storage/writer.ts';
import type { BuildResult, FileChanges } from './build-options.ts';
import { listFiles, listFirstBuild, type BuiltFiles } from './built-files.ts';
import { applySteps } from './publish/apply.ts';
import { stepsFor, type Step } from './publish/publication.ts';
import { heartbeatOf } from './publish/publish.ts';
import { warningsOrThrow, type CatalogSource } from './read/check-catalog.ts';
import { isChunkFile } from './read/chunk-file.ts';
import { linkhashesNotIn, type ChunkResult } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import { shardInputs } from './shards/inputs.ts';
import {
  removedBefore,
  siteFolder,
  writeManifest,
  type ShardChunk,
  type ShardSourceFile,
} from './shards/shard-manifest.ts';
import type { Shard } from './shards/shard.ts';
import { chunksOfShard, digestIfReadable, listSource, relativePath } from './shards/source.ts';
import { expectedFiles, listTarget, staleFiles } from './published/listing.ts';
import { trimSlash } from './published/manifest.ts';
import type { LockedTarget } from './published/staging-folder.ts';
import { Stopwatch } from './timing.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { shardThreads } from './workers/thread-count.ts';

interface ShardContext extends BuildSetup {
  readonly shard: Shard;
  readonly lockedTarget: LockedTarget;
  /** Undefined if the build keeps no journal. */
  readonly journalFile: JournalFile | undefined;
}

/**
 * Builds one shard into its folder: its views and course pages, its chunk results, and a manifest that says that all are there. Throws a
 * ProblemsError, and leaves the folder as it was, if the source is at fault. If the disk is, the shard is not finished any more.
 */
export async function buildShard(context: ShardContext): Promise<BuildResult> {
  const { target, lockedTarget, io } = context;
  const stopwatch = new Stopwatch();
  const plan = await planShard(context);
  stopwatch.lap('plan the shard');

  const staging = lockedTarget.staging();
  const shardSite = join(target, siteFolder);
  const listing = listTarget(shardSite, [apiRoot, ...ownedFolders.map(trimSlash)]);
  const published = existsSync(shardSite) ? shardSite : null;
  const roots = { staging: staging.site, published, specialEntries: listing.specialEntries, isDigested: true };
  const { results, warnings } = await readShard(plan, { roots, chunkFolder: staging.chunks }, context);
  io.signal.throwIfAborted();
  stopwatch.lap('read the source');

  lockedTarget.assertHeld();
  const built = builtOf(results, context);
  const written = results.flatMap((result) => Object.values(result.written));
  // What earlier runs left: the files of other courses, and those of other options.
  const stale = staleFiles(listing, expectedFiles(listFiles(built)));
  const removed = removedCourses([...removedBefore(target), ...stale], results);
  const changes = changesOf(built, written, { published, folders: [staging.site, shardSite] });
  const manifest = { ...manifestOf(plan, results, context), removed };
  mkdirSync(target, { recursive: true });
  writeManifest(target, staging.folder, { ...manifest, isFinished: false });
  context.unreported.add(changes);
  if (published === null) renameSync(staging.site, shardSite);
  else applySteps(staging.site, shardSite, stepsOf(written, stale), heartbeatOf(lockedTarget));
  moveResults(results, target);
  writeManifest(target, staging.folder, { ...manifest, isFinished: true });
  stopwatch.lap('publish');
  const { files, bytes } = sumOf(written);
  const counts = { ...summaryOf(built, plan.references), files, bytes, folders: built.courses };
  return { ...counts, changes, warnings, notes: [], timings: stopwatch.timings, largestList: undefined };
}

/** What a shard is to read. */
interface ShardPlan extends CatalogSource {
  readonly files: ShardSourceFile[];
  /** The digest of each range of each chunk. */
  readonly digests: readonly (readonly string[])[];
}

async function planShard({ options, shard }: ShardContext): Promise<ShardPlan> {
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const files = listSource(source.files, options.data);
  const chunks = chunksOfShard(source.files, shard, options.chunkSize);
  return { source, ...read, files, chunks, digests: chunks.map((ranges) => ranges.map(digestIfReadable)) };
}

/** Reads the chunks of a shard, and writes what outputs make of single courses. Throws a ProblemsError with every problem if any is an error. */
async function readShard(
  plan: ShardPlan,
  { roots, chunkFolder }: { readonly roots: WriteRoots; readonly chunkFolder: string },
  { options, site, io, journalFile }: ShardContext,
) {
  const { references, chunks } = plan;
  const journal = journalFile && findJournal(journalFile, io.at).known;
  const job = { references, facts: site.facts, writing: { site, journal, roots, chunkFolder } };
  await using workers = await openWorkers(shardThreads('shard', chunks, options.threads), job, io.signal);
  const results = await readChunks(chunks, workers, io.onProgress);
  return { results, warnings: await warningsOrThrow(plan, results) };
}

/** What the manifest says of the source and the results. */
function manifestOf(
  { files, chunks, digests }: ShardPlan,
  results: readonly ChunkResult[],
  { options, sitePlan, shard }: ShardContext,
) {
  const entries = results.map(({ file, ranges }, chunk): ShardChunk => {
    const read = ranges.flatMap(({ records, lines }, index) => {
      const range = chunks[chunk]?.[index];
      if (!range) return [];
      const { start, end } = range;
      const digest = digests[chunk]?.[index] ?? '';
      return { file: relativePath(range.file, options.data), start, end, digest, records, lines };
    });
    return { bytes: statSync(file).size, ranges: read };
  });
  const inputs = shardInputs(options, sitePlan);
  return { shard: shard.index, total: shard.total, inputs, source: files, chunks: entries };
}

/** What the files of a shard follow from: those of courses are all that it has. */
function builtOf(chunks: readonly ChunkResult[], { site }: ShardContext): BuiltFiles {
  const courses = chunks.reduce((sum, chunk) => sum + chunk.columns().ids.length, 0);
  return { site, chunks, courses, otherPaths: [] };
}

/** The linkhashes among these, some of them at the ends of paths, of courses that are not in these results. */
function removedCourses(paths: readonly string[], results: readonly ChunkResult[]): string[] {
  const linkhashes = paths.flatMap((path) => /(?:^|\/)([0-9a-f]{32})$/u.exec(path)?.[1] ?? []);
  return linkhashesNotIn(results, linkhashes);
}

function stepsOf(written: readonly WrittenFiles[], stale: readonly string[]): Step[] {
  const staged = { outputs: [written], catalogFiles: noneWritten, fixedFiles: noneWritten };
  return stepsFor(staged, { owned: stale, besideApi: [] });
}

/** What a shard adds and changes; only the merge knows whether what one shard has removed is not in another. */
function changesOf(built: BuiltFiles, written: readonly WrittenFiles[], site: StagedShard): FileChanges {
  const changes = { changed: written.flatMap(({ changed }) => changed), removed: [] };
  if (site.published !== null) return { ...changes, added: written.flatMap(({ added }) => added) };
  return { ...changes, added: listFirstBuild(built, sumOf(written).files, site.folders) };
}

interface StagedShard {
  /** Null if the shard has never been built. */
  readonly published: string | null;
  /** Where its files are: first staged, then published. */
  readonly folders: readonly string[];
}

/** The counts of a shard alone. */
function summaryOf({ chunks, courses }: BuiltFiles, { providers, categories }: References): CatalogSummary {
  const names = chunks.flatMap((chunk) => chunk.columns().names.filter(({ route }) => route === 'language'));
  const languages = new Set(names.map(({ written }) => publishedLanguage(written))).size;
  return { courses, providers: providers.length, categories: categories.length, languages, pages: 0 };
}

/** Moves the files of results to the folder of their shard, and removes those of earlier runs. */
function moveResults(results: readonly ChunkResult[], folder: string): void {
  const names = new Set(results.map(({ file }) => basename(file)));
  for (const { file } of results) renameSync(file, join(folder, basename(file)));
  const isOld = (name: string) => isChunkFile(name) && !names.has(name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
}
