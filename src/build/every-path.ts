// Every path of a build, made as it is asked for: a first build adds hundreds of thousands.
import type { Paths } from './changes.ts';
import { hashTexts } from './hashes.ts';
import type { Known } from './known.ts';
import { indexFilesOf, numbersOfPage, pageFolders, viewFolder } from './layout.ts';
import { pagesOf } from '../api/paging.ts';
import { apiRoot } from '../api/routes.ts';
import type { IndexForm } from '../output/writer.ts';

type Pathed = Pick<Known, 'batches' | 'lists' | 'pageSize' | 'rest'>;

/** What is added where no API was published: all of it, and what is new `around` it. `files` is the number of all files. */
export function allAdded(known: Pathed, form: IndexForm, around: readonly string[], files: number): Paths {
  const others = known.rest.filter(({ path }) => !path.startsWith(`${apiRoot}/`)).length;
  return {
    length: files - others + around.length,
    *[Symbol.iterator]() {
      yield* everyApiPath(known, form);
      yield* around;
    },
  };
}

function* everyApiPath({ batches, lists, pageSize, rest }: Pathed, form: IndexForm): Generator<string> {
  for (const { linkhashes, columns } of batches) {
    const { twins } = columns();
    let at = 0;
    for (const linkhash of hashTexts(linkhashes())) {
      yield* indexFilesOf(viewFolder(linkhash), twins[at] ?? 0, form);
      at += 1;
    }
  }
  const { described, pageNumbers } = lists();
  let number = 0;
  for (const list of described) {
    for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
      const twins = pageNumbers[numbersOfPage * number + numbersOfPage - 1] ?? 0;
      for (const folder of pageFolders(list, page)) yield* indexFilesOf(folder, twins, form);
      number += 1;
    }
  }
  for (const { path } of rest) if (path.startsWith(`${apiRoot}/`)) yield path;
}
