// A build in parts: its shards and their merge, and the union of the files they write.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runBuild, type Chosen } from '../build/run.ts';
import { snapshot } from '../folders.ts';

export interface Parts {
  /** A folder for the outputs and the results. */
  readonly folder: string;
  readonly data: string;
  /** Number of shards. */
  readonly total: number;
  /** Number of merges that share the pages; undefined for one merge. */
  readonly merges?: number | undefined;
  /** Whether all of them write into one output folder. */
  readonly isShared: boolean;
  readonly chosen?: Partial<Chosen>;
}

/** The folder of the results. */
export const resultsOf = ({ folder }: Pick<Parts, 'folder'>) => join(folder, 'shards');

/** The output of a shard, by its number, or of a merge. */
export function outOf({ folder, isShared }: Parts, part: string): string {
  return join(folder, isShared ? 'dist' : `dist-${part}`);
}

export async function buildShard(parts: Parts, index: number) {
  const { data, total, chosen } = parts;
  const shard = { index, total };
  return runBuild({
    data,
    out: outOf(parts, `shard-${index}`),
    chosen: { ...chosen, shard, shards: resultsOf(parts) },
  });
}

export async function merge(parts: Parts, index?: number) {
  const { data, merges, chosen } = parts;
  const shard = index === undefined || merges === undefined ? {} : { shard: { index, total: merges } };
  const out = outOf(parts, `merge-${index ?? 0}`);
  return runBuild({ data, out, chosen: { ...chosen, ...shard, merge: resultsOf(parts) } });
}

/** Numbers from 1 to `last`. */
export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** Builds all shards concurrently, then merges them, and returns the union of the outputs. */
export async function buildInParts(parts: Parts): Promise<Map<string, string>> {
  await Promise.all(upTo(parts.total).map(async (index) => buildShard(parts, index)));
  const merges = parts.merges === undefined ? [undefined] : upTo(parts.merges);
  await Promise.all(merges.map(async (index) => merge(parts, index)));
  return unionOf(parts);
}

/** Everything that the parts wrote. Throws if two of them wrote different files at one path. */
export function unionOf(parts: Parts): Map<string, string> {
  const { total, merges = 0 } = parts;
  const names = [
    ...upTo(total).map((index) => `shard-${index}`),
    ...[0, ...upTo(merges)].map((index) => `merge-${index}`),
  ];
  const outs = new Set(names.map((name) => outOf(parts, name)).filter((out) => existsSync(out)));
  const union = new Map<string, string>();
  for (const out of outs) {
    for (const [path, content] of snapshot(out)) {
      if ((union.get(path) ?? content) !== content) throw new Error(`${path} differs between two parts`);
      union.set(path, content);
    }
  }
  return union;
}

/** One line for each path at which a union differs from a build. */
export function differences(union: ReadonlyMap<string, string>, built: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...union.keys(), ...built.keys()]);
  return [...paths].filter((path) => union.get(path) !== built.get(path)).slice(0, 20);
}
