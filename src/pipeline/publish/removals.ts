// Removals: what is published and no longer built, according to the saved state or, without one, to a listing of the target.
import { join, posix } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { outputDeclarations } from '../../outputs/declarations.ts';
import { entryAt, filesBelow } from '../../paths.ts';
import { pathsOf, type OutputFile } from '../../storage/writer.ts';
import type { BuildFolders } from '../build-folders.ts';
import { allFiles, outputsWithFiles, type BuiltFiles } from '../built-files.ts';
import type { BuildState } from '../cache/state.ts';
import type { ByOutput } from '../output-settings.ts';
import { expectedFiles, inOrderOfRemoval, staleFiles } from '../target/listing.ts';
import { manifestPathsIn, trimSlash } from '../target/manifest.ts';
import { notFolderAbove } from '../target/obstacles.ts';
import type { Removals } from './publication.ts';

export interface RemovalsInput {
  readonly built: BuiltFiles;
  readonly manifestPaths: readonly string[];
  readonly folders: BuildFolders;
  /** Undefined if nothing of the last build is known. */
  readonly previous:
    | {
        readonly state: BuildState;
        /** The linkhashes of courses that are gone since. */
        readonly goneCourses: readonly string[];
        /** See `goneResponses`. */
        readonly goneFiles: readonly string[];
      }
    | undefined;
}

export function removalsOf(input: RemovalsInput): Removals {
  const { manifestPaths, folders, previous } = input;
  const { target } = folders;
  const besideApi = staleManifestPaths(target, manifestPaths, manifestPathsIn(target));
  const stale = previous ? sinceLastBuild(input, previous) : byListing(input);
  return { owned: stale, besideApi, files: filesAt(target, [...stale, ...besideApi]) };
}

function sinceLastBuild(
  { built }: RemovalsInput,
  { goneCourses, goneFiles }: NonNullable<RemovalsInput['previous']>,
): string[] {
  // Pages are removed before the views that they link to.
  const goneFolders = outputsWithFiles(built)
    .toReversed()
    .flatMap(({ courseFiles }) =>
      courseFiles ? goneCourses.map((linkhash) => `${courseFiles.folder}/${linkhash}`) : [],
    );
  return [...goneFiles, ...goneFolders];
}

/** The files of responses of the last build that are gone, but those of courses, in the order in which they may be removed. */
export function goneResponses(state: BuildState, current: ByOutput<readonly OutputFile[]>): string[] {
  const isStaying = new Set(Object.values(current).flatMap(pathsOf));
  const published = outputDeclarations.flatMap(({ name, isApi }) =>
    isApi ? pathsOf(state.details().files[name] ?? []) : [],
  );
  return inOrderOfRemoval(published.filter((path) => !isStaying.has(path)));
}

/** A folder with the name of an owned one that no build wrote was reported as an obstacle, or stays. */
function byListing({ built, manifestPaths, folders: { target, listing } }: RemovalsInput): string[] {
  if (!listing || listing.folders.size === 0) return [];
  const ours = manifestPathsIn(target);
  const isOurs = (path: string) =>
    path === apiRoot || (manifestPaths.includes(`${path}/`) && ours.includes(`${path}/`));
  const folders = new Map([...listing.folders].filter(([path]) => isOurs(path)));
  return staleFiles({ folders }, expectedFiles(allFiles(built, () => true)));
}

/** The existing files, and owned folders, of earlier builds, `ours`, that a build of `manifestPaths` does not write. */
function staleManifestPaths(target: string, manifestPaths: readonly string[], ours: readonly string[]): string[] {
  const written = new Set(manifestPaths);
  return ours.filter((path) => {
    if (written.has(path) || notFolderAbove(target, path) !== undefined) return false;
    return entryAt(join(target, trimSlash(path)))?.isDirectory() === path.endsWith('/');
  });
}

/** The files at and below paths in `target`. */
function filesAt(target: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const whole = join(target, path);
    const entry = entryAt(whole);
    if (!entry) return [];
    return entry.isDirectory() ? filesBelow(whole).map((below) => posix.join(path, below)) : [path];
  });
}
