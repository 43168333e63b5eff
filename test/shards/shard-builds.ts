// A build in shards: these, each in a folder of its own, and their merge.
import { hash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, basename } from 'node:path';
import fs from 'fs-extra';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { caught, runBuild, type Chosen } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { snapshot, makeFolder, removeFolder } from '../helpers/folders.ts';

export interface ShardedBuild {
  /** A folder for the shards and the output. */
  readonly folder: string;
  readonly data: string;
  /** Number of shards. */
  readonly total: number;
  readonly chosen?: Partial<Chosen>;
}

/** The folder of the shards. */
export const shardsOf = ({ folder }: Pick<ShardedBuild, 'folder'>) => join(folder, 'shards');

/** The folder of a shard. */
export const folderOf = (sharded: Pick<ShardedBuild, 'folder' | 'total'>, index: number) =>
  join(shardsOf(sharded), `shard-${index}-of-${sharded.total}`);

/** The output of the merge. */
export const outOf = ({ folder }: Pick<ShardedBuild, 'folder'>) => join(folder, 'dist');

export async function buildShard(sharded: ShardedBuild, index: number) {
  const { data, total, chosen } = sharded;
  return runBuild({ data, out: folderOf(sharded, index), chosen: { ...chosen, shard: { index, total } } });
}

export async function merge(sharded: ShardedBuild) {
  const { data, chosen } = sharded;
  return runBuild({ data, out: outOf(sharded), chosen: { ...chosen, merge: shardsOf(sharded) } });
}

/** Numbers from 1 to `last`. */
export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** Builds all shards concurrently, then merges them, and returns the output. */
export async function buildInShards(sharded: ShardedBuild): Promise<Map<string, string>> {
  await Promise.all(upTo(sharded.total).map(async (index) => buildShard(sharded, index)));
  await merge(sharded);
  return snapshot(outOf(sharded));
}

/** One line for each path at which an output differs from a build. */
export function differences(output: ReadonlyMap<string, string>, built: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...output.keys(), ...built.keys()]);
  return [...paths].filter((path) => output.get(path) !== built.get(path)).slice(0, 20);
}

export const chosen: Partial<Chosen> = { chunkSize: 600 };
export const total = 3;

/** Builds the shards once for a file of tests. The paths belong to the running test: read them inside it. */
export function finishedShards() {
  const made = makeFolder();
  beforeAll(async () => {
    writeSmallCatalog(join(made, 'data'), 30);
    const sharded: ShardedBuild = { folder: made, data: join(made, 'data'), total, chosen };
    await Promise.all(upTo(total).map(async (index) => buildShard(sharded, index)));
  });
  afterAll(() => removeFolder(made));
  const site = siteForEach();
  const shards = {
    /** A folder for anything else. */
    get folder() {
      return site.folder;
    },
    get sharded(): ShardedBuild {
      const folder = join(site.folder, 'site');
      return { folder, data: join(folder, 'data'), total, chosen };
    },
    get coursesFile() {
      return join(shards.sharded.data, 'courses.ndjson');
    },
    folderOf: (index: number): string => folderOf(shards.sharded, index),
    manifestOf: (index: number): string => join(shards.folderOf(index), 'shard.json'),
    /** Merges, and returns the report: the rule, the last part of the path, and the finding of each problem. */
    async reported(options: Partial<Chosen> = {}): Promise<string[]> {
      const problems = await caught(() => merge({ ...shards.sharded, chosen: { ...chosen, ...options } }));
      expect(shards.isMerged()).toBe(problems.length === 0);
      return problems.map(({ rule, file, finding }) => `${rule} ${basename(file)}: ${finding}`);
    },
    isMerged: (): boolean => existsSync(join(outOf(shards.sharded), 'api/v1/index.json')),
    /** Changes a field of the manifest of a shard, whose checksum stays right. */
    forge(index: number, name: string, value: unknown): void {
      const { checksum: _, ...content }: Record<string, unknown> = fs.readJsonSync(shards.manifestOf(index));
      const forged = { ...content, [name]: value };
      writeFileSync(
        shards.manifestOf(index),
        JSON.stringify({ ...forged, checksum: hash('sha256', JSON.stringify(forged)) }),
      );
    },
    /** Changes a course of the source, by id, without changing the length of a file. */
    retitle(id: number): void {
      const text = readFileSync(shards.coursesFile, 'utf8');
      const changed = text.replace(`"title":"Course ${id} on`, `"title":"COURSE ${id} on`);
      expect(changed).not.toBe(text);
      writeFileSync(shards.coursesFile, changed);
    },
  };
  // Times are preserved, so that no copied file counts as changed.
  beforeEach(() => cpSync(made, shards.sharded.folder, { recursive: true, preserveTimestamps: true }));
  return shards;
}
