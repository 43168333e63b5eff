// The merge: proves that the shards in a folder are all those of one build, and hands out their chunks with their results.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KnownLines, type FoundJournal } from '../../journal/journal.ts';
import { lastLinesFirst, linkhashIn, timeIn } from '../../journal/line.ts';
import type { Site } from '../../outputs/site-options.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../../problems.ts';
import type { SourceFile } from '../../source/find.ts';
import { quoteText } from '../../text/quote.ts';
import type { BuildOptions } from '../build-options.ts';
import { filesOfCourse } from '../built-files.ts';
import { chunkFileIn } from '../read/chunk-file.ts';
import type { Chunk } from '../read/chunks.ts';
import { ChunkResult, linkhashesNotIn } from '../read/result.ts';
import { findShards } from './find.ts';
import { shardInputs } from './inputs.ts';
import { isReplaced, type FoundShard, type ShardManifest, type ShardSourceFile } from './shard-manifest.ts';
import { shardText } from './shard.ts';
import { chunksOfShard, digestIfReadable, listSource, relativePath } from './source.ts';

/** What a merge needs of the setup of its build. */
interface MergeSetup {
  readonly options: BuildOptions;
  readonly sitePlan: SitePlan;
}

/** The shards of a folder, as one source of chunk results. */
export class MergedShards {
  private constructor(
    private readonly shards: readonly FoundShard[],
    readonly chunks: readonly Chunk[],
    /** One for each chunk. */
    readonly results: readonly ChunkResult[],
  ) {}

  /**
   * Opens the shards of a folder. Throws a ProblemsError that names files and shards unless they have read the same bytes as there are in
   * `files`, and no others, under the same options.
   */
  static open(merge: string, { options, sitePlan }: MergeSetup, files: readonly SourceFile[]): MergedShards {
    const { data, chunkSize } = options;
    const shards = findShards(merge);
    failUnlessSameInputs(shards, shardInputs(options, sitePlan));
    failUnlessSameSource(shards, listSource(files, data), data);
    const chunksByShard = shards.map(({ manifest: { shard: index, total } }) =>
      chunksOfShard(files, { index, total }, chunkSize),
    );
    const problems = shards.flatMap((shard, number) => unreadFiles(shard, chunksByShard[number] ?? [], data));
    if (problems.length > 0) throw new ProblemsError(unique(problems));
    return new MergedShards(shards, chunksByShard.flat(), shards.flatMap(loadResults));
  }

  /** Throws a ProblemsError that names the shards with courses that changed at other times than this journal has, or will have. */
  failUnlessOf(journal: FoundJournal): void {
    const known = new KnownLines(journal.known);
    const problems = this.results.flatMap((result) => {
      const lines = [...lastLinesFirst(result.value('journal'))];
      if (lines.every((line) => timeIn(line) === journal.known.at || known.find(linkhashIn(line)) === line)) return [];
      const finding = 'was built with another journal, or another time of what changed';
      return [fileProblem(dirname(result.file), { rule: 'shard-other', finding })];
    });
    if (problems.length > 0) throw new ProblemsError(unique(problems));
  }

  /** Throws a ProblemsError if a shard has begun again since. */
  failIfReplaced(): void {
    const problems = this.shards.filter(isReplaced).map(replacedDuringMerge);
    if (problems.length > 0) throw new ProblemsError(problems);
  }

  /** The files of courses that shards have removed and no shard has now: they may still be where the shards were sent. */
  removedFiles(site: Site): string[] {
    const removed = this.shards.flatMap(({ manifest }) => manifest.removed);
    return linkhashesNotIn(this.results, removed).flatMap((linkhash) => filesOfCourse(linkhash, site));
  }
}

function replacedDuringMerge({ folder, manifest }: FoundShard): Problem {
  const finding = `shard ${shardName(manifest)} was built again during the merge`;
  return fileProblem(folder, { rule: 'shard-busy', finding });
}

/** The results of a shard. Checks that the file of each is there and whole; its values are read on first use. */
function loadResults({ folder, manifest }: FoundShard): ChunkResult[] {
  return manifest.chunks.map(({ bytes, ranges }, number) => {
    const file = chunkFileIn(folder, number);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== bytes) {
      const damage = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`;
      const finding = `${damage}: a result of shard ${shardName(manifest)}`;
      throw errorAt(file, { rule: 'shard-damaged', finding });
    }
    const read = ranges.map(({ records, lines }) => ({ records, lines, problems: [] }));
    return new ChunkResult({ ranges: read, written: {}, values: {}, file });
  });
}

/** The files of which a shard has not read the same ranges with the same bytes as there are now. */
function unreadFiles({ manifest }: FoundShard, chunks: readonly Chunk[], data: string): Problem[] {
  const texts = (all: readonly (readonly ReadRange[])[]) =>
    new Map(all.flatMap((ranges, chunk) => ranges.map((range) => [JSON.stringify([chunk, range]), range.file])));
  const now = texts(
    chunks.map((ranges) =>
      ranges.map(({ file, start, end }) => {
        return { file: relativePath(file, data), start, end, digest: digestIfReadable({ file, start, end }) };
      }),
    ),
  );
  const then = texts(
    manifest.chunks.map(({ ranges }) => ranges.map(({ file, start, end, digest }) => ({ file, start, end, digest }))),
  );
  const differing = [...now, ...then].filter(([text]) => !(now.has(text) && then.has(text)));
  return differing.map(([, file]) => changedSince(join(data, file), 'has changed', shardName(manifest)));
}

type ReadRange = Pick<ShardManifest['chunks'][number]['ranges'][number], 'file' | 'start' | 'end' | 'digest'>;

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
      if (was && is && was.size === is.size && was.digest === is.digest) return [];
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
  if (name === 'version') return `by version ${theirs} of this tool, not ${ours}`;
  if (name === 'versions') return `under Node ${theirs}, not ${ours}`;
  return `with ${quoteText(name)} ${theirs}, not ${ours}`;
}
