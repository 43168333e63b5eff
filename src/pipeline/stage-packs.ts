// Stages a packed API: packs of the responses that were rendered, and of those of the last build that stay.
import { packedName } from '../api/packs.ts';
import { resourceNames } from '../api/resources.ts';
import { folderOf } from '../api/routes.ts';
import type { StagedFiles } from '../output/publication.ts';
import type { Writer } from '../output/writer.ts';
import type { Baseline } from './cache/baseline.ts';
import { apiPaths } from './lists/all-paths.ts';
import { removedPages } from './lists/layout.ts';
import type { WrittenLists } from './lists/page-plan.ts';
import type { OutputFile } from './lists/totals.ts';
import type { BuildOptions } from './options.ts';
import { stagePacks, type Packs } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { removedViews } from './removals.ts';
import type { Staging } from './staging.ts';

/** The responses of an API by part, as files or rendered to be packed. */
export type StagedApi = Pick<StagedFiles, 'views' | 'pages' | 'resources'>;

export interface PackedApi {
  readonly api: StagedApi;
  readonly packs: Packs;
  /** Packs that stay as they are. */
  readonly kept: readonly OutputFile[];
  /** See `packed` in `Changes`. */
  readonly changed: Iterable<string>;
}

export interface PackContext {
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
}

/** Packs an API; `writer` writes the packs. */
export function packApi(
  rendered: StagedApi,
  catalog: Catalog,
  lists: WrittenLists,
  writer: Writer,
  { options, baseline, staging: { target } }: PackContext,
): PackedApi {
  const { pageSize, indexFile } = options;
  const { layout } = lists;
  const before = baseline && { layout: baseline.state.lists().layout, pageSize: baseline.state.pageSize };
  const packsBefore = baseline?.state.packs;
  const views = baseline ? removedViews(baseline, catalog) : [];
  const pages = before ? removedPages(before, { layout, pageSize }) : [];
  const staged = stagePacks(
    [...rendered.views, ...rendered.pages, rendered.resources],
    {
      views: { target, packs: packsBefore?.views, removed: views },
      lists: { target, packs: packsBefore?.lists, removed: pages.map((folder) => packedName(folder).name) },
    },
    writer,
    options.packSize,
  );
  const otherFiles = resourceNames.map((name) => ({ path: `${folderOf(name)}/${indexFile}`, bytes: 0 }));
  const all = { chunks: catalog.results, lists, pageSize, hasCoursePages: false, otherFiles };
  const kept = new Set(staged.kept);
  return {
    api: { views: [staged.views], pages: [staged.lists], resources: staged.starts },
    packs: staged.packs,
    kept: (baseline?.state.otherFiles ?? []).filter(({ path }) => kept.has(path)),
    changed: staged.changed?.map((folder) => `${folder}/${indexFile}`) ?? apiPaths(all, options),
  };
}
