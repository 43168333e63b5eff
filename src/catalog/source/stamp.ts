// Stamps: file metadata that shows, without reading the file, whether it may have changed.
import { statSync, type Stats } from 'node:fs';
import { attempt } from '../../text/errors.ts';

type FileStamp = Readonly<Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>>;

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

/** A file with its stamp at the time when it was found. */
export interface StampedFile {
  /** The path as the user would type it; it also opens the file, unless that has a `part`. */
  readonly path: string;
  /** Where the file is until it is moved to its path. */
  readonly part?: string;
  readonly stamp: FileStamp;
}

/** The path at which a file can be opened now. */
export function openablePath({ path, part }: Pick<StampedFile, 'path' | 'part'>): string {
  return part ?? path;
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** The files that were changed or removed since their stamps were taken. */
export function changedSourceFiles<T extends StampedFile>(files: readonly T[]): T[] {
  return files.filter((file) => {
    // The file was accessible when its stamp was taken.
    const stats = attempt(() => statSync(openablePath(file)));
    return stats === undefined || !isSameStamp(stats, file.stamp);
  });
}
