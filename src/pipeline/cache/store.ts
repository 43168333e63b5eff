// The store: the state of a build in a folder beside its target. It may be deleted at any time, and is never used without an audit.
import { randomUUID } from 'node:crypto';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { attempt } from '../../errors.ts';
import { entryAt } from '../../paths.ts';
import { isAbsence } from '../../storage/published.ts';
import { DamagedStateError, readValue, writeValues } from '../../storage/value-file.ts';
import { writeChunkFile } from '../read/chunk-file.ts';
import { ChunkResult, type ChunkData, type ChunkContent } from '../read/result.ts';
import type { CacheKey } from './key.ts';
import type { TargetSnapshot } from './snapshot.ts';
import type { BuildRecord, BuildState, SavedDetails } from './state.ts';

/** Version of the file format; increase it with every change of what a state holds. */
const formatVersion = 25;
const headFile = 'state';
const newHeadFile = `${headFile}.new`;
const ignoreFile = '.gitignore';

/** The folder that holds the state of a target. */
export function stateFolderOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.state`);
}

/** The name of a chunk's file. The same name means the same content. */
export function chunkFileOf(key: string): string {
  return `chunk-${key}`;
}

/** What is loaded at once: everything but the details and the values of chunks. */
interface StateHead extends Omit<BuildState, 'chunks' | 'details'> {
  readonly formatVersion: number;
  readonly chunks: readonly Pick<ChunkData, 'key' | 'ranges' | 'written'>[];
}

/** The saved state; undefined if there is none, or if no chunk of it can be reused. It and its functions may throw a DamagedStateError. */
export function loadState(folder: string, key: CacheKey): BuildState | undefined {
  const head = readHead(join(folder, headFile));
  if (head?.formatVersion !== formatVersion) return undefined;
  // What a journal says of a course is in pages and lists.
  if (head.key.chunks !== key.chunks || head.key.journalChecksum !== key.journalChecksum) return undefined;
  let details: SavedDetails | undefined;
  return {
    ...head,
    chunks: head.chunks.map(
      (chunk) => new ChunkResult({ ...chunk, values: {}, file: join(folder, chunkFileOf(chunk.key)) }),
    ),
    details: () => (details ??= readValue(join(folder, detailsFileOf(head.id)), 0, 1)),
  };
}

/** Removes the state before the target is changed. If that fails, the next audit finds that the state does not match. */
export function forgetState(folder: string): void {
  removeQuietly(join(folder, headFile));
}

/** Writes the file of a chunk that was read to a folder. Most of its values are then in the file alone. */
export function stageChunk(folder: string, key: string, read: ChunkContent): ChunkData {
  const file = join(folder, chunkFileOf(key));
  // Another thread may have read a chunk with the same bytes.
  const written = `${file}.${threadId}`;
  mkdirSync(folder, { recursive: true });
  const values = writeChunkFile(written, read.values, basename(file));
  renameSync(written, file);
  return { ...read, key, values, file };
}

/** Saves the state for the next build, and returns it. Throws if that fails; no state is left then. */
export function saveState(folder: string, record: BuildRecord, snapshot: TargetSnapshot): BuildState {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry && !entry.isDirectory()) throw new Error('something other than a folder is in its place');
  const fileOf = (key: string) => join(folder, chunkFileOf(key));
  const chunks = record.chunks.map((chunk) => chunk.keptIn(fileOf(chunk.key)));
  const state: BuildState = { ...record, id: randomUUID(), snapshot, chunks };
  try {
    mkdirSync(folder, { recursive: true });
    // Keeps the state out of a user's Git repository.
    if (!entryAt(join(folder, ignoreFile))) writeFileSync(join(folder, ignoreFile), '*\n');
    for (const [key, file] of new Map(record.chunks.map((chunk) => [chunk.key, chunk.file]))) {
      if (file === fileOf(key)) continue;
      try {
        renameSync(file, fileOf(key));
      } catch {
        // It is on another file system.
        copyFileSync(file, fileOf(key));
      }
    }
    writeValues(join(folder, detailsFileOf(state.id)), [state.details()]);
    // A link in its place would be followed, and a pipe never written to the end.
    removeQuietly(join(folder, newHeadFile));
    writeValues(join(folder, newHeadFile), [headOf(state)], headFile);
    renameSync(join(folder, newHeadFile), join(folder, headFile));
    removeFiles(folder, new Set([detailsFileOf(state.id), ...state.chunks.map(({ key }) => chunkFileOf(key))]));
    return state;
  } catch (error) {
    forgetState(folder);
    removeFiles(folder, new Set());
    throw error;
  }
}

function headOf({ chunks, details: _details, ...rest }: BuildState): StateHead {
  return {
    ...rest,
    formatVersion,
    chunks: chunks.map(({ key, ranges, written }) => ({ key, ranges, written })),
  };
}

function readHead(path: string): StateHead | undefined {
  try {
    return readValue(path, 0, 1);
  } catch (error) {
    if (error instanceof DamagedStateError && isAbsence(error.cause)) return undefined;
    throw error;
  }
}

function detailsFileOf(id: string): string {
  return `details-${id}`;
}

/** Removes all files of a state but the `kept` ones, and no foreign files. */
function removeFiles(folder: string, kept: ReadonlySet<string>): void {
  const isOurs = (name: string) => /^(?:chunk|details)-/u.test(name) || name === newHeadFile;
  // There may be no folder, or none in which anything could be removed.
  const names = attempt(() => readdirSync(folder)) ?? [];
  for (const name of names) if (isOurs(name) && !kept.has(name)) removeQuietly(join(folder, name));
}

/** There may be no such file, and a leftover does no harm: it is never used without an audit. */
function removeQuietly(path: string): void {
  attempt(() => unlinkSync(path));
}
