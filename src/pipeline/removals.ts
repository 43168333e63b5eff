// Removals: what is published and no longer built, according to the saved state or, without one, to a listing of the output.
import type { List } from '../api/paging.ts';
import { apiRoot } from '../api/routes.ts';
import { staleFiles, type OutputListing } from '../output/listing.ts';
import { filesBelow, staleRootFiles } from '../output/obstacles.ts';
import type { Removals } from '../output/publication.ts';
import { ownRootFiles } from '../output/target.ts';
import { coursePagesFolder } from '../site/pages/paths.ts';
import type { Baseline } from './cache/baseline.ts';
import { coursePageFolder, expectedCoursePages, expectedListing, removedLists, viewFolder } from './lists/layout.ts';
import type { PagePlan } from './lists/page-plan.ts';
import type { BuildOptions } from './options.ts';
import { packedListing, packPaths, type Packs } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { linkhashesIn } from './read/result.ts';
import { pagesOfOthers } from './shards/pages.ts';
import type { Staging } from './staging.ts';

export interface RemovalsInput {
  readonly catalog: Catalog;
  readonly layout: readonly List[];
  readonly plan: PagePlan;
  /** The packs of a packed API. */
  readonly packs: Packs | undefined;
  readonly rootFiles: readonly string[];
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  /** In a part of a merge: whether no other part writes into the output. */
  readonly isOwn: boolean;
}

export function removalsOf(input: RemovalsInput): Removals {
  const { layout, plan, rootFiles, options, baseline, staging, isOwn } = input;
  const { target, listing } = staging;
  const root = staleRootFiles(target, rootFiles, ownRootFiles(target));
  const api = listing ? staleIn(listing, input) : baseline ? staleOf(baseline, input) : [];
  const others = isOwn && listing ? pagesOfOthers(listing, layout, plan.jobs, options) : [];
  return { api: [...api, ...others], root, files: filesBelow(target, [...api, ...root]) };
}

/** By a listing. A folder of course pages that is not ours was reported as an obstacle, or stays. */
function staleIn(
  { api, coursePages }: OutputListing,
  { catalog, layout, packs, options, staging }: RemovalsInput,
): string[] {
  const expected = packs
    ? packedListing(packs)
    : expectedListing(layout, options.pageSize, allLinkhashes(catalog), options);
  const stale = api ? staleFiles(api, expected, apiRoot) : [];
  const isOurs = options.coursePages && ownRootFiles(staging.target).includes(`${coursePagesFolder}/`);
  if (!coursePages || !isOurs) return stale;
  return [...stale, ...staleFiles(coursePages, expectedCoursePages(allLinkhashes(catalog)), coursePagesFolder)];
}

/** The linkhashes of courses that the last build had and that are gone. */
export function removedViews({ state }: Baseline, { chunks, results }: Catalog): string[] {
  const cached = new Set(chunks.map((chunk) => chunk.cached));
  const fresh = new Set(
    results.flatMap((result, at) => (chunks[at]?.cached ? [] : [...linkhashesIn(result.addresses())])),
  );
  const before = state.chunks.flatMap(({ result }) =>
    cached.has(result) ? [] : [...linkhashesIn(result.addresses())],
  );
  return before.filter((linkhash) => !fresh.has(linkhash));
}

function staleOf(baseline: Baseline, { catalog, layout, packs, options }: RemovalsInput): string[] {
  const { state } = baseline;
  const { pageSize, coursePages } = options;
  const gone = !packs || coursePages ? removedViews(baseline, catalog) : [];
  const pages = coursePages ? gone.map(coursePageFolder) : [];
  if (packs) {
    const kept = new Set(packPaths(packs));
    return [...packPaths(state.packs ?? { views: [], lists: [] }).filter((path) => !kept.has(path)), ...pages];
  }
  const before = { layout: state.lists().layout, pageSize: state.pageSize };
  return [...removedLists(before, { layout, pageSize }), ...gone.map(viewFolder), ...pages];
}

function* allLinkhashes({ results }: Catalog): Generator<string> {
  for (const result of results) yield* linkhashesIn(result.addresses());
}
