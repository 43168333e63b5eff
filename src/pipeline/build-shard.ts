// The order of work of a shard: a build that stops after its chunk results, and leaves all that it made in a folder of its own for the merge.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { publishedLanguage } from '../catalog/languages.ts';
import { readReferences, type References } from '../catalog/references.ts';
import { findJournal } from '../journal/journal.ts';
import { ownedFolders } from '../outputs/declarations.ts';
import { findSource } from '../source/find.ts';
import { noneWritten, sumOf, type WrittenFiles } from '../storage/writer.ts';
import type { BuildResult, FileChanges } from './build-options.ts';
import { allFiles, type BuiltFiles } from './built-files.ts';
import { chunkInputs, digestOfContext } from './cache/key.ts';
import { chunkFileOf } from './cache/store.ts';
import type { ByOutput, OutputSettings } from './output-settings.ts';
import { applySteps } from './publish/apply.ts';
import { planPublication } from './publish/publication.ts';
import { warningsOrThrow, type CatalogSource, type CatalogSummary } from './read/check-catalog.ts';
import { linkhashesNotIn, type ChunkResult } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import {
  removedBefore,
  siteFolder,
  writeManifest,
  type ShardChunk,
  type ShardSourceFile,
} from './shards/shard-manifest.ts';
import type { Shard } from './shards/shard.ts';
import { chunksOfShards, listSource, relativePath } from './shards/source.ts';
import { expectedFiles, listTarget, staleFiles } from './target/listing.ts';
import { trimSlash } from './target/manifest.ts';
import type { LockedTarget } from './target/staging-folder.ts';
import { Stopwatch } from './timing.ts';
import type { JobRoots } from './workers/jobs.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { shardThreads } from './workers/thread-count.ts';

interface ShardContext extends BuildSetup {
  readonly shard: Shard;
  readonly lockedTarget: LockedTarget;
}

/**
 * Builds one shard into its folder: its views and course pages, its chunk results, and a manifest that says that all are there. Throws a
 * ProblemsError, and leaves the folder as it was, if the source is at fault. If the disk is, the shard is not finished any more.
 */
export async function buildShard(context: ShardContext): Promise<BuildResult> {
  const { settings, target, lockedTarget, io } = context;
  const stopwatch = new Stopwatch();
  const plan = await planShard(context);
  stopwatch.lap('plan the shard');

  const staging = lockedTarget.staging();
  const shardSite = join(target, siteFolder);
  const listing = listTarget(shardSite, [apiRoot, ...ownedFolders.map(trimSlash)]);
  const published = existsSync(shardSite) ? shardSite : null;
  const root = { staging: staging.site, published, specialEntries: listing.specialEntries, isStamped: true };
  const roots = { api: root, files: root, spool: null };
  const { results, warnings } = await readShard(plan, { roots, folder: staging.state }, context);
  io.signal.throwIfAborted();
  stopwatch.lap('read the source');

  lockedTarget.assertHeld();
  const built = builtOf(results, settings);
  const written = results.flatMap((result) => Object.values(result.written));
  // What earlier runs left: the files of other courses, and those of other options.
  const stale = staleFiles(listing, expectedFiles(allFiles(built, () => true)));
  const removed = removedCourses([...removedBefore(target), ...stale], results);
  const changes = changesOf(built, written, published);
  const manifest = { ...manifestOf(plan, results, context), removed };
  mkdirSync(target, { recursive: true });
  writeManifest(target, staging.aside, { ...manifest, isFinished: false });
  context.unreported.add(changes);
  if (published === null) renameSync(staging.site, shardSite);
  else applySteps(staging.site, shardSite, staging.aside, stepsOf(written, stale));
  moveResults(results, target);
  writeManifest(target, staging.aside, { ...manifest, isFinished: true });
  stopwatch.lap('publish');
  const { files, bytes } = sumOf(written);
  const counts = { ...summaryOf(built, plan.references), files, bytes, folders: built.courses };
  return { ...counts, changes, warnings, notes: [], timings: stopwatch.timings, largestList: undefined };
}

/** What a shard is to read. */
interface ShardPlan extends CatalogSource {
  readonly files: ShardSourceFile[];
  /** See `digestOfContext`. */
  readonly contextDigest: string;
}

async function planShard({ options, key, shard }: ShardContext): Promise<ShardPlan> {
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const files = listSource(source.files, options.data);
  const chunks = chunksOfShards(source.files, [shard], { size: options.chunkSize });
  return { source, ...read, files, chunks, contextDigest: digestOfContext(key, read.references) };
}

/** Reads the chunks of a shard, and writes what outputs make of single courses. Throws a ProblemsError with every problem if any is an error. */
async function readShard(
  plan: ShardPlan,
  { roots, folder }: { readonly roots: JobRoots; readonly folder: string },
  shard: ShardContext,
) {
  const { references, chunks, contextDigest } = plan;
  const { options, settings, io } = shard;
  const journal = shard.journalFile && findJournal(shard.journalFile, undefined, io.at).known;
  const job = { references, writing: { options, settings, journal, roots, state: { folder, contextDigest } } };
  await using workers = await openWorkers(shardThreads('shard', chunks, options.threads), job, io.signal);
  const results = await readChunks(chunks, workers, io.onProgress);
  return { results, warnings: await warningsOrThrow(plan, results) };
}

/** What the manifest says of the source and the results. */
function manifestOf(
  { files, chunks }: ShardPlan,
  results: readonly ChunkResult[],
  { options, settings, shard }: ShardContext,
) {
  const entries = results.map(({ key, file, ranges }, chunk): ShardChunk => {
    const read = ranges.flatMap(({ fingerprint, records, lines }, index) => {
      const range = chunks[chunk]?.ranges[index];
      if (!range) return [];
      const { start, end } = range;
      return { file: relativePath(range.file, options.data), start, end, fingerprint, records, lines };
    });
    return { key, bytes: statSync(file).size, ranges: read };
  });
  const inputs = chunkInputs(options, settings);
  return { shard: shard.index, total: shard.total, inputs, source: files, chunks: entries };
}

/** What the files of a shard follow from: those of courses are all that it has. */
function builtOf(chunks: readonly ChunkResult[], settings: ByOutput<OutputSettings>): BuiltFiles {
  const courses = chunks.reduce((sum, chunk) => sum + chunk.columns().ids.length, 0);
  return { settings, chunks, courses, files: {} };
}

/** The linkhashes among these, some of them at the ends of paths, of courses that are not in these results. */
function removedCourses(paths: readonly string[], results: readonly ChunkResult[]): string[] {
  const linkhashes = paths.flatMap((path) => /(?:^|\/)([0-9a-f]{32})$/u.exec(path)?.[1] ?? []);
  return linkhashesNotIn(results, linkhashes);
}

function stepsOf(written: readonly WrittenFiles[], stale: readonly string[]) {
  const outputs = [{ isApi: false, written }];
  const nothing = { catalogFiles: noneWritten, entryPoints: noneWritten, fixedFiles: noneWritten, manifestPaths: [] };
  const removals = { owned: stale, besideApi: [], files: [] };
  return planPublication({ outputs, ...nothing }, removals, { firstFile: undefined, added: undefined }).steps;
}

/** What a shard adds and changes; only the merge knows whether what one shard has removed is not in another. */
function changesOf(built: BuiltFiles, written: readonly WrittenFiles[], published: string | null): FileChanges {
  if (published !== null) {
    return {
      added: written.flatMap(({ added }) => added),
      changed: written.flatMap(({ changed }) => changed),
      removed: [],
    };
  }
  const added = { length: sumOf(written).files, [Symbol.iterator]: () => allFiles(built, () => true) };
  return { added, changed: [], removed: [] };
}

/** The counts of a shard alone. */
function summaryOf({ chunks, courses }: BuiltFiles, { providers, categories }: References): CatalogSummary {
  const names = chunks.flatMap((chunk) => chunk.columns().names.filter(({ route }) => route === 'language'));
  const languages = new Set(names.map(({ written }) => publishedLanguage(written))).size;
  return { courses, providers: providers.length, categories: categories.length, languages, pages: 0 };
}

/** Moves the files of results to the folder of their shard, and removes those of earlier runs. */
function moveResults(results: readonly ChunkResult[], folder: string): void {
  const files = new Set(results.map(({ file }) => file));
  const names = new Set(Array.from(files, (file) => basename(file)));
  for (const file of files) renameSync(file, join(folder, basename(file)));
  const isOld = (name: string) => name.startsWith(chunkFileOf('')) && !names.has(name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
}
