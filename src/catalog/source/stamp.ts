// Stamps: file metadata that shows, without reading the file, whether it may have changed.
import { statSync, type Stats } from 'node:fs';
import { attempt } from '../../text/errors.ts';

export type FileStamp = Readonly<Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>>;

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
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
