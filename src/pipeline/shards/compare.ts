// Compares shards with the merge: whether all were built under its options, and from the source that it sees.
import { join } from 'node:path';
import { fileProblem, ProblemsError, quoteText, type Problem } from '../../problems.ts';
import { shardText } from './shard.ts';
import type { FoundShard, ShardManifest, ShardSourceFile } from './manifest.ts';

/** Throws a ProblemsError that names every shard and option that differs. */
export function failUnlessSameInputs(shards: readonly FoundShard[], inputs: ShardManifest['inputs']): void {
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
export function failUnlessSameSource(
  shards: readonly FoundShard[],
  source: readonly ShardSourceFile[],
  data: string,
): void {
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
export function changedSince(file: string, what: string, shard: string): Problem {
  const finding = `${what} since shard ${shard} read the source`;
  return fileProblem(file, { rule: 'source-changed', finding, remedy: `run shard ${shard} again, then merge again` });
}

export function shardName({ shard, total }: Pick<ShardManifest, 'shard' | 'total'>): string {
  return shardText({ index: shard, total });
}

function differenceIn(name: string, theirs = 'unknown', ours = 'unknown'): string {
  if (name === 'digest') return 'by another version of this tool';
  if (name === 'versions') return `under Node ${theirs}, not ${ours}`;
  // Names of settings begin with that of their output.
  return `with ${quoteText(name.split(' ').at(-1) ?? name)} ${theirs}, not ${ours}`;
}
