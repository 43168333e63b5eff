// The store: the state of a build in a folder beside its output. It may be deleted at any time, and is never trusted unaudited.
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../errors.ts';
import { isAbsence } from '../../output/published.ts';
import type { Tally } from '../../output/writer.ts';
import { entryAt } from '../../paths.ts';
import type { WrittenLists } from '../lists/page-plan.ts';
import type { RangeResult } from '../read/result.ts';
import { loadChunkFile, writeChunkFile } from './chunk-file.ts';
import type { CacheKey } from './key.ts';
import type { OutputSnapshot } from './snapshot.ts';
import type { BuildRecord, BuildState, SavedChunk } from './state.ts';
import { DamagedStateError, readValue, writeValues } from './value-file.ts';

/** Changes with the form of the files of a state. */
const form = 5;
const headFile = 'state';
const newHeadFile = `${headFile}.new`;
const ignoreFile = '.gitignore';

/** The folder of the state of an output folder. */
export function stateFolderOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.state`);
}

/** The file of a chunk in the folder of a state: the same name, the same content. */
export function chunkFileOf(key: string): string {
  return `chunk-${key}`;
}

/** What is loaded at once: all but the lists and what is large of the chunk results. */
interface Head extends Omit<BuildState, 'chunks' | 'lists'> {
  readonly form: number;
  readonly chunks: readonly { readonly key: string; readonly ranges: readonly RangeResult[]; readonly views: Tally }[];
}

/** The state that the last build left; undefined where there is none, or one of other views. Throws a DamagedStateError where it cannot be read; so may its functions. */
export function loadState(folder: string, { views }: CacheKey): BuildState | undefined {
  const head = readHead(join(folder, headFile));
  if (head?.form !== form || head.key.views !== views) return undefined;
  // Lists of such pages have no end.
  if (!(head.pageSize >= 1)) throw new DamagedStateError(headFile, `there are ${head.pageSize} courses on a page`);
  let lists: WrittenLists | undefined;
  return {
    ...head,
    chunks: head.chunks.map(({ key, ranges, views: tally }) => ({
      key,
      result: loadChunkFile(join(folder, chunkFileOf(key)), ranges, tally),
    })),
    lists: () => (lists ??= readLists(join(folder, listsFileOf(head.id)))),
  };
}

/** Removes the state before the output is changed. Where it cannot be removed, the next build finds that it does not match. */
export function forgetState(folder: string): void {
  removeQuietly(join(folder, headFile));
}

/** Writes the files of fresh chunks to a folder of the stage: this thread has the time while others write pages. */
export async function stageChunks(folder: string, fresh: readonly SavedChunk[]): Promise<void> {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { key, result } of fresh) writeChunkFile(join(folder, chunkFileOf(key)), result);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // There may be room for them once the build is published.
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Saves the state for the next build, and returns it; `staged` holds the files of the fresh chunks. Returns undefined, and the
 * next build begins anew, where that fails, or where something other than a folder takes its place.
 */
export function saveState(
  folder: string,
  record: BuildRecord,
  snapshot: OutputSnapshot,
  fresh: readonly SavedChunk[],
  staged: string,
): BuildState | undefined {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry && !entry.isDirectory()) return undefined;
  const state: BuildState = { ...record, id: randomUUID(), snapshot };
  try {
    mkdirSync(folder, { recursive: true });
    // Whoever keeps the catalog in Git need not be told.
    if (!entryAt(join(folder, ignoreFile))) writeFileSync(join(folder, ignoreFile), '*\n');
    for (const { key, result } of fresh) {
      const file = join(folder, chunkFileOf(key));
      if (!isMoved(join(staged, chunkFileOf(key)), file)) writeChunkFile(file, result);
    }
    writeValues(join(folder, listsFileOf(state.id)), [state.lists()]);
    writeValues(join(folder, newHeadFile), [headOf(state)], headFile);
    renameSync(join(folder, newHeadFile), join(folder, headFile));
    removeFiles(folder, new Set([listsFileOf(state.id), ...state.chunks.map(({ key }) => chunkFileOf(key))]));
    return state;
  } catch (error) {
    if (errorCode(error) === undefined && !(error instanceof DamagedStateError)) throw error;
    forgetState(folder);
    removeFiles(folder, new Set());
    return undefined;
  }
}

function headOf({ chunks, lists: _lists, ...rest }: BuildState): Head {
  return {
    ...rest,
    form,
    chunks: chunks.map(({ key, result: { ranges, views } }) => {
      const { files, bytes, largest } = views;
      return { key, ranges, views: { files, bytes, largest } };
    }),
  };
}

function readHead(path: string): Head | undefined {
  try {
    return readValue(path, 0, 1);
  } catch (error) {
    if (error instanceof DamagedStateError && isAbsence(error.cause)) return undefined;
    throw error;
  }
}

function readLists(path: string): WrittenLists {
  return readValue(path, 0, 1);
}

function listsFileOf(id: string): string {
  return `lists-${id}`;
}

/** Removes the files of a state except those that are kept; nothing that others put there. */
function removeFiles(folder: string, kept: ReadonlySet<string>): void {
  const isOurs = (name: string) => /^(?:chunk|lists)-/u.test(name) || name === newHeadFile;
  for (const name of namesIn(folder)) if (isOurs(name) && !kept.has(name)) removeQuietly(join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is none, or none in which anything could be removed.
    return [];
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What cannot be removed does no harm: it is never trusted unaudited.
  }
}

/** False where the file was not staged, or is on another file system. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
