// The manifest of a shard: what it read, under which options, and where its results are. Its folder may be moved: no path in it leads outside.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { errorCode, messageOf } from '../../errors.ts';
import { filesBelow } from '../../paths.ts';
import { problemAt, ProblemsError } from '../../problems.ts';
import { shardName, type Share } from '../share.ts';

const formatVersion = 1;
const manifestFile = 'shard.json';
const removedFile = 'removed.txt';

const count = z.int().nonnegative();
const rangeSchema = z.strictObject({
  /** Relative to the source folder. */
  file: z.string(),
  start: count,
  end: count,
  fingerprint: z.string(),
  records: count,
  lines: count,
});

const tallySchema = z.strictObject({
  files: count,
  bytes: count,
  largest: z.strictObject({ path: z.string(), bytes: count }),
});

const chunkSchema = z.strictObject({
  key: z.string(),
  /** Size of the file with its result. */
  bytes: count,
  ranges: z.array(rangeSchema),
  views: tallySchema,
  coursePages: tallySchema,
});

const fileSchema = z.strictObject({
  /** Relative to the source folder. */
  path: z.string(),
  size: count,
  /** The fingerprint of a file that every shard reads: of any but those of courses, whose fingerprints are in the chunks. */
  fingerprint: z.string().nullable(),
});

const manifestSchema = z.strictObject({
  format: z.literal(formatVersion),
  shard: z.int().positive(),
  total: z.int().positive(),
  /** What its results depend on besides the source, by name. */
  inputs: z.record(z.string(), z.string()),
  /** All files of the source, in the order of their paths. */
  source: z.array(fileSchema),
  chunks: z.array(chunkSchema),
  /** Linkhashes of views that earlier runs wrote into the same output, and that no longer belong to the shard. */
  removed: z.array(z.string()),
  counts: z.strictObject({ courses: count, files: count, bytes: count }),
});

export type ShardManifest = z.infer<typeof manifestSchema>;
export type ShardChunk = ShardManifest['chunks'][number];
export type ShardSourceFile = ShardManifest['source'][number];

/** A manifest, and where it was found. */
export interface FoundShard {
  readonly folder: string;
  readonly manifest: ShardManifest;
  /** As it stands in the file. */
  readonly text: string;
}

/** The folder of a shard's results. */
export function shardFolderOf(shards: string, share: Share): string {
  return join(shards, shardName(share));
}

/** Writes a manifest, after all that it names. */
export function writeManifest(folder: string, manifest: Omit<ShardManifest, 'format'>): void {
  writeByRename(folder, manifestFile, JSON.stringify({ format: formatVersion, ...manifest }));
}

/** What earlier runs of a shard left. */
export interface EarlierRuns {
  /** The inputs of the last run; undefined if it did not finish. */
  readonly inputs: ShardManifest['inputs'] | undefined;
  readonly removed: readonly string[];
}

/** Removes a manifest, so that nobody merges results that are about to be replaced. Creates the folder if needed. */
export function withdrawManifest(folder: string): EarlierRuns {
  mkdirSync(folder, { recursive: true });
  const before = manifestIn(folder);
  const removed = [...new Set([...(before?.removed ?? []), ...removedIn(folder)])];
  keepRemoved(folder, removed);
  rmSync(join(folder, manifestFile), { force: true });
  return { inputs: before?.inputs, removed };
}

/** Keeps the linkhashes of removed courses for the next run, should this one not get as far as its manifest. */
export function keepRemoved(folder: string, removed: readonly string[]): void {
  if (removed.length > 0) writeByRename(folder, removedFile, removed.join('\n'));
}

function removedIn(folder: string): string[] {
  const file = join(folder, removedFile);
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/^[0-9a-f]{32}$/gmu) ?? []) : [];
}

function writeByRename(folder: string, name: string, text: string): void {
  const written = join(folder, `.${name}.new`);
  writeFileSync(written, `${text}\n`);
  renameSync(written, join(folder, name));
}

/** The share that a name is of; undefined if it is not the name of a shard. */
export function shareIn(name: string): Share | undefined {
  const [, index, total] = /^shard-(\d+)-of-(\d+)$/u.exec(name) ?? [];
  return index === undefined ? undefined : { index: Number(index), total: Number(total) };
}

/** The manifest of an earlier run; undefined if there is none that can be read. */
function manifestIn(folder: string): ShardManifest | undefined {
  try {
    return readShard(folder).manifest;
  } catch (error) {
    if (error instanceof ProblemsError) return undefined;
    throw error;
  }
}

/** Whether the manifest is no longer the one that was found. */
export function isReplaced({ folder, text }: FoundShard): boolean {
  return textOf(folder) !== text;
}

/** All shards in a folder and in the folders below it, where artifacts may have been unpacked. Throws a ProblemsError if one cannot be read. */
export function findManifests(shards: string): FoundShard[] {
  const paths = filesBelow(shards).filter((path) => basename(path) === manifestFile);
  return paths.map((path) => readShard(dirname(join(shards, path))));
}

function readShard(folder: string): FoundShard {
  const text = textOf(folder) ?? '';
  try {
    return { folder, text, manifest: manifestSchema.parse(JSON.parse(text)) };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : messageOf(error);
    const finding = `is not a manifest that this version can read: ${why ?? ''}`;
    throw new ProblemsError([problemAt(join(folder, manifestFile), undefined, '', { rule: 'shard-damaged', finding })]);
  }
}

function textOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, manifestFile), 'utf8');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
