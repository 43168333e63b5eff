// The API as it is staged: each response a file of its own, or all of them in packs. Whatever differs between the two is a field of it.
import type { Folder } from './publish/listing.ts';
import type { StagedFiles } from './publish/publication.ts';
import type { BuildState } from './cache/state.ts';
import type { ApiResponses } from './lists/all-paths.ts';
import { expectedListing, removedLists, viewFolder, type PagedLists } from './lists/layout.ts';
import type { WrittenLists } from './lists/page-plan.ts';
import { filesTotals, type OutputFile, type Totals } from './lists/totals.ts';
import type { BuildOptions } from './options.ts';
import type { Packs } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { linkhashesOf } from './read/result.ts';

/** What was written of the API, by part: files, or records to be packed. */
export type ApiParts = Pick<StagedFiles, 'views' | 'pages' | 'resources'>;

export interface StagedApi {
  readonly parts: ApiParts;
  /** Undefined if every response is a file. */
  readonly packs: Packs | undefined;
  /** All packs, those included that stay as they are. */
  readonly packFiles: readonly OutputFile[];
  /** See `Changes`. */
  readonly packed: Iterable<string> | undefined;
  /** The views and lists that are files of this build. */
  readonly files: ApiResponses;
  /** The totals of the output, given all files that are neither pages nor views. */
  readonly totals: (otherFiles: readonly OutputFile[]) => Totals;
  /** What belongs below `api/v1`. */
  readonly expected: () => Folder;
  /** The files and folders of the API that the last build wrote and that are gone. `views` are the linkhashes of courses that are gone. */
  readonly stale: (before: BuildState, views: readonly string[]) => string[];
}

/** An API in files. */
export function apiInFiles(
  parts: Omit<ApiParts, 'views'>,
  catalog: Catalog,
  lists: WrittenLists,
  options: BuildOptions,
): StagedApi {
  const { results } = catalog;
  const { layout } = lists;
  const { pageSize, coursePages: hasCoursePages } = options;
  return {
    parts: { ...parts, views: results.map(({ views }) => views) },
    packs: undefined,
    packFiles: [],
    packed: undefined,
    files: { chunks: results, layout },
    totals: (otherFiles) =>
      filesTotals({ chunks: results, lists, pageSize, summary: catalog.summary, hasCoursePages, otherFiles }),
    expected: () => expectedListing(layout, pageSize, linkhashesOf(results), options),
    stale: (before, views) => [...removedLists(pagedLists(before), { layout, pageSize }), ...views.map(viewFolder)],
  };
}

export function pagedLists({ lists, pageSize }: BuildState): PagedLists {
  return { layout: lists().layout, pageSize };
}
