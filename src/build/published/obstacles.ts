// Obstacles: why a target cannot be written, and which files in it are not ours and block a build.
import { lstatSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { entryAt, isInside, pathsAbove, realPath } from '../../paths.ts';
import { fileProblem, type Problem } from '../../text/problems.ts';
import { isOurs, trimSlash, manifestPathsIn } from './manifest.ts';

/** Why `out` cannot be written: it is not ours, it overlaps the source, or foreign files are in the way. Changes nothing. */
export function targetProblems(out: string, source: string, manifestPaths: readonly string[]): Problem[] {
  const finding = folderFinding(out, source, isOurs);
  if (finding !== undefined) return [fileProblem(out, { rule: 'output-folder', finding })];
  const target = realPath(out);
  return isOurs(target) ? obstacleProblems(out, target, manifestPaths) : [];
}

/** Why nothing can be written to the folder `out`; `isMade` tells whether this tool made it. Undefined if it can. */
export function folderFinding(out: string, source: string, isMade: (folder: string) => boolean): string | undefined {
  const [target, origin] = [realPath(out), realPath(source)];
  if (target === origin) return 'is the source folder';
  if (isInside(origin, target)) return `contains the source folder ${source}`;
  if (isInside(target, origin)) return `is inside the source folder ${source}`;
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) {
    const isLink = lstatSync(resolve(out), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? 'is a link to a folder that does not exist' : undefined;
  }
  if (!entry.isDirectory()) return 'is not a folder';
  // The staging folders and the lock, which a target that is a separate file system contains; `.git` makes it a work tree.
  const isOwn = (name: string) => name === '.git' || name.startsWith(`.${basename(target)}.`);
  const isEmpty = readdirSync(target).every(isOwn);
  return isEmpty || isMade(target) ? undefined : 'is not empty and was not made by this tool';
}

/** Reports foreign files where a build writes these files into `target`, which the user calls `out`. */
export function obstacleProblems(out: string, target: string, manifestPaths: readonly string[]): Problem[] {
  return obstaclesTo(target, manifestPaths, manifestPathsIn(target, manifestPaths)).map((path) =>
    fileProblem(join(out, path), {
      rule: 'output-file',
      finding: 'was not made by this tool, but the build writes to this path',
    }),
  );
}

/** The paths in `target` that block a build of these files and the API; links are never followed. `ours` are those that builds wrote. */
function obstaclesTo(target: string, manifestPaths: readonly string[], ours: readonly string[]): string[] {
  const ourPaths = new Set(ours);
  const inTheWay = [...manifestPaths, apiRoot].flatMap((path) => {
    const above = notFolderAbove(target, path);
    if (above !== undefined) return ourPaths.has(above) || ourPaths.has(`${above}/`) ? [] : [above];
    if (path === apiRoot) return [];
    const withoutSlash = trimSlash(path);
    const entry = entryAt(join(target, withoutSlash));
    if (!entry) return [];
    const isOfBuilds = entry.isDirectory()
      ? ourPaths.has(`${withoutSlash}/`) || isAllOurs(ourPaths, target, withoutSlash)
      : ourPaths.has(withoutSlash);
    return isOfBuilds ? [] : [withoutSlash];
  });
  return [...new Set(inTheWay)];
}

/** The first path above `path` that exists and is not a folder; an owned folder is above itself. */
export function notFolderAbove(target: string, path: string): string | undefined {
  return pathsAbove(path).find((above) => entryAt(join(target, above))?.isDirectory() === false);
}

/** Whether an earlier build made everything in a folder, so that the folder may be removed as well. */
function isAllOurs(ourPaths: ReadonlySet<string>, target: string, folder: string): boolean {
  const entries = readdirSync(join(target, folder), { withFileTypes: true });
  const isMade = (entry: Dirent) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? isAllOurs(ourPaths, target, path) : ourPaths.has(path);
  };
  return entries.length > 0 && entries.every(isMade);
}
