// The merge: proves that the shards in a folder are all those of one build, and hands out their chunk results.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { References } from '../../catalog/references.ts';
import { KnownLines, type FoundJournal } from '../../journal/journal.ts';
import { lastLinesFirst, linkhashIn, timeIn } from '../../journal/line.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../../problems.ts';
import type { SourceFile } from '../../source/find.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { quoteText } from '../../text/quote.ts';
import type { BuildOptions } from '../build-options.ts';
import { filesOfCourse } from '../built-files.ts';
import { chunkInputs, chunkKey, digestOfContext, type CacheKey } from '../cache/key.ts';
import { chunkFileOf } from '../cache/store.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import type { Chunk } from '../read/chunks.ts';
import { ChunkResult, linkhashesNotIn } from '../read/result.ts';
import { findShards } from './find.ts';
import {
  isReplaced,
  type FoundShard,
  type ShardChunk,
  type ShardManifest,
  type ShardSourceFile,
} from './shard-manifest.ts';
import { shardText } from './shard.ts';
import { chunksOfShards, listSource, relativePath } from './source.ts';

/** What a merge needs of the setup of its build. */
interface MergeSetup {
  readonly options: BuildOptions;
  readonly settings: ByOutput<OutputSettings>;
  readonly key: CacheKey;
}

/** The shards of a folder, as one source of chunk results. */
export class MergedShards {
  private readonly entries: ReadonlyMap<string, { readonly shard: FoundShard; readonly chunk: ShardChunk }>;
  /** Those of the chunks that were looked up. */
  private readonly results = new Map<string, ChunkResult>();

  private constructor(
    private readonly shards: readonly FoundShard[],
    private readonly setup: MergeSetup,
    private readonly files: readonly SourceFile[],
    private readonly contextDigest: string,
  ) {
    const all = shards.flatMap((shard) => shard.manifest.chunks.map((chunk) => [chunk.key, { shard, chunk }] as const));
    this.entries = new Map(all);
  }

  /** Opens the shards of a folder. Throws a ProblemsError if they are not all those of one build of this source. */
  static open(
    merge: string,
    setup: MergeSetup,
    { files, references }: { files: readonly SourceFile[]; references: References },
  ): MergedShards {
    const { options, settings, key } = setup;
    const shards = findShards(merge);
    failUnlessSameInputs(shards, chunkInputs(options, settings));
    failUnlessSameSource(shards, listSource(files, options.data), options.data);
    return new MergedShards(shards, setup, files, digestOfContext(key, references));
  }

  /**
   * All chunks of the source with their results. Throws a ProblemsError that names files and shards unless the shards have read
   * the same bytes, and no others, under the same options.
   */
  chunks(): Chunk[] {
    const { data, chunkSize } = this.setup.options;
    const numbers = this.shards.map(({ manifest: { shard: index, total } }) => ({ index, total }));
    const find = (ranges: readonly SourceRange[]) => this.resultOf(ranges);
    const chunks = chunksOfShards(this.files, numbers, { size: chunkSize, find });
    const problems = [
      ...unreadFiles(chunks, this.shards, data),
      ...this.shards.flatMap((shard) => changedChunkFiles(shard, this.results, data)),
    ];
    if (problems.length > 0) throw new ProblemsError(unique(problems));
    return chunks;
  }

  private resultOf(ranges: readonly SourceRange[]): ChunkResult | undefined {
    const key = chunkKey(this.contextDigest, ranges) ?? '';
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    const result = this.results.get(key) ?? loadResult(entry.shard, entry.chunk);
    this.results.set(key, result);
    return result;
  }

  /** Throws a ProblemsError that names the shards with courses that changed at other times than this journal has, or will have. */
  failUnlessOf(journal: FoundJournal): void {
    const known = new KnownLines(journal.known);
    const problems = Array.from(this.results.values()).flatMap((result) => {
      const lines = [...lastLinesFirst(result.value('journal'))];
      if (lines.every((line) => timeIn(line) === journal.known.at || known.find(linkhashIn(line)) === line)) return [];
      const finding = 'was built with another journal, or another time of what changed';
      return [fileProblem(dirname(result.file), { rule: 'shard-other', finding })];
    });
    if (problems.length > 0) throw new ProblemsError(unique(problems));
  }

  /** Throws a ProblemsError if a shard has begun anew since. */
  failIfReplaced(): void {
    const problems = this.shards.filter(isReplaced).map(replacedDuringMerge);
    if (problems.length > 0) throw new ProblemsError(problems);
  }

  /** The files of courses that shards have removed and no shard has now: they may still be where the shards were sent. */
  goneFiles(results: readonly ChunkResult[]): string[] {
    const removed = this.shards.flatMap(({ manifest }) => manifest.removed);
    return linkhashesNotIn(results, removed).flatMap((linkhash) => filesOfCourse(linkhash, this.setup.settings));
  }
}

function replacedDuringMerge({ folder, manifest }: FoundShard): Problem {
  const finding = `shard ${shardName(manifest)} was built again during the merge`;
  return fileProblem(folder, { rule: 'shard-busy', finding });
}

/** Checks that the file of a result is there and whole; its parts are read on first use. */
function loadResult({ folder, manifest }: FoundShard, { key, bytes, ranges }: ShardChunk): ChunkResult {
  const file = join(folder, chunkFileOf(key));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== bytes) {
    const damage = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`;
    const finding = `${damage}: a result of shard ${shardName(manifest)}`;
    throw errorAt(file, { rule: 'shard-damaged', finding });
  }
  const read = ranges.map(({ fingerprint, records, lines }) => ({ fingerprint, records, lines, problems: [] }));
  return new ChunkResult({ key, ranges: read, written: {}, values: {}, file });
}

/** The files of chunks that no shard has read as they are now. */
function unreadFiles(chunks: readonly Chunk[], shards: readonly FoundShard[], data: string): Problem[] {
  const missing = chunks.filter(({ cached }) => !cached);
  return missing.flatMap(({ ranges }) =>
    ranges.flatMap((range) => {
      const path = relativePath(range.file, data);
      const isRead = ({ file, start, end }: ShardChunk['ranges'][number]) =>
        file === path && start < range.end && end > range.start;
      const shard = shards.find(({ manifest }) => manifest.chunks.some((chunk) => chunk.ranges.some(isRead)));
      if (shard) return changedSince(range.file.path, 'has changed', shardName(shard.manifest));
      const finding = `no shard has read its bytes ${range.start} to ${range.end}`;
      return fileProblem(range.file.path, { rule: 'shard-missing', finding, remedy: 'run all shards again' });
    }),
  );
}

/** The files of chunks that a shard has read and that are no longer in the source. */
function changedChunkFiles(
  { manifest }: FoundShard,
  results: ReadonlyMap<string, ChunkResult>,
  data: string,
): Problem[] {
  const others = manifest.chunks.filter(({ key }) => !results.has(key));
  return others.flatMap(({ ranges }) =>
    ranges.map(({ file }) => changedSince(join(data, file), 'has changed', shardName(manifest))),
  );
}

/** One problem for each file and shard. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.file}\n${problem.finding}`, problem])).values()];
}

/** Throws a ProblemsError that names every shard and option that differs. */
function failUnlessSameInputs(shards: readonly FoundShard[], inputs: ShardManifest['inputs']): void {
  const problems = shards.flatMap(({ folder, manifest }) => {
    const names = [...new Set([...Object.keys(inputs), ...Object.keys(manifest.inputs)])];
    const differing = names.filter((name) => inputs[name] !== manifest.inputs[name]);
    if (differing.length === 0) return [];
    const differences = differing.map((name) => differenceIn(name, manifest.inputs[name], inputs[name]));
    const finding = `shard ${shardName(manifest)} was built ${differences.join(', and ')}`;
    return [fileProblem(folder, { rule: 'shard-other', finding })];
  });
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** Throws a ProblemsError that names every shard and source file that differs; `data` is the source folder. */
function failUnlessSameSource(shards: readonly FoundShard[], source: readonly ShardSourceFile[], data: string): void {
  const problems = shards.flatMap(({ manifest }) => {
    const now = new Map(source.map((file) => [file.path, file]));
    const then = new Map(manifest.source.map((file) => [file.path, file]));
    return [...new Set([...now.keys(), ...then.keys()])].flatMap((path) => {
      const [was, is] = [then.get(path), now.get(path)];
      if (was && is && was.size === is.size && was.fingerprint === is.fingerprint) return [];
      const what = is ? (was ? 'has changed' : 'has been added') : 'has been removed';
      return [changedSince(join(data, path), what, shardName(manifest))];
    });
  });
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** A source file that is not what a shard read. */
function changedSince(file: string, what: string, shard: string): Problem {
  const finding = `${what} since shard ${shard} read the source`;
  return fileProblem(file, { rule: 'source-changed', finding, remedy: `run shard ${shard} again, then merge again` });
}

function shardName({ shard, total }: Pick<ShardManifest, 'shard' | 'total'>): string {
  return shardText({ index: shard, total });
}

function differenceIn(name: string, theirs = 'unknown', ours = 'unknown'): string {
  if (name === 'digest') return 'by another version of this tool';
  if (name === 'versions') return `under Node ${theirs}, not ${ours}`;
  // Names of settings begin with that of their output.
  return `with ${quoteText(name.split(' ').at(-1) ?? name)} ${theirs}, not ${ours}`;
}
