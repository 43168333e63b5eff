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
import type { WrittenPacks } from './packs/job.ts';
import { stagePacks, type Packs } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { removedViews } from './removals.ts';
import type { Staging } from './staging.ts';
import type { Workers } from './workers/pool.ts';

/** The responses of an API by part, as files or rendered to be packed. */
export type StagedApi = Pick<StagedFiles, 'views' | 'pages' | 'resources'>;

export interface PackedApi {
  readonly api: StagedApi;
  readonly packs: Packs;
  /** All packs, those included that stay as they are. */
  readonly files: readonly OutputFile[];
  /** See `packed` in `Changes`. */
  readonly changed: Iterable<string>;
}

export interface PackContext {
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  readonly workers: Pick<Workers, 'pack'>;
}

/** Packs an API; `writer` writes the lists of where packs begin. */
export async function packApi(
  rendered: StagedApi,
  catalog: Catalog,
  lists: WrittenLists,
  writer: Writer,
  { options, baseline, staging: { target }, workers }: PackContext,
): Promise<PackedApi> {
  const { pageSize, indexFile } = options;
  const { layout } = lists;
  const before = baseline && { layout: baseline.state.lists().layout, pageSize: baseline.state.pageSize };
  const packsBefore = baseline?.state.packs;
  const views = baseline ? removedViews(baseline, catalog) : [];
  const pages = before ? removedPages(before, { layout, pageSize }) : [];
  const staged = await stagePacks(
    [...rendered.views, ...rendered.pages, rendered.resources],
    {
      views: { target, packs: packsBefore?.views, removed: views },
      lists: { target, packs: packsBefore?.lists, removed: pages.map((folder) => packedName(folder).name) },
    },
    workers.pack,
    writer,
    options.packSize,
  );
  const otherFiles = resourceNames.map((name) => ({ path: `${folderOf(name)}/${indexFile}`, bytes: 0 }));
  const all = { chunks: catalog.results, lists, pageSize, hasCoursePages: false, otherFiles };
  const kept = new Set(staged.kept);
  const written = (packs: readonly WrittenPacks[]) => packs.map((one) => one.written);
  return {
    api: { views: written(staged.views), pages: written(staged.lists), resources: staged.starts },
    packs: staged.packs,
    files: [
      ...[...staged.views, ...staged.lists].flatMap(({ files }) => files),
      ...(baseline?.state.otherFiles ?? []).filter(({ path }) => kept.has(path)),
    ],
    changed: staged.changed?.map((folder) => `${folder}/${indexFile}`) ?? apiPaths(all, options),
  };
}
