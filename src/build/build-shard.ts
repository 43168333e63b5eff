// The order of work of a shard: a build that stops after reading, and leaves all that it made in its folder for the merge.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { publishedLanguage } from '../catalog/languages.ts';
import { readReferences, type References } from '../catalog/references.ts';
import { openJournal } from '../storage/journal/journal.ts';
import { ownedFolders } from '../outputs/declarations.ts';
import { fileProblem, type Problem } from '../text/problems.ts';
import type { CatalogSummary } from '../results.ts';
import { findSource } from '../catalog/source/find.ts';
import { noneWritten, sumOf } from '../storage/writer.ts';
import type { BuildIo, BuildOptions, BuildResult } from './build-options.ts';
import { courseFilesOf, expectedFiles, listFirstBuild, type BuiltFiles } from './built-files.ts';
import { applySteps } from './publish/apply.ts';
import { stepsFor } from './publish/publication.ts';
import { heartbeatOf } from './publish/publish.ts';
import { listTarget, staleFiles } from './published/listing.ts';
import { trimSlash } from './published/manifest.ts';
import { folderFinding } from './published/obstacles.ts';
import { warningsOrThrow } from './read/check-catalog.ts';
import { isChunkFile } from './read/chunk-file.ts';
import type { ChunkResult } from './read/result.ts';
import { workOn, type BuildSetup } from './setup.ts';
import { shardInputs } from './shards/inputs.ts';
import { isShard, siteFolder, writeManifest, type ShardChunk } from './shards/shard-manifest.ts';
import type { Shard } from './shards/shard.ts';
import { chunksOfShard, digestChunk, listSource, type DigestedRange } from './shards/source.ts';
import { Stopwatch } from './timing.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { shardThreads } from './workers/thread-count.ts';

/** `out` is the folder of the shard. There is no dry run. */
interface ShardOptions extends BuildOptions {
  readonly shard: Shard;
}

/**
 * Builds one shard into its folder: its views and course pages, its chunk results, and a manifest that says that all are there. Throws a
 * ProblemsError, and leaves the folder as it was, if the source is at fault. If the disk is, the shard is not finished any more.
 */
export async function buildShard(options: ShardOptions, io: BuildIo): Promise<BuildResult> {
  return workOn(options, io, {
    obstacles: () => folderProblems(options),
    mayHaveChanged: true,
    run: (setup) => readAndKeep(setup, options.shard),
  });
}

async function readAndKeep(setup: BuildSetup, shard: Shard): Promise<BuildResult> {
  const { options, io, sitePlan, site, target, lockedTarget } = setup;
  if (!lockedTarget) throw new TypeError('a shard has no dry run');
  const stopwatch = new Stopwatch();
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const chunks = chunksOfShard(source.files, shard, options.chunkSize);
  const digested = chunks.map((chunk) => digestChunk(chunk, options.data));
  const inputs = shardInputs(options, sitePlan);
  const plan = { shard, inputs, source: listSource(source.files, options.data) };
  const journal = openJournal(options, io.at);
  stopwatch.lap('find the source');

  const staging = lockedTarget.staging();
  const shardSite = join(target, siteFolder);
  const courseFiles = courseFilesOf(site);
  const listing = listTarget(shardSite, [apiRoot, ...ownedFolders.map(trimSlash)], courseFiles);
  const isFirst = !existsSync(shardSite);
  const roots = {
    staging: staging.site,
    published: isFirst ? null : shardSite,
    specialEntries: listing.specialEntries,
    courseFiles,
    isDigested: true,
  };
  const writing = { site, journal: journal?.known, roots, chunkFolder: staging.chunks };
  const job = { references: read.references, fields: site.fields, writing };
  await using workers = await openWorkers(shardThreads('shard', chunks, options.threads), job, io);
  const results = await readChunks(chunks, workers, io.onProgress);
  const warnings = await warningsOrThrow({ source, ...read, chunks }, results, { data: options.data, isWhole: false });
  const manifest = { ...plan, chunks: results.map((result, chunk) => chunkIn(result, digested[chunk] ?? [])) };
  io.signal.throwIfAborted();
  stopwatch.lap('read the source');

  lockedTarget.assertHeld();
  const written = results.flatMap((result) => Object.values(result.written));
  const courses = results.reduce((sum, result) => sum + result.columns().ids.length, 0);
  const built = { site, chunks: results, courses, otherPaths: [] };
  mkdirSync(target, { recursive: true });
  writeManifest(target, staging.folder, { ...manifest, isFinished: false });
  if (isFirst) renameSync(staging.site, shardSite);
  else {
    // What earlier runs left: the files of other courses, and those of other options.
    const stale = [...staleFiles(listing, expectedFiles(built)), ...written.flatMap((files) => files.stale)];
    const staged = { outputs: [written], catalogFiles: noneWritten, fixedFiles: noneWritten };
    const steps = stepsFor(staged, { owned: stale, besideApi: [] });
    applySteps(staging.site, shardSite, steps, heartbeatOf(lockedTarget));
  }
  moveResults(results, target);
  writeManifest(target, staging.folder, { ...manifest, isFinished: true });
  stopwatch.lap('publish');

  const { files, bytes } = sumOf(written);
  return {
    ...summaryOf(built, read.references),
    files,
    bytes,
    folders: courses,
    changes: {
      added: isFirst ? listFirstBuild(built, files, [shardSite]) : written.flatMap(({ added }) => added),
      changed: written.flatMap(({ changed }) => changed),
      // What is no longer in one shard may be in another.
      removed: [],
    },
    warnings,
    notes: [],
    timings: stopwatch.timings,
    largestList: undefined,
  };
}

function folderProblems({ out, data }: ShardOptions): Problem[] {
  const finding = folderFinding(out, data, isShard);
  return finding === undefined ? [] : [fileProblem(out, { rule: 'shards-folder', finding })];
}

/** What the manifest says of a chunk. */
function chunkIn({ file, ranges }: ChunkResult, digested: readonly DigestedRange[]): ShardChunk {
  const read = digested.map((range, index) => {
    const { records = 0, lines = 0 } = ranges[index] ?? {};
    return { ...range, records, lines };
  });
  return { bytes: statSync(file).size, ranges: read };
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
