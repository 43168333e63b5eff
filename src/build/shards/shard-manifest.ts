// The manifest of a shard: what it read, under which options, and what it made of it. Its folder may be moved: no path in it leads outside.
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { messageOf, unlessRefused } from '../../text/errors.ts';
import { errorAt } from '../../text/problems.ts';
import { filesBelow } from '../../catalog/source/walk.ts';

const shardManifestFile = 'shard.json';

/** The folder, in that of a shard, with its views and course pages. */
export const siteFolder = 'site';

const count = z.int().nonnegative();
const rangeSchema = z.strictObject({
  /** Relative to the source folder. */
  file: z.string(),
  start: count,
  end: count,
  digest: z.string(),
  records: count,
  lines: count,
});

const chunkSchema = z.strictObject({
  /** Size of the file with its result, which has the number of the chunk. */
  bytes: count,
  ranges: z.array(rangeSchema),
});

const fileSchema = z.strictObject({
  /** Relative to the source folder. */
  path: z.string(),
  size: count,
  /** The SHA-256 digest of a file that every shard reads. Null for a file of courses, whose digests are in the chunks. */
  digest: z.string().nullable(),
});

const manifestSchema = z.strictObject({
  /** Whether everything that it names has been written. */
  isFinished: z.boolean(),
  shard: z.strictObject({ index: z.int().positive(), total: z.int().positive() }),
  /** What its results depend on beside the source, by name. */
  inputs: z.record(z.string(), z.string()),
  /** All files of the source, in the order of their paths. */
  source: z.array(fileSchema),
  chunks: z.array(chunkSchema),
});

export type ShardManifest = z.infer<typeof manifestSchema>;
export type ShardChunk = ShardManifest['chunks'][number];
export type ShardSourceFile = ShardManifest['source'][number];

export interface FoundShard {
  readonly folder: string;
  readonly manifest: ShardManifest;
  /** The text of the file. */
  readonly text: string;
}

/**
 * Writes a manifest, and moves it to its folder from `staging`: a shard that is killed leaves no folder that could be anyone's. The
 * checksum in it is that of all the rest.
 */
export function writeManifest(folder: string, staging: string, manifest: ShardManifest): void {
  const written = join(staging, shardManifestFile);
  writeFileSync(written, `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) })}\n`);
  renameSync(written, join(folder, shardManifestFile));
}

/** Whether a shard wrote the folder, or has begun to. */
export function isShard(folder: string): boolean {
  return textOf(folder) !== undefined;
}

/** Whether the manifest is no longer the one that was found. */
export function isReplaced({ folder, text }: FoundShard): boolean {
  return textOf(folder) !== text;
}

/** Folders without manifests, which may hold very many files. */
const skippedFolders = ['.*', `shard-*/${siteFolder}`];

/**
 * All finished shards in a folder and in the folders below it, where artifacts may have been unpacked. Throws a ProblemsError if the
 * manifest of a shard cannot be read, and file system errors.
 */
export function findManifests(shards: string): FoundShard[] {
  const manifests = filesBelow(shards, ...skippedFolders).filter((path) => basename(path) === shardManifestFile);
  return manifests.map((path) => readShard(dirname(join(shards, path)))).filter(({ manifest }) => manifest.isFinished);
}

function readShard(folder: string): FoundShard {
  const text = textOf(folder) ?? '';
  try {
    return { folder, text, manifest: manifestSchema.parse(checkedContent(text)) };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : messageOf(error);
    const finding = `is not a manifest that this version can read: ${why ?? ''}`;
    throw errorAt(join(folder, shardManifestFile), { rule: 'shard-damaged', finding });
  }
}

function checkedContent(text: string): object {
  const { checksum, ...content } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  if (checksum !== checksumOf(content)) throw new Error('its checksum is another one');
  return content;
}

function checksumOf(content: object): string {
  return hash('sha256', JSON.stringify(content));
}

function textOf(folder: string): string | undefined {
  return unlessRefused(() => readFileSync(join(folder, shardManifestFile), 'utf8'));
}
