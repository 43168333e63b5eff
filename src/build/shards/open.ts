// Opens the shards of a merge: proves that they are all those of one site, and hands out their chunks with their results.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { KnownLines, type FoundJournal } from '../../storage/journal/journal.ts';
import { lastLinesFirst, linkhashIn, timeIn } from '../../storage/journal/line.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import { errorAt, fileProblem, ProblemsError, type Problem } from '../../text/problems.ts';
import type { SourceFile } from '../../catalog/source/find.ts';
import { quoteText } from '../../text/quote.ts';
import type { BuildOptions } from '../build-options.ts';
import { chunkFileIn } from '../read/chunk-file.ts';
import type { Chunk } from '../read/chunks.ts';
import { ChunkResult } from '../read/result.ts';
import { findShards } from './find.ts';
import { shardInputs } from './inputs.ts';
import { isReplaced, type FoundShard, type ShardManifest, type ShardSourceFile } from './shard-manifest.ts';
import { shardText } from './shard.ts';
import { chunksOfShard, digestChunk, listSource, type DigestedRange } from './source.ts';

interface OpenShard extends FoundShard {
  readonly chunks: readonly Chunk[];
  /** One for each chunk. */
  readonly results: readonly ChunkResult[];
}

/**
 * Opens the shards of a folder, by ascending number. Throws a ProblemsError that names files and shards unless they have read the same
 * bytes as there are in `files`, and no others, under the same options.
 */
export function openShards(
  merge: string,
  files: readonly SourceFile[],
  { options, sitePlan }: { readonly options: BuildOptions; readonly sitePlan: SitePlan },
): OpenShard[] {
  const { data, chunkSize } = options;
  const found = findShards(merge);
  const inputs = shardInputs(options, sitePlan);
  throwAny(found.flatMap((shard) => inputProblems(shard, inputs)));
  const source = listSource(files, data);
  throwAny(found.flatMap((shard) => sourceProblems(shard, source, data)));
  const divided = found.map((shard) => ({ ...shard, chunks: chunksOfShard(files, shard.manifest.shard, chunkSize) }));
  throwAny(divided.flatMap((shard) => rangeProblems(shard, data)));
  return divided.map((shard) => ({ ...shard, results: loadResults(shard) }));
}

/** Throws a ProblemsError that names the shards with courses that changed at other times than this journal has, or will have. */
export function assertSameJournal(shards: readonly OpenShard[], journal: FoundJournal): void {
  const known = new KnownLines(journal.known);
  const isKnown = (line: string) => timeIn(line) === journal.known.at || known.find(linkhashIn(line)) === line;
  const isOfJournal = (result: ChunkResult) => [...lastLinesFirst(result.value('journal'))].every(isKnown);
  const others = shards.filter(({ results }) => !results.every(isOfJournal));
  const finding = 'was built with another journal, or another time of what changed';
  throwAny(others.map(({ folder }) => fileProblem(folder, { rule: 'shard-other', finding })));
}

/** Throws a ProblemsError if a shard has begun again since. */
export function assertNotReplaced(shards: readonly OpenShard[]): void {
  throwAny(
    shards.filter(isReplaced).map(({ folder, manifest }) => {
      const finding = `shard ${shardText(manifest.shard)} was built again during the merge`;
      return fileProblem(folder, { rule: 'shard-busy', finding });
    }),
  );
}

function throwAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError(problems);
}

function inputProblems({ folder, manifest }: FoundShard, inputs: ShardManifest['inputs']): Problem[] {
  const names = [...new Set([...Object.keys(inputs), ...Object.keys(manifest.inputs)])];
  const differing = names.filter((name) => inputs[name] !== manifest.inputs[name]);
  if (differing.length === 0) return [];
  const differences = differing.map((name) => {
    const [theirs = 'unknown', ours = 'unknown'] = [manifest.inputs[name], inputs[name]];
    return `with ${quoteText(name)} ${theirs}, not ${ours}`;
  });
  const finding = `shard ${shardText(manifest.shard)} was built ${differences.join(', and ')}`;
  return [fileProblem(folder, { rule: 'shard-other', finding })];
}

/** The files that were added and removed, and those of references and of another size that have changed; `data` is the source folder. */
function sourceProblems({ manifest }: FoundShard, source: readonly ShardSourceFile[], data: string): Problem[] {
  const now = new Map(source.map((file) => [file.path, file]));
  const then = new Map(manifest.source.map((file) => [file.path, file]));
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((path) => {
    const [was, is] = [then.get(path), now.get(path)];
    if (was && is && was.size === is.size && was.digest === is.digest) return [];
    const what = is ? (was ? 'has changed' : 'has been added') : 'has been removed';
    return [changedSince(join(data, path), what, manifest)];
  });
}

/** The first file of which a shard has not read the same ranges with the same bytes as there are now. */
function rangeProblems({ manifest, chunks }: Omit<OpenShard, 'results'>, data: string): Problem[] {
  const now = chunks.flatMap((chunk) => digestChunk(chunk, data));
  const then = manifest.chunks.flatMap(({ ranges }) => ranges);
  const isSame = (one: DigestedRange, other: DigestedRange | undefined) =>
    one.file === other?.file && one.start === other.start && one.end === other.end && one.digest === other.digest;
  const differing = now.find((range, at) => !isSame(range, then[at])) ?? then[now.length];
  return differing ? [changedSince(join(data, differing.file), 'has changed', manifest)] : [];
}

/** A source file that is not what a shard read. */
function changedSince(file: string, what: string, { shard }: ShardManifest): Problem {
  const name = shardText(shard);
  const finding = `${what} since shard ${name} read the source`;
  return fileProblem(file, { rule: 'source-changed', finding, remedy: `run shard ${name} again, then merge again` });
}

/** The results of a shard. Checks that the file of each is there and whole; its values are read on first use. */
function loadResults({ folder, manifest }: FoundShard): ChunkResult[] {
  return manifest.chunks.map(({ bytes, ranges }, number) => {
    const file = chunkFileIn(folder, number);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== bytes) {
      const damage = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`;
      const finding = `${damage}: a result of shard ${shardText(manifest.shard)}`;
      throw errorAt(file, { rule: 'shard-damaged', finding });
    }
    const read = ranges.map(({ records, lines }) => ({ records, lines, problems: [] }));
    return new ChunkResult({ ranges: read, written: {}, values: {}, file });
  });
}
