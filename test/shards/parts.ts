// A build in parts: its shards, each in a folder of its own, and their merge.
import { join } from 'node:path';
import { runBuild, type Chosen } from '../build/run.ts';
import { snapshot } from '../folders.ts';

export interface Parts {
  /** A folder for the shards and the output. */
  readonly folder: string;
  readonly data: string;
  /** Number of shards. */
  readonly total: number;
  readonly chosen?: Partial<Chosen>;
}

/** The folder of the shards. */
export const shardsOf = ({ folder }: Pick<Parts, 'folder'>) => join(folder, 'shards');

/** The folder of a shard. */
export const folderOf = (parts: Pick<Parts, 'folder' | 'total'>, index: number) =>
  join(shardsOf(parts), `shard-${index}-of-${parts.total}`);

/** The output of the merge. */
export const outOf = ({ folder }: Pick<Parts, 'folder'>) => join(folder, 'dist');

export async function buildShard(parts: Parts, index: number) {
  const { data, total, chosen } = parts;
  return runBuild({ data, out: folderOf(parts, index), chosen: { ...chosen, shard: { index, total } } });
}

export async function merge(parts: Parts) {
  const { data, chosen } = parts;
  return runBuild({ data, out: outOf(parts), chosen: { ...chosen, merge: shardsOf(parts) } });
}

/** Numbers from 1 to `last`. */
export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** Builds all shards concurrently, then merges them, and returns the output. */
export async function buildInParts(parts: Parts): Promise<Map<string, string>> {
  await Promise.all(upTo(parts.total).map(async (index) => buildShard(parts, index)));
  await merge(parts);
  return snapshot(outOf(parts));
}

/** One line for each path at which an output differs from a build. */
export function differences(output: ReadonlyMap<string, string>, built: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...output.keys(), ...built.keys()]);
  return [...paths].filter((path) => output.get(path) !== built.get(path)).slice(0, 20);
}
