// Stages the pages of one part of a merge; the first part, which stages the rest too, is staged as a whole site is.
import type { List } from '../api/paging.ts';
import { apiRoot } from '../api/routes.ts';
import { staleFiles } from '../output/listing.ts';
import { filesBelow } from '../output/obstacles.ts';
import type { Removals } from '../output/publication.ts';
import { noneWritten, sumOf } from '../output/writer.ts';
import { expectedListing, layOut } from './lists/layout.ts';
import type { PagePlan } from './lists/page-plan.ts';
import type { Catalog } from './read/catalog.ts';
import { pagesOfOthers } from './shards/pages.ts';
import { linkhashesOf } from './shards/courses.ts';
import type { StageContext, StagedSite } from './stage-site.ts';
import { planLists, writeLists } from './write-lists.ts';

/** Stages pages only. In an output that all parts share, what is stale is removed by the first part. */
export async function stagePart(catalog: Catalog, context: StageContext): Promise<StagedSite> {
  const layout = layOut(catalog.lists, catalog.references);
  const plan = planLists(catalog, layout, context.options, undefined);
  const pages = await writeLists(catalog, layout, plan, context);
  return {
    files: {
      views: [],
      coursePages: [],
      pages,
      resources: noneWritten,
      documents: [],
      root: noneWritten,
      rootFiles: [],
    },
    removals: removalsOf(catalog, layout, plan, context),
    published: { firstFile: undefined, added: undefined },
    packs: undefined,
    lists: { layout, lists: catalog.lists, pageStats: plan.stats },
    otherFiles: [],
    dumps: [],
    totals: { ...sumOf(pages), folders: 0, largestFolder: { path: '', entries: 0 } },
    budget: [],
  };
}

function removalsOf(
  { results }: Catalog,
  layout: readonly List[],
  { jobs }: PagePlan,
  { options, staging: { target, listing }, isOwn }: StageContext,
): Removals {
  if (!isOwn || !listing) return { api: [], root: [], files: [] };
  const stale = staleFiles(
    listing.api ?? new Map(),
    expectedListing(layout, options.pageSize, linkhashesOf(results), options),
    apiRoot,
  );
  // What another part has now is only removed from this output.
  const moved = pagesOfOthers(listing, layout, jobs, options);
  return { api: [...stale, ...moved], root: [], files: filesBelow(target, stale) };
}
