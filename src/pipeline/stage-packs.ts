// Stages an API in packs: those of the responses that were rendered, and of those of the last build that stay.
import { packedName } from '../api/packs.ts';
import { resourceNames } from '../outputs/resources/resources.ts';
import { folderOf } from '../api/routes.ts';
import type { Writer } from '../storage/writer.ts';
import type { Baseline } from './cache/baseline.ts';
import { apiPaths } from './lists/all-paths.ts';
import { removedPages } from './lists/layout.ts';
import type { WrittenLists } from './lists/page-plan.ts';
import { packsTotals } from './lists/totals.ts';
import type { BuildOptions } from './options.ts';
import { packedListing, packPaths, stagePacks } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { pagedLists, type ApiParts, type StagedApi } from './staged-api.ts';
import type { Staging } from './staging.ts';
import type { Workers } from './workers/pool.ts';

export interface PackContext {
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  readonly workers: Pick<Workers, 'pack'>;
}

/** Packs an API; `writer` writes the lists of where packs begin, and `goneViews` are the linkhashes of courses that are gone. */
export async function apiInPacks(
  rendered: ApiParts,
  catalog: Catalog,
  lists: WrittenLists,
  writer: Writer,
  goneViews: readonly string[],
  { options, baseline, staging: { target }, workers }: PackContext,
): Promise<StagedApi> {
  const { pageSize, indexFile, coursePages: hasCoursePages } = options;
  const before = baseline?.state;
  const pages = before ? removedPages(pagedLists(before), { layout: lists.layout, pageSize }) : [];
  const staged = await stagePacks(
    [...rendered.views, ...rendered.pages, rendered.resources],
    {
      views: { target, packs: before?.packs?.views, removed: goneViews },
      lists: { target, packs: before?.packs?.lists, removed: pages.map((folder) => packedName(folder).name) },
    },
    workers.pack,
    writer,
    options.packSize,
  );
  const { packs } = staged;
  const resources = resourceNames.map((name) => `${folderOf(name)}/${indexFile}`);
  const kept = new Set(staged.kept);
  return {
    parts: staged.parts,
    packs,
    packFiles: [...staged.files, ...(before?.otherFiles ?? []).filter(({ path }) => kept.has(path))],
    packed:
      staged.changed?.map((folder) => `${folder}/${indexFile}`) ??
      apiPaths({ chunks: catalog.results, layout: lists.layout }, lists.pageStats, resources, options),
    files: { chunks: [], layout: [] },
    totals: (otherFiles) =>
      packsTotals({ chunks: catalog.results, summary: catalog.summary, hasCoursePages, otherFiles }),
    expected: () => packedListing(packs),
    stale: (of) => {
      const now = new Set(packPaths(packs));
      return packPaths(of.packs ?? { views: [], lists: [] }).filter((path) => !now.has(path));
    },
  };
}
