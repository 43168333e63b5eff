// Removals: what is published and no longer built, according to the saved state or, without one, to a listing of the output.
import { apiRoot } from '../api/routes.ts';
import { staleFiles } from './publish/listing.ts';
import { filesAt, staleRootFiles } from './publish/obstacles.ts';
import type { Removals } from './publish/publication.ts';
import { rootFilesIn } from './publish/manifest.ts';
import { coursePagesFolder } from '../outputs/course-pages/paths.ts';
import type { Baseline } from './cache/baseline.ts';
import { coursePageFolder, expectedCoursePages } from './lists/layout.ts';
import type { BuildOptions } from './options.ts';
import { chunkChanges, type Catalog } from './read/catalog.ts';
import { linkhashesOf } from './read/result.ts';
import type { StagedApi } from './staged-api.ts';
import type { Staging } from './staging.ts';

export interface RemovalsInput {
  readonly api: Pick<StagedApi, 'expected' | 'stale'>;
  readonly catalog: Catalog;
  /** See `removedViews`. */
  readonly goneViews: readonly string[];
  readonly rootFiles: readonly string[];
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
}

export function removalsOf(input: RemovalsInput): Removals {
  const { api, goneViews, rootFiles, options, baseline, staging } = input;
  const { target } = staging;
  const root = staleRootFiles(target, rootFiles, rootFilesIn(target));
  const gonePages = options.coursePages ? goneViews.map(coursePageFolder) : [];
  const stale = baseline
    ? [...api.stale(baseline.state, goneViews), ...gonePages]
    : [...(staging.listing?.api ? staleFiles(staging.listing.api, api.expected(), apiRoot) : []), ...stalePages(input)];
  return { api: stale, root, files: filesAt(target, [...stale, ...root]) };
}

/** The course pages that are stale by a listing. A folder of course pages that is not ours was reported as an obstacle, or stays. */
function stalePages({ catalog, options, staging: { target, listing } }: RemovalsInput): string[] {
  const isOurs = options.coursePages && rootFilesIn(target).includes(`${coursePagesFolder}/`);
  if (!listing?.coursePages || !isOurs) return [];
  return staleFiles(listing.coursePages, expectedCoursePages(linkhashesOf(catalog.results)), coursePagesFolder);
}

/** The linkhashes of courses that the last build had and that are gone. */
export function removedViews({ state }: Baseline, catalog: Catalog): string[] {
  const { removed, fresh } = chunkChanges(
    state.chunks.map(({ result }) => result),
    catalog,
  );
  const now = new Set(linkhashesOf(fresh));
  return [...linkhashesOf(removed)].filter((linkhash) => !now.has(linkhash));
}
