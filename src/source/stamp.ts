// Stamps: file metadata that shows, without reading the file, whether it may have changed.
import { statSync, type Stats } from 'node:fs';
import { attempt } from '../errors.ts';

export type FileStamp = Readonly<Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>>;

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** How long a file must be unchanged before its stamp is trusted, in milliseconds: file system clocks are coarse. */
const settleTime = 2000;

/** The settle time for timestamps with fractions of a second: such clocks tick about every 10 ms. */
const fineSettleTime = 20;

/** The stamp if any later change will alter it; null if the file changed too recently to be sure. `now` is in milliseconds since 1970. */
export function settled(stamp: FileStamp, now: number): FileStamp | null {
  return isOlder(stamp, now - settleTime) ? stamp : null;
}

/** Like `settled`, for a watcher, which is notified of later changes and so may trust a finer clock. */
export function settledUnderWatch(stamp: FileStamp, now: number): FileStamp | null {
  const isFine = stamp.mtimeMs % 1000 !== 0 || stamp.ctimeMs % 1000 !== 0;
  return isOlder(stamp, now - (isFine ? fineSettleTime : settleTime)) ? stamp : null;
}

function isOlder({ mtimeMs, ctimeMs }: FileStamp, time: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < time;
}

/** The files that were changed or removed since their stamps were taken. */
export function changedSourceFiles<T extends { readonly path: string; readonly stamp: FileStamp }>(
  files: readonly T[],
): T[] {
  return files.filter(({ path, stamp }) => {
    // The file was accessible when its stamp was taken.
    const stats = attempt(() => statSync(path));
    return stats === undefined || !isSameStamp(stats, stamp);
  });
}
