// The order of work of a shard: a build that stops after its chunk results, and leaves them with a manifest for the merge.
import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { languageName } from '../catalog/languages.ts';
import { readReferences, type References } from '../catalog/references.ts';
import type { Changes } from '../output/changes.ts';
import { acquireLock } from '../output/lock.ts';
import { isOurs } from '../output/manifest.ts';
import { warningsOf, type LockedOutput } from '../output/stage.ts';
import { sumOf } from '../output/writer.ts';
import { UndoLog } from '../output/undo-log.ts';
import { lockFileOf, ownRootFiles } from '../output/target.ts';
import { realPath } from '../paths.ts';
import { ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { coursePagesFolder } from '../site/pages/paths.ts';
import { findSource } from '../source/find.ts';
import { contextKey, sharedFingerprintKey, viewInputs } from './cache/key.ts';
import { forgetState, stateFolderOf } from './cache/store.ts';
import type { BuildResult } from './options.ts';
import { failIfChanged } from './read/catalog.ts';
import type { Chunk } from './read/chunks.ts';
import { courseProblems } from './read/problems.ts';
import { readChunks } from './read/read-chunks.ts';
import { linkhashesOf, type ChunkResult } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import type { Share } from './share.ts';
import {
  otherCourses,
  publishCourses,
  removeFolders,
  removeOtherFiles,
  shardRoots,
  type ShardRoots,
} from './shards/courses.ts';
import {
  keepRemoved,
  shardFolderOf,
  withdrawManifest,
  writeManifest,
  type EarlierRuns,
  type ShardManifest,
} from './shards/manifest.ts';
import { keepResult, removeOtherResults, type KeptResult } from './shards/results.ts';
import type { Mark } from './shards/marks.ts';
import { listSource } from './shards/source.ts';
import { chunksOfShare } from './shards/split.ts';
import { Stopwatch } from './timing.ts';
import { jobContext } from './workers/context.ts';
import { openWorkers } from './workers/pool.ts';
import { partThreads } from './workers/thread-count.ts';

export interface ShardContext extends Pick<BuildSetup, 'options' | 'io' | 'site' | 'key' | 'target'> {
  readonly share: Share;
  /** The folder for the results of all shards. */
  readonly shards: string;
  readonly output: LockedOutput;
  readonly mark: Mark;
}

/**
 * Builds one shard: its views and course pages go to the output folder, each whole or not at all, and its chunk results with a
 * manifest to the folder of the shards. Throws a ProblemsError, leaves the output as it was, and no manifest, if the source or the disk is at fault.
 */
export async function buildShard(context: ShardContext): Promise<BuildResult> {
  const { share, shards } = context;
  const home = realPath(shards);
  mkdirSync(home, { recursive: true });
  const folder = shardFolderOf(home, share);
  const lock = acquireLock(shardFolderOf(shards, share), folder, home);
  const [built] = await Promise.allSettled([buildInto(folder, context)]);
  const leftovers = await warningsOf(lockFileOf(folder, home), () => lock.release());
  if (built.status === 'rejected') throw built.reason;
  return { ...built.value, warnings: [...built.value.warnings, ...leftovers] };
}

async function buildInto(folder: string, context: ShardContext): Promise<BuildResult> {
  const { options, site, share, target, output, mark } = context;
  const stopwatch = new Stopwatch();
  const before = withdrawManifest(folder);
  const source = await findSource(options.data);
  const read = await readReferences(source.files);
  const inputs = viewInputs(options, site.pages);
  const fingerprintKey = sharedFingerprintKey(inputs);
  const listed = listSource(source.files, options.data, fingerprintKey);
  const chunks = chunksOfShare(source.files, share, { size: options.chunkSize });
  stopwatch.lap('plan the shard');

  const stage = output.stage();
  const roots = shardRoots(stage, target);
  const kept = await readShard(chunks, { ...context, folder, references: read.references, fingerprintKey, roots });
  const results = kept.map(({ result }) => result);
  const entries = kept.map(({ entry }) => entry);
  failIfChanged(source);
  const ofCourses = await courseProblems(chunks, results, read.references, options.data);
  // Whether the catalog is empty shows only in the whole of it.
  const own = ofCourses.filter(({ rule }) => rule !== 'courses-empty');
  const warnings = sortProblems([...source.problems, ...read.problems, ...own]);
  if (warnings.some(({ level }) => level === 'error')) throw new ProblemsError(warnings);
  context.io.signal.throwIfAborted();
  stopwatch.lap('read the source');

  output.assertHeld();
  forgetState(stateFolderOf(target));
  if (options.coursePages) mark.addFolders([`${coursePagesFolder}/`]);
  removeOtherResults(folder, entries);
  const written = sumOf(results.flatMap(({ views, coursePages }) => [views, coursePages]));
  const courses = results.reduce((sum, result) => sum + result.columns().ids.length, 0);
  const counts = { courses, files: written.files, bytes: written.bytes };
  const log = new UndoLog(target, stage.aside);
  const changes = log.undoIfItFails(() => {
    const published = publishCourses(results, roots, log, options);
    const removed = removeStale(results, before, inputs, { ...context, folder, log });
    const { index: shard, total } = share;
    writeManifest(folder, { shard, total, inputs, source: listed, chunks: entries, removed, counts });
    return published;
  });
  stopwatch.lap('publish');
  return { ...resultOf(results, read.references, changes, warnings), ...counts, timings: stopwatch.timings };
}

interface RemoveContext extends ShardContext {
  readonly folder: string;
  readonly log: UndoLog;
}

/** Removes what is stale in an output of this shard alone. Returns the linkhashes of all courses that this run or an earlier one removed. */
function removeStale(
  results: readonly ChunkResult[],
  before: EarlierRuns,
  inputs: ShardManifest['inputs'],
  { mark, target, options, folder, log }: RemoveContext,
): string[] {
  // A merge or a whole build has made it the one output of all.
  const isAlone = mark.isOwn() && !isOurs(target);
  const gone = isAlone ? otherCourses(results, target, options) : [];
  const own = new Set(before.removed.length + gone.length > 0 ? linkhashesOf(results) : []);
  const all = new Set([...before.removed, ...gone.map((path) => basename(path))]);
  const removed = [...all].filter((linkhash) => !own.has(linkhash));
  keepRemoved(folder, removed);
  removeFolders(gone, log);
  if (isAlone && !isDeepStrictEqual(before.inputs, inputs)) {
    removeOtherFiles(results, log, ownRootFiles(target), options);
  }
  return removed;
}

interface ReadContext extends ShardContext {
  readonly folder: string;
  readonly references: References;
  readonly fingerprintKey: string;
  readonly roots: ShardRoots;
}

/** Reads the chunks of a shard; writes their views and course pages to the stage, and their results to the folder of the shard. */
async function readShard(chunks: readonly Chunk[], context: ReadContext): Promise<KeptResult[]> {
  const { options, site, io, key, folder, references, fingerprintKey, roots } = context;
  const job = jobContext(references, fingerprintKey, { ...roots, recordsFolder: null, state: null }, options, site);
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

/** The counts of a shard alone. */
function resultOf(
  results: readonly ChunkResult[],
  { providers, categories }: References,
  changes: Changes,
  warnings: readonly Problem[],
): Omit<BuildResult, 'courses' | 'files' | 'bytes' | 'timings'> {
  const languages = new Set(results.flatMap((result) => result.columns().languages.map(({ written }) => written)));
  const courses = results.reduce((sum, result) => sum + result.columns().ids.length, 0);
  return {
    providers: providers.length,
    categories: categories.length,
    languages: new Set([...languages].map(languageName)).size,
    pages: 0,
    folders: courses,
    changes,
    warnings,
    notes: [],
    largestList: undefined,
  };
}
