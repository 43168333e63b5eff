// The manifest: lists the files outside `api/v1` that a build wrote, so that the next build removes only those.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../../api/published-paths.ts';
import { isInApi } from '../../api/routes.ts';
import { ownedFolders } from '../../outputs/declarations.ts';

const marker = 'static-course-catalog';

/** The path without the slash that marks a folder in the manifest. */
export function trimSlash(manifestPath: string): string {
  return manifestPath.replace(/\/$/u, '');
}

/** The text of the manifest without the final newline: the name of this tool, then the path of each file. */
export function manifestText(manifestPaths: readonly string[]): string {
  return [marker, ...manifestPaths.toSorted()].join('\n');
}

/** Whether this tool made the folder. */
export function isOurs(folder: string): boolean {
  return manifestLines(folder)[0] === marker;
}

/** The files and owned folders outside `api/v1` that the build in `folder` wrote; empty if there is no build. */
export function manifestPathsIn(folder: string): string[] {
  const [first, ...paths] = manifestLines(folder);
  return first === marker ? paths.filter(isManifestPath) : [];
}

/** Rejects paths of an edited manifest that lead out of the folder or into the API. */
function isManifestPath(path: string): boolean {
  // Those end with a slash, for all that is in them.
  if (ownedFolders.includes(path)) return true;
  const segments = path.split('/');
  return (
    path !== manifestFile && !isInApi(`${path}/`) && !segments.some((segment) => ['', '.', '..'].includes(segment))
  );
}

/** Version control may have changed the line ends. */
function manifestLines(folder: string): string[] {
  const file = join(folder, manifestFile);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const lines = readFileSync(file, 'utf8').split(/\r?\n/u);
  return lines.filter((line) => line !== '');
}
