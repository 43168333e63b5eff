// Build folders: where a build writes, and what it compares with.
import { existsSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { ownedFolders } from '../outputs/declarations.ts';
import { entryAt } from '../paths.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from '../storage/temporary-folder.ts';
import type { Baseline } from './cache/baseline.ts';
import type { SnapshotTimes } from './cache/snapshot.ts';
import type { BuildSetup } from './setup.ts';
import { listTarget, type TargetListing } from './target/listing.ts';
import { trimSlash } from './target/manifest.ts';
import type { StagingFolder } from './target/staging-folder.ts';
import type { JobRoots } from './workers/jobs.ts';

export interface BuildFolders extends Disposable {
  /** Undefined in a dry run. */
  readonly staging: StagingFolder | undefined;
  /** The real path of the target. */
  readonly target: string;
  /** The published folder of the API, if there is one. */
  readonly api: Stats | undefined;
  /** The contents of the folders that belong to builds; only listed if there is no baseline. */
  readonly listing: TargetListing | undefined;
  /** The times of the published site. */
  readonly times: SnapshotTimes;
  readonly roots: JobRoots;
  /** Where the results of chunks go. */
  readonly state: string;
}

/** Begins the name of the temporary folder in which a dry run writes. */
export const dryRunPrefix = 'course-catalog-dry-run-';

/** `now` is the start of the build by the clock of the target's file system. */
export function openBuildFolders(
  baseline: Baseline | undefined,
  now: number,
  { target, lockedTarget }: Pick<BuildSetup, 'target' | 'lockedTarget'>,
): BuildFolders {
  const staging = lockedTarget?.staging();
  const api = apiIn(target);
  const listing = baseline ? undefined : listTarget(target, [apiRoot, ...ownedFolders.map(trimSlash)]);
  // A dry run leaves the target as it is.
  if (!staging) removeAbandonedFolders(dryRunPrefix);
  const temporary = staging ? undefined : makeTemporaryFolder(dryRunPrefix);
  const state = staging?.state ?? temporary ?? '';
  const roots = { staging: staging?.site ?? null, specialEntries: listing?.specialEntries ?? [] };
  return {
    staging,
    target,
    api,
    listing,
    times: baseline?.times ?? { takenAt: now, writtenSince: [] },
    roots: {
      api: { ...roots, published: api ? target : null },
      files: { ...roots, published: existsSync(target) ? target : null },
    },
    state,
    [Symbol.dispose]: () => {
      // A staging folder removes its own folders.
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    },
  };
}

/** The folder of the API in a target, if there is one. */
export function apiIn(target: string): Stats | undefined {
  const entry = entryAt(join(target, apiRoot));
  return entry?.isDirectory() === true ? entry : undefined;
}
