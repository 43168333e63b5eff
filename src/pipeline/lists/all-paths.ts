// Every path of the API, generated on demand: a first build adds hundreds of thousands.
import { pagesOf, type List } from '../../api/paging.ts';
import { folderOf } from '../../api/routes.ts';
import type { IndexForm } from '../../storage/writer.ts';
import { fileIn } from '../../outputs/course-pages/paths.ts';
import { linkhashesOf, type ChunkResult } from '../read/result.ts';
import { coursePageFolder, statsPerPage, indexFilesOf, pageFolders, viewFolder } from './layout.ts';

/** The views and lists of an API. */
export interface ApiResponses {
  readonly chunks: readonly ChunkResult[];
  readonly layout: readonly List[];
}

/** The paths of the files of an API; `pageStats` are those of `WrittenLists`, and `others` are files that are neither views nor pages. */
export function apiPaths(
  { chunks, layout }: ApiResponses,
  pageStats: Uint32Array,
  others: readonly string[],
  { pageSize, ...form }: IndexForm & { readonly pageSize: number },
): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      yield* viewPaths(chunks, form);
      yield* pagePaths(layout, pageStats, pageSize, form);
      yield* others;
    },
  };
}

/** The files of all views. */
function* viewPaths(chunks: readonly ChunkResult[], form: IndexForm): Generator<string> {
  for (const chunk of chunks) {
    const { encodings } = chunk.addresses();
    let at = 0;
    for (const linkhash of linkhashesOf([chunk])) {
      yield* indexFilesOf(viewFolder(linkhash), encodings[at] ?? 0, form);
      at += 1;
    }
  }
}

/** The files of all course pages. */
export function* coursePagePaths(chunks: readonly ChunkResult[]): Generator<string> {
  for (const linkhash of linkhashesOf(chunks)) yield fileIn(`${coursePageFolder(linkhash)}/`);
}

function* pagePaths(
  layout: readonly List[],
  pageStats: Uint32Array,
  pageSize: number,
  form: IndexForm,
): Generator<string> {
  let number = 0;
  for (const list of layout) {
    const listFolder = folderOf(list.route, list.parameter);
    for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
      const encodings = pageStats[statsPerPage * number + statsPerPage - 1] ?? 0;
      for (const folder of pageFolders(listFolder, page)) yield* indexFilesOf(folder, encodings, form);
      number += 1;
    }
  }
}
