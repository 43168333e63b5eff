// A second name for a file: a hard link, or a copy where there can be none.
import { constants, copyFileSync, linkSync, lstatSync, utimesSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** Gives a file a second name. Returns false, and does nothing, if there is no file at `from`. */
export function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    const entry = lstatSync(from);
    if (!entry.isFile()) return false;
    // Another file system, one without hard links, or a system that refuses them for files of other users.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    utimesSync(to, entry.atime, entry.mtime);
  }
  return true;
}
