// Replacing a file: the new one is written beside it, flushed to the disk and renamed. Readers, and whoever comes after a kill, find the old file or the new one, and either whole.
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../text/errors.ts';
import { realPath } from '../paths.ts';
import { makeFolder } from './temporary-folder.ts';

/** Pieces are generated on demand, as all of them may be too long to be in memory at once. */
export type Content = string | Uint8Array | Iterable<string | Uint8Array>;

/** A file that is written, but not in its place yet. */
export interface StagedFile {
  /** Its path meanwhile. */
  readonly part: string;
  /** Moves it into its place. If it cannot, throws the error of the system and discards it. */
  readonly publish: () => void;
  /** Removes it, and the folders that were made for it. */
  readonly discard: () => void;
}

/** Makes a file, with the folders above it, or replaces one, which keeps its mode. A link stays one. If it cannot, throws the error of the system and leaves everything as it was. */
export function replaceFile(path: string, content: Content): void {
  stageFile(path, content).publish();
}

/** Writes the file that is to replace the one at a path. See `replaceFile`. */
export function stageFile(path: string, content: Content): StagedFile {
  const target = realPath(path);
  const part = partOf(target);
  const removeMade = makeFolder(dirname(target));
  const discard = () => {
    removePart(target);
    attempt(removeMade);
  };
  const orDiscard = (action: () => void) => {
    try {
      action();
    } catch (error) {
      discard();
      throw error;
    }
  };
  orDiscard(() => {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    writeContent(part, content, mode, (descriptor) => {
      // The umask may have taken bits away.
      if (mode !== undefined && mode !== fstatSync(descriptor).mode) fchmodSync(descriptor, mode);
      fsyncSync(descriptor);
    });
  });
  return { part, publish: () => orDiscard(() => renameSync(part, target)), discard };
}

/** Removes what a killed process left beside a file, never a folder. If that fails, the next one tries again. */
export function removePart(path: string): void {
  attempt(() => rmSync(partOf(realPath(path)), { force: true }));
}

/** Hidden, so that no source file is read there, and always of the same name, so that what a killed process left is overwritten. */
function partOf(path: string): string {
  return join(dirname(path), `.${basename(path).replace(/^\./u, '')}.part`);
}

/** Writes a new file, from the start with a mode, which the umask may narrow; one that is there is replaced. */
export function writeContent(
  path: string,
  content: Content,
  mode = 0o666,
  whenWritten = (_descriptor: number): void => {},
): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx', mode);
  try {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    for (const piece of isWhole ? [content] : batchesOf(content)) writeFileSync(descriptor, piece);
    whenWritten(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const batchLength = 65_536;

/** Joins short texts; bytes pass through as they are. */
function* batchesOf(pieces: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let batch = '';
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    if (isText) batch += piece;
    if (isText && batch.length < batchLength) continue;
    if (batch !== '') yield batch;
    batch = '';
    if (!isText) yield piece;
  }
  if (batch !== '') yield batch;
}
