// Obstacles: files in the output folder that block a build and are not ours, and stale files of an earlier build.
import { readdirSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { entryAt, filesBelow, pathsAbove } from '../../paths.ts';
import { pathIn } from './manifest.ts';

/** The paths in `target` that block a build of these files and the API; links are never followed. `ours` are those that builds wrote. */
export function obstaclesTo(target: string, rootFiles: readonly string[], ours: readonly string[]): string[] {
  const before = new Set(ours);
  const inTheWay = [...rootFiles, apiRoot].flatMap((path) => {
    const above = notFolderAbove(target, path);
    if (above !== undefined) return before.has(above) || before.has(`${above}/`) ? [] : [above];
    if (path === apiRoot) return [];
    const place = pathIn(path);
    const entry = entryAt(join(target, place));
    if (!entry) return [];
    const isOurs = entry.isDirectory()
      ? before.has(`${place}/`) || isAllOurs(before, target, place)
      : before.has(place);
    return isOurs ? [] : [place];
  });
  return [...new Set(inTheWay)];
}

/** The existing files, and whole folders, of earlier builds, `ours`, that a build of `rootFiles` does not write. */
export function staleRootFiles(target: string, rootFiles: readonly string[], ours: readonly string[]): string[] {
  const written = new Set(rootFiles);
  return ours.filter((path) => {
    if (written.has(path) || notFolderAbove(target, path) !== undefined) return false;
    return entryAt(join(target, pathIn(path)))?.isDirectory() === path.endsWith('/');
  });
}

/** The first path above `path` that exists and is not a folder; a whole folder is above itself. */
function notFolderAbove(target: string, path: string): string | undefined {
  return pathsAbove(path).find((above) => entryAt(join(target, above))?.isDirectory() === false);
}

/** Whether an earlier build made everything in a folder, so that the folder may be removed as well. */
function isAllOurs(before: ReadonlySet<string>, target: string, folder: string): boolean {
  const entries = readdirSync(join(target, folder), { withFileTypes: true });
  const isMade = (entry: Dirent) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? isAllOurs(before, target, path) : before.has(path);
  };
  return entries.length > 0 && entries.every(isMade);
}

/** The files at and below paths in `target`. */
export function filesAt(target: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const whole = join(target, path);
    const entry = entryAt(whole);
    if (!entry) return [];
    return entry.isDirectory() ? filesBelow(whole).map((below) => posix.join(path, below)) : [path];
  });
}
