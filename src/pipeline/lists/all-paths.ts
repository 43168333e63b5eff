// Every path of the API, generated on demand: a first build adds hundreds of thousands.
import { pagesOf } from '../../api/paging.ts';
import { apiRoot, folderOf } from '../../api/routes.ts';
import type { Paths } from '../../output/changes.ts';
import type { IndexForm } from '../../output/writer.ts';
import { fileIn } from '../../site/pages/paths.ts';
import { linkhashesIn, type ChunkResult } from '../read/result.ts';
import { coursePageFolder, statsPerPage, indexFilesOf, pageFolders, viewFolder } from './layout.ts';
import type { TotalsInput } from './totals.ts';

type PathsInput = Omit<TotalsInput, 'chunks' | 'summary'> & { readonly chunks: readonly ChunkResult[] };

/**
 * What a build adds if no API is published: the whole API, the new files `beside` it, and the course pages of `newPages`, which are
 * all of them or none. `files` is the number of all files.
 */
export function allPaths(
  build: PathsInput,
  form: IndexForm,
  beside: readonly string[],
  files: number,
  newPages: readonly ChunkResult[],
): Paths {
  const others = build.otherFiles.filter(({ path }) => !path.startsWith(`${apiRoot}/`)).length;
  const pages = build.hasCoursePages ? build.lists.lists.courses : 0;
  return {
    length: files - others - (newPages.length > 0 ? 0 : pages) + beside.length,
    *[Symbol.iterator]() {
      yield* apiPaths(build, form);
      yield* coursePagePaths(newPages);
      yield* beside;
    },
  };
}

/** The paths of the whole API. */
export function apiPaths(build: PathsInput, form: IndexForm): Iterable<string> {
  return { [Symbol.iterator]: () => pathsOf(build, form) };
}

/** The files of all course pages. */
function* coursePagePaths(chunks: readonly ChunkResult[]): Generator<string> {
  for (const chunk of chunks) {
    for (const linkhash of linkhashesIn(chunk.addresses())) yield fileIn(`${coursePageFolder(linkhash)}/`);
  }
}

function* pathsOf({ chunks, lists, pageSize, otherFiles }: PathsInput, form: IndexForm): Generator<string> {
  for (const chunk of chunks) {
    const addresses = chunk.addresses();
    let at = 0;
    for (const linkhash of linkhashesIn(addresses)) {
      yield* indexFilesOf(viewFolder(linkhash), addresses.encodings[at] ?? 0, form);
      at += 1;
    }
  }
  let number = 0;
  for (const list of lists.layout) {
    const listFolder = folderOf(list.route, list.parameter);
    for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
      const encodings = lists.pageStats[statsPerPage * number + statsPerPage - 1] ?? 0;
      for (const folder of pageFolders(listFolder, page)) yield* indexFilesOf(folder, encodings, form);
      number += 1;
    }
  }
  for (const { path } of otherFiles) if (path.startsWith(`${apiRoot}/`)) yield path;
}
