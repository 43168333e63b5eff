// A second name for a file: a hard link, or a copy where there can be none.
import { constants, copyFileSync, linkSync, lstatSync, utimesSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** Gives a file a second name. Returns false, and does nothing, if there is no file at `place`. */
export function linkOrCopy(place: string, other: string): boolean {
  try {
    linkSync(place, other);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    const entry = lstatSync(place);
    if (!entry.isFile()) return false;
    // Another file system, one without hard links, or a system that refuses them for files of other users.
    copyFileSync(place, other, constants.COPYFILE_EXCL);
    utimesSync(other, entry.atime, entry.mtime);
  }
  return true;
}
