// Removals: what is published and no longer built.
import { join, posix } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { entryAt } from '../../paths.ts';
import { filesBelow } from '../../catalog/source/walk.ts';
import { expectedFiles, type BuiltFiles } from '../built-files.ts';
import { staleFiles, type TargetListing } from '../published/listing.ts';
import { manifestPathsIn, trimSlash } from '../published/manifest.ts';
import { notFolderAbove } from '../published/obstacles.ts';
import type { Removals } from './publication.ts';

/** Finds what earlier builds have published in `target` and this one has not built; `staleFound` is what was found where it wrote. */
export function findRemovals(
  built: BuiltFiles,
  staleFound: readonly string[],
  { target, listing }: { readonly target: string; readonly listing: TargetListing },
  manifestPaths: readonly string[],
): Removals {
  const earlierPaths = manifestPathsIn(target, manifestPaths);
  const besideApi = staleManifestPaths(target, manifestPaths, earlierPaths);
  // A folder named like an owned one, but in no earlier manifest, was reported as an obstacle, or is left alone: nothing was written to it.
  const isOwned = (path: string) =>
    path === apiRoot || (manifestPaths.includes(`${path}/`) && earlierPaths.includes(`${path}/`));
  const folders = new Map([...listing.folders].filter(([path]) => isOwned(path)));
  const owned = folders.size === 0 ? [] : [...staleFiles({ folders }, expectedFiles(built)), ...staleFound];
  return { owned, besideApi, files: listFilesAt(target, [...owned, ...besideApi]) };
}

/**
 * The files, and owned folders, of earlier builds that a build of `manifestPaths` does not write. A file that is gone may have left a
 * folder, which goes with it.
 */
function staleManifestPaths(
  target: string,
  manifestPaths: readonly string[],
  earlierPaths: readonly string[],
): string[] {
  const written = new Set(manifestPaths);
  return earlierPaths.filter((path) => {
    if (written.has(path) || notFolderAbove(target, path) !== undefined) return false;
    const entry = entryAt(join(target, trimSlash(path)));
    return !entry || entry.isDirectory() === path.endsWith('/');
  });
}

/** The files at and below paths in `target`. */
function listFilesAt(target: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const whole = join(target, path);
    const entry = entryAt(whole);
    if (!entry) return [];
    return entry.isDirectory() ? filesBelow(whole).map((below) => posix.join(path, below)) : [path];
  });
}
