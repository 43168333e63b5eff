// Every path of the API, made as it is asked for: a first build adds hundreds of thousands.
import { pagesOf } from '../../api/paging.ts';
import { apiRoot } from '../../api/routes.ts';
import type { Paths } from '../../output/changes.ts';
import type { IndexForm } from '../../output/writer.ts';
import { linkhashesIn, type ChunkResult } from '../read/result.ts';
import { numbersPerPage, indexFilesOf, pageFolders, viewFolder } from './layout.ts';
import type { Sized } from './totals.ts';

type Listed = Omit<Sized, 'chunks' | 'summary'> & { readonly chunks: readonly ChunkResult[] };

/** What is added where no API was published: all of it, and what is new `beside` it. `files` is the number of all files. */
export function allPaths(build: Listed, form: IndexForm, beside: readonly string[], files: number): Paths {
  const others = build.otherFiles.filter(({ path }) => !path.startsWith(`${apiRoot}/`)).length;
  return {
    length: files - others + beside.length,
    *[Symbol.iterator]() {
      yield* apiPaths(build, form);
      yield* beside;
    },
  };
}

function* apiPaths({ chunks, lists, pageSize, otherFiles }: Listed, form: IndexForm): Generator<string> {
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
    for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
      const encodings = lists.pageNumbers[numbersPerPage * number + numbersPerPage - 1] ?? 0;
      for (const folder of pageFolders(list, page)) yield* indexFilesOf(folder, encodings, form);
      number += 1;
    }
  }
  for (const { path } of otherFiles) if (path.startsWith(`${apiRoot}/`)) yield path;
}
