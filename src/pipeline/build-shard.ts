// The order of work of a shard: a build that stops after its chunk results, and leaves all that it made in a folder of its own for the merge.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { languageName } from '../catalog/languages.ts';
import { readReferences, type References } from '../catalog/references.ts';
import { apiRoot } from '../api/routes.ts';
import { applySteps } from './publish/apply.ts';
import type { Changes } from './publish/changes.ts';
import { listOutput, staleFiles, type OutputListing } from './publish/listing.ts';
import { planPublication } from './publish/publication.ts';
import type { LockedOutput } from './publish/stage.ts';
import { noneWritten, sumOf } from '../storage/writer.ts';
import { ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { coursePagesFolder } from '../outputs/course-pages/paths.ts';
import { findSource } from '../source/find.ts';
import { contextKey, sharedFingerprintKey, viewInputs } from './cache/key.ts';
import { apiPaths, coursePagePaths } from './lists/all-paths.ts';
import { expectedCoursePages, expectedListing } from './lists/layout.ts';
import type { BuildOptions, BuildResult } from './options.ts';
import { failIfChanged } from './read/catalog.ts';
import type { Chunk } from './read/chunks.ts';
import { courseProblems } from './read/problems.ts';
import { readChunks } from './read/read-chunks.ts';
import { linkhashesOf, type ChunkResult } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import type { Share } from './share.ts';
import { removedBefore, siteFolder, writeManifest } from './shards/manifest.ts';
import { keepResult, moveResults, type KeptResult } from './shards/results.ts';
import { listSource } from './shards/source.ts';
import { chunksOfShare } from './shards/split.ts';
import { Stopwatch } from './timing.ts';
import { jobContext, type JobFolders } from './workers/context.ts';
import { openWorkers } from './workers/pool.ts';
import { partThreads } from './workers/thread-count.ts';

export interface ShardContext extends Pick<BuildSetup, 'options' | 'io' | 'site' | 'key' | 'target' | 'unreported'> {
  readonly share: Share;
  readonly output: LockedOutput;
}

/**
 * Builds one shard into its folder: its views and course pages, its chunk results, and a manifest that says that all are there. Throws a
 * ProblemsError, and leaves the folder as it was, if the source is at fault. If the disk is, the shard is not finished any more.
 */
export async function buildShard(context: ShardContext): Promise<BuildResult> {
  const { options, site, share, target, output, io, unreported } = context;
  const stopwatch = new Stopwatch();
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const inputs = viewInputs(options, site);
  const fingerprintKey = sharedFingerprintKey(inputs);
  const listed = listSource(source.files, options.data, fingerprintKey);
  const chunks = chunksOfShare(source.files, share, { size: options.chunkSize });
  stopwatch.lap('plan the shard');

  const stage = output.stage();
  const home = join(target, siteFolder);
  const listing = listOutput(home);
  const published = existsSync(home) ? home : null;
  const roots = { stage: stage.site, published, odd: listing.odd, isStamped: true };
  const folders = { apiRoots: roots, siteRoots: roots, recordsFolder: null, state: null };
  const kept = await readShard(chunks, {
    ...context,
    folder: stage.state,
    references: read.references,
    fingerprintKey,
    folders,
  });
  const results = kept.map(({ result }) => result);
  failIfChanged(source);
  const ofCourses = await courseProblems(chunks, results, read.references, options.data);
  // Whether the catalog is empty shows only in the whole of it.
  const own = ofCourses.filter(({ rule }) => rule !== 'courses-empty');
  const warnings = sortProblems([...source.problems, ...read.problems, ...own]);
  if (warnings.some(({ level }) => level === 'error')) throw new ProblemsError(warnings);
  io.signal.throwIfAborted();
  stopwatch.lap('read the source');

  output.assertHeld();
  const stale = staleCourses(results, listing, options);
  const removed = removedCourses([...removedBefore(target), ...stale], results);
  const changes = changesOf(results, published, options);
  mkdirSync(target, { recursive: true });
  const entries = kept.map(({ entry }) => entry);
  const manifest = { shard: share.index, total: share.total, inputs, source: listed, chunks: entries, removed };
  writeManifest(target, stage.aside, { ...manifest, isFinished: false });
  unreported.add(changes);
  if (published === null) renameSync(stage.site, home);
  else applySteps(stage.site, home, stage.aside, stepsOf(results, stale));
  moveResults(entries, stage.state, target);
  writeManifest(target, stage.aside, { ...manifest, isFinished: true });
  stopwatch.lap('publish');
  return { ...resultOf(results, read.references, changes, warnings), timings: stopwatch.timings };
}

interface ReadContext extends ShardContext {
  readonly folder: string;
  readonly references: References;
  readonly fingerprintKey: string;
  readonly folders: JobFolders;
}

/** Reads the chunks of a shard; writes their views and course pages to the stage, and their results to a folder. */
async function readShard(chunks: readonly Chunk[], context: ReadContext): Promise<KeptResult[]> {
  const { options, site, io, key, folder, references, fingerprintKey, folders } = context;
  const job = jobContext(references, fingerprintKey, folders, options, site);
  const place = { folder, data: options.data, context: contextKey(key, references) };
  await using workers = await openWorkers(partThreads('shard', chunks, options.threads), job, io.signal);
  const kept = new Map<Chunk, KeptResult>();
  const readOne = async (chunk: Chunk): Promise<ChunkResult> => {
    const one = keepResult(await workers.read(chunk.ranges), chunk, place);
    kept.set(chunk, one);
    return one.result;
  };
  await readChunks(chunks, readOne, io.onProgress);
  return chunks.flatMap((chunk) => kept.get(chunk) ?? []);
}

/** What earlier runs left: the files of other courses, and those of other options. */
function staleCourses(
  results: readonly ChunkResult[],
  { api, coursePages }: OutputListing,
  options: BuildOptions,
): string[] {
  const expected = expectedListing([], options.pageSize, linkhashesOf(results), options);
  const pages = expectedCoursePages(options.coursePages ? linkhashesOf(results) : []);
  return [
    ...(api ? staleFiles(api, expected, apiRoot) : []),
    ...(coursePages ? staleFiles(coursePages, pages, coursePagesFolder) : []),
  ];
}

/** The linkhashes among these, some of them at the ends of paths, of courses that are not in these results. */
function removedCourses(paths: readonly string[], results: readonly ChunkResult[]): string[] {
  const removed = new Set(paths.flatMap((path) => /(?:^|\/)([0-9a-f]{32})$/u.exec(path)?.[1] ?? []));
  if (removed.size > 0) for (const linkhash of linkhashesOf(results)) removed.delete(linkhash);
  return [...removed];
}

function stepsOf(results: readonly ChunkResult[], stale: readonly string[]) {
  const [views, coursePages] = [results.map((one) => one.views), results.map((one) => one.coursePages)];
  const nothing = { pages: [], resources: noneWritten, documents: [], root: noneWritten, rootFiles: [] };
  const removals = { api: stale, root: [], files: [] };
  return planPublication({ views, coursePages, ...nothing }, removals, { firstFile: undefined, added: undefined })
    .steps;
}

/** What a shard adds and changes; only the merge knows whether what one shard has removed is not in another. */
function changesOf(results: readonly ChunkResult[], published: string | null, options: BuildOptions): Changes {
  const written = results.flatMap(({ views, coursePages }) => [views, coursePages]);
  if (published !== null) {
    return {
      added: written.flatMap(({ added }) => added),
      changed: written.flatMap(({ changed }) => changed),
      removed: [],
    };
  }
  const views = apiPaths({ chunks: results, layout: [] }, new Uint32Array(), [], options);
  const added = {
    length: sumOf(written).files,
    *[Symbol.iterator]() {
      yield* views;
      if (options.coursePages) yield* coursePagePaths(results);
    },
  };
  return { added, changed: [], removed: [] };
}

/** The counts of a shard alone. */
function resultOf(
  results: readonly ChunkResult[],
  { providers, categories }: References,
  changes: Changes,
  warnings: readonly Problem[],
): Omit<BuildResult, 'timings'> {
  const languages = new Set(results.flatMap((result) => result.columns().languages.map(({ written }) => written)));
  const courses = results.reduce((sum, result) => sum + result.columns().ids.length, 0);
  const { files, bytes } = sumOf(results.flatMap(({ views, coursePages }) => [views, coursePages]));
  return {
    courses,
    providers: providers.length,
    categories: categories.length,
    languages: new Set([...languages].map(languageName)).size,
    pages: 0,
    files,
    bytes,
    folders: courses,
    changes,
    warnings,
    notes: [],
    largestList: undefined,
  };
}
