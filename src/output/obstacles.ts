// Obstacles: what stands in the output folder where a build writes and was not put there by one; and what an earlier one left.
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { rootFilesIn } from './manifest.ts';

/** The paths in `target` that are in the way of a build which writes these files and the API; links are never followed. */
export function obstaclesTo(target: string, rootFiles: readonly string[]): string[] {
  const before = new Set(rootFilesIn(target));
  const inTheWay = [...rootFiles, apiRoot].flatMap((path) => {
    const above = notFolderAbove(target, path);
    if (above !== undefined) return before.has(above) ? [] : [above];
    if (path === apiRoot) return [];
    const entry = entryAt(join(target, path));
    if (!entry) return [];
    const isOurs = entry.isDirectory() ? isAllOf(before, target, path) : before.has(path);
    return isOurs ? [] : [path];
  });
  return [...new Set(inTheWay)];
}

/** The files of an earlier build that one which writes `rootFiles` does not: those still there, and still files in folders. */
export function goneFrom(target: string, rootFiles: readonly string[]): string[] {
  const written = new Set(rootFiles);
  return rootFilesIn(target).filter((path) => {
    if (written.has(path) || notFolderAbove(target, path) !== undefined) return false;
    return entryAt(join(target, path))?.isDirectory() === false;
  });
}

/** The paths above a path: `a` and `a/b` for `a/b/c`. */
export function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** The first path above `path` where something other than a folder stands. */
function notFolderAbove(target: string, path: string): string | undefined {
  return pathsAbove(path).find((one) => entryAt(join(target, one))?.isDirectory() === false);
}

/** Whether an earlier build made everything in a folder, so that the folder goes with it. */
function isAllOf(before: ReadonlySet<string>, target: string, folder: string): boolean {
  const entries = readdirSync(join(target, folder), { recursive: true, withFileTypes: true });
  const filled = new Set(entries.map(({ parentPath }) => parentPath));
  const isMade = ({ parentPath, name }: (typeof entries)[number]) => {
    const path = join(parentPath, name);
    return filled.has(path) || before.has(relative(target, path).replaceAll(sep, '/'));
  };
  return entries.length > 0 && entries.every(isMade);
}

/** What stands at a path, links not followed; undefined where nothing does, or where a file stands above. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
