// Build folders: where a build writes, and what it compares with.
import { existsSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { removeSync } from 'fs-extra/esm';
import { apiRoot } from '../api/routes.ts';
import { ownedFolders } from '../outputs/declarations.ts';
import type { Site } from '../outputs/site-options.ts';
import { entryAt } from '../paths.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from '../storage/temporary-folder.ts';
import type { WriteRoots } from '../storage/writer.ts';
import { courseFilesOf } from './built-files.ts';
import type { LockedTarget, StagingFolder } from './published/staging-folder.ts';
import { listTarget, type TargetListing } from './published/listing.ts';
import { isOurs, trimSlash } from './published/manifest.ts';

export interface BuildFolders extends Disposable {
  /** Undefined in a dry run. */
  readonly staging: StagingFolder | undefined;
  /** The real path of the target. */
  readonly target: string;
  /** Whether nothing is published yet. */
  readonly isEmpty: boolean;
  /** The published folder of the API, if there is one. */
  readonly api: Stats | undefined;
  /** The contents of the folders that belong to builds, but for the folders of courses. */
  readonly listing: TargetListing;
  readonly roots: WriteRoots;
  /** The folder for the files of chunks. */
  readonly chunkFolder: string;
}

/** Begins the name of the temporary folder in which a dry run writes. */
export const dryRunPrefix = 'course-catalog-dry-run-';

/** Opens the folders of a build of `target`, which is locked unless this is a dry run. */
export function openBuildFolders(target: string, site: Site, lockedTarget: LockedTarget | undefined): BuildFolders {
  const staging = lockedTarget?.staging();
  const courseFiles = courseFilesOf(site);
  const listing = listTarget(target, [apiRoot, ...ownedFolders.map(trimSlash)], courseFiles);
  // A dry run leaves the target as it is.
  if (!staging) removeAbandonedFolders(dryRunPrefix);
  const temporary = staging ? undefined : makeTemporaryFolder(dryRunPrefix);
  const isEmpty = !existsSync(target) || !isOurs(target);
  return {
    staging,
    target,
    isEmpty,
    api: apiIn(target),
    listing,
    roots: {
      staging: staging?.site ?? null,
      // A dry run lists every new file, as there is no staging folder in which to find them.
      published: isEmpty && staging ? null : target,
      specialEntries: listing.specialEntries,
      courseFiles,
    },
    chunkFolder: staging?.chunks ?? temporary ?? '',
    [Symbol.dispose]: () => {
      // A staging folder removes itself.
      if (temporary !== undefined) removeSync(temporary);
    },
  };
}

/** The folder of the API in a target, if there is one. */
export function apiIn(target: string): Stats | undefined {
  const entry = entryAt(join(target, apiRoot));
  return entry?.isDirectory() === true ? entry : undefined;
}
