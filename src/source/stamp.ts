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

/** The same for who goes on watching, and so looks at times alone anyway: the clocks of most file systems tick every 10 ms. */
export const settlingUnderWatch = 20;

/** A stamp that will be another after the next change; null where the file is too young to tell. `now` is in milliseconds since 1970. */
export function settled(stamp: FileStamp, now: number, after = settling): FileStamp | null {
  return Math.max(stamp.mtimeMs, stamp.ctimeMs) < now - after ? stamp : null;
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
