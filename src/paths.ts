// Paths: containment, symbolic links, and parents.
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from './text/errors.ts';

/** The folder of this package. Once compiled, all code is in the files of its folder `lib`. */
export const packageFolder = new URL('../', import.meta.url);

/** Names that Windows gives to devices, with any ending. */
export const reservedName = /^(?:con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/iu;

/** The name of the files that take what was edited in those of an import: no import has it, on any system. */
export const editedName = /^edited$/iu;

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
