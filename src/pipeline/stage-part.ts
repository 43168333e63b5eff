// Stages the pages of one part of a merge; the first part, which stages the rest too, is staged as a whole site is.
import { filesAt } from '../output/obstacles.ts';
import { noneWritten, sumOf } from '../output/writer.ts';
import { layOut } from './lists/layout.ts';
import type { Catalog } from './read/catalog.ts';
import { movedPages, staleApi } from './removals.ts';
import type { StageContext, StagedSite } from './stage-site.ts';
import { apiInFiles } from './staged-api.ts';
import { planLists, writeLists } from './write-lists.ts';

/** Stages pages only. In an output that all parts share, what is stale is removed by the first part. */
export async function stagePart(catalog: Catalog, context: StageContext): Promise<StagedSite> {
  const { options, staging, isOwn } = context;
  const layout = layOut(catalog.lists, catalog.references);
  const plan = planLists(catalog, layout, options, undefined);
  const pages = await writeLists(catalog, layout, plan, context);
  const lists = { layout, lists: catalog.lists, pageStats: plan.stats };
  const api = apiInFiles({ pages, resources: noneWritten }, catalog, lists, options);
  const stale = isOwn ? staleApi({ api, staging }) : [];
  return {
    files: { ...api.parts, coursePages: [], documents: [], root: noneWritten, rootFiles: [] },
    removals: {
      api: [...stale, ...movedPages({ layout, plan, ...context })],
      root: [],
      files: filesAt(staging.target, stale),
    },
    published: { firstFile: undefined, added: undefined },
    lists,
    packs: undefined,
    otherFiles: [],
    dumps: [],
    totals: { ...sumOf(pages), folders: 0, largestFolder: { path: '', entries: 0 } },
    budget: [],
  };
}
