// Removals: what is published and no longer built, according to the saved state or, without one, to a listing of the output.
import type { List } from '../api/paging.ts';
import { apiRoot } from '../api/routes.ts';
import { staleFiles } from '../output/listing.ts';
import { filesAt, staleRootFiles } from '../output/obstacles.ts';
import type { Removals } from '../output/publication.ts';
import { ownRootFiles } from '../output/target.ts';
import { coursePagesFolder } from '../site/pages/paths.ts';
import type { Baseline } from './cache/baseline.ts';
import { coursePageFolder, expectedCoursePages } from './lists/layout.ts';
import type { PagePlan } from './lists/page-plan.ts';
import type { BuildOptions } from './options.ts';
import { chunkChanges, type Catalog } from './read/catalog.ts';
import { linkhashesOf } from './read/result.ts';
import { pagesOfOthers } from './shards/pages.ts';
import type { StagedApi } from './staged-api.ts';
import type { Staging } from './staging.ts';

export interface RemovalsInput {
  readonly api: Pick<StagedApi, 'expected' | 'stale'>;
  readonly catalog: Catalog;
  readonly layout: readonly List[];
  readonly plan: PagePlan;
  /** See `removedViews`. */
  readonly goneViews: readonly string[];
  readonly rootFiles: readonly string[];
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  /** In a part of a merge: whether no other part writes into the output. */
  readonly isOwn: boolean;
}

export function removalsOf(input: RemovalsInput): Removals {
  const { api, goneViews, rootFiles, options, baseline, staging } = input;
  const { target } = staging;
  const root = staleRootFiles(target, rootFiles, ownRootFiles(target));
  const gonePages = options.coursePages ? goneViews.map(coursePageFolder) : [];
  const stale = baseline
    ? [...api.stale(baseline.state, goneViews), ...gonePages]
    : [...staleApi(input), ...stalePages(input)];
  return { api: [...stale, ...movedPages(input)], root, files: filesAt(target, [...stale, ...root]) };
}

/** What is stale in the API by a listing. */
export function staleApi({ api, staging: { listing } }: Pick<RemovalsInput, 'api' | 'staging'>): string[] {
  return listing?.api ? staleFiles(listing.api, api.expected(), apiRoot) : [];
}

/** The pages in an output of this part alone that other parts write now. They are only removed here. */
export function movedPages({
  layout,
  plan,
  options,
  staging: { listing },
  isOwn,
}: Pick<RemovalsInput, 'layout' | 'plan' | 'options' | 'staging' | 'isOwn'>): string[] {
  return isOwn && listing ? pagesOfOthers(listing, layout, plan.jobs, options) : [];
}

/** The course pages that are stale by a listing. A folder of course pages that is not ours was reported as an obstacle, or stays. */
function stalePages({ catalog, options, staging: { target, listing } }: RemovalsInput): string[] {
  const isOurs = options.coursePages && ownRootFiles(target).includes(`${coursePagesFolder}/`);
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
