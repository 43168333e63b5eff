// Paths: containment, symbolic links, parents, and the files below a folder.
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { errorCode } from './errors.ts';

/** The folder of this package. Once compiled, all code is in the files of its folder `lib`. */
export const packageFolder = new URL('../', import.meta.url);

/** Names that Windows gives to devices, with any ending. */
export const reservedName = /^(?:con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/iu;

/** Whether `path` is below `folder`; links must already be resolved in both. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** The path with its links resolved, as far as it exists and this user has access. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

/** The first of these folders that is the one at a path or contains it, whichever links lead there. */
export function folderAround(path: string, folders: readonly string[]): string | undefined {
  const real = realPath(path);
  return folders.find((folder) => real === realPath(folder) || isInside(real, realPath(folder)));
}

/** The parents of a path: `a` and `a/b` for `a/b/c`. */
export function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** The entry at a path, links not followed. Undefined if nothing is there, or if a parent is a file. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * The paths of everything below a folder except folders: relative to it, with slashes, sorted. No link is followed; Node's own
 * recursive listing follows links to folders in some versions, and then may not end. Throws file system errors.
 * `isEntered` tells which folders to look into.
 */
export function filesBelow(folder: string, isEntered: (path: string) => boolean = () => true): string[] {
  const files: string[] = [];
  const folders = [''];
  // Folders are added while this loop runs.
  for (const above of folders) {
    for (const entry of readdirSync(join(folder, above), { withFileTypes: true })) {
      const path = posix.join(above, entry.name);
      if (!entry.isDirectory()) files.push(path);
      else if (isEntered(path)) folders.push(path);
    }
  }
  return files.toSorted();
}
