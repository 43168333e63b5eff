// The manifest: lists the files outside `api/v1` that a build wrote, so that the next build removes only those.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { clientFiles } from '../../api/client-files.ts';
import { manifestFile } from '../../api/published-paths.ts';
import { apiRoot, isInApi } from '../../api/routes.ts';
import { attempt } from '../../text/errors.ts';
import { ownedFolders } from '../../outputs/declarations.ts';
import { entryAt } from '../../paths.ts';

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
  return manifestLines(folder)[0] === marker || isWithoutDotfiles(folder);
}

/**
 * The files and owned folders outside `api/v1` that the build in `folder` wrote; empty if there is no build. Of one that has lost its
 * manifest, they are those that the next build writes, `nextPaths`: nothing tells of others, which are left alone.
 */
export function manifestPathsIn(folder: string, nextPaths: readonly string[]): readonly string[] {
  if (isWithoutDotfiles(folder)) return nextPaths;
  const [first, ...paths] = manifestLines(folder);
  return first === marker ? paths.filter(isManifestPath) : [];
}

/** Whether the folder holds a build that was copied without hidden files, as `cp dist/*` and some stores of artifacts do. */
function isWithoutDotfiles(folder: string): boolean {
  if (entryAt(join(folder, manifestFile)) || entryAt(join(folder, apiRoot))?.isDirectory() !== true) return false;
  const isBuild = z.object({ tool: z.string(), digest: z.string().regex(/^sha256:/u) });
  return isBuild.safeParse(attempt(() => JSON.parse(readFileSync(join(folder, clientFiles.build.path), 'utf8'))))
    .success;
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
