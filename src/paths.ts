// Paths: what a path is part of, with its links followed.
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from './errors.ts';

/** Whether `path` lies below `folder`; both with their links followed. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** The path with every link followed, as far as it exists and this user may know. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

/** The paths above a path: `a` and `a/b` for `a/b/c`. */
export function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** The entry at a path, links not followed; undefined where there is none, or where a file takes the place of a folder above it. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
