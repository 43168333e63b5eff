// A second name for a file: a hard link, or a copy where there can be none.
import { linkSync, readFileSync, rmSync, utimesSync, writeFileSync, type Stats } from 'node:fs';
import { attempt } from '../text/errors.ts';
import { hasSameAccess, type Access } from './access.ts';
import { readIfExists } from './published.ts';

/**
 * Gives a file a second name if it has the access that a new file would get there, and copies it otherwise. Returns false, and does
 * nothing, if there is no file at `from`.
 */
export function linkOrCopy(from: string, entry: Stats, to: string, access: Access | undefined): boolean {
  // There is no link to another file system, on one without hard links, or where the system refuses it for files of other users.
  if (access && hasSameAccess(entry, access) && link(from, to)) return true;
  const bytes = readIfExists(() => readFileSync(from));
  if (bytes !== undefined) writeCopy(bytes, entry, to);
  return bytes !== undefined;
}

/** Makes a file one of its own if it has other names. */
export function separate(path: string, entry: Stats): void {
  if (entry.nlink < 2) return;
  const bytes = readFileSync(path);
  rmSync(path);
  writeCopy(bytes, entry, path);
}

/** Writes a new file with the times of another, but not its access. */
function writeCopy(bytes: Uint8Array, { atime, mtime }: Stats, to: string): void {
  writeFileSync(to, bytes, { flag: 'wx' });
  utimesSync(to, atime, mtime);
}

/** Gives a file a second name. Returns false if the system does not. */
function link(from: string, to: string): boolean {
  const linked = attempt(() => {
    linkSync(from, to);
    return true;
  });
  return linked === true;
}
