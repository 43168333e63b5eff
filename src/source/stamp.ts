// Stamps: what a file looks like from outside, which tells without reading it whether it may have changed.
import { statSync, type Stats } from 'node:fs';

export interface FileStamp {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** Milliseconds that a file has to lie unchanged before its stamp is trusted: clocks of file systems are coarse. */
const settling = 2000;

/** The same where times have parts of a second: such clocks tick every 10 ms or so. */
const fineSettling = 20;

/** A stamp that will be another after the next change; null where the file is too young to tell. `now` is in milliseconds since 1970. */
export function settled(stamp: FileStamp, now: number): FileStamp | null {
  return isOlder(stamp, now - settling) ? stamp : null;
}

/** The same for who goes on watching, and so hears of a change soon after it: that may trust the clock of the file system. */
export function settledUnderWatch(stamp: FileStamp, now: number): FileStamp | null {
  const isFine = stamp.mtimeMs % 1000 !== 0 || stamp.ctimeMs % 1000 !== 0;
  return isOlder(stamp, now - (isFine ? fineSettling : settling)) ? stamp : null;
}

function isOlder({ mtimeMs, ctimeMs }: FileStamp, time: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < time;
}

/** The files that have changed since their stamps were taken, or are gone. */
export function changedSince<T extends { readonly path: string; readonly stamp: FileStamp }>(files: readonly T[]): T[] {
  return files.filter(({ path, stamp }) => {
    const now = currentStamp(path);
    return now === undefined || !isSameStamp(now, stamp);
  });
}

function currentStamp(path: string): FileStamp | undefined {
  try {
    return stampOf(statSync(path));
  } catch {
    // Whatever keeps a file from being looked at was not so when its stamp was taken.
    return undefined;
  }
}
