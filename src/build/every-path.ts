// Every path of a build, made as it is asked for: a first build adds hundreds of thousands.
import type { Changes, Paths } from './changes.ts';
import { hashTexts } from './hashes.ts';
import type { Known } from './known.ts';
import { indexFilesOf, numbersOfPage, pageFolders, viewFolder } from './layout.ts';
import { pagesOf } from '../api/paging.ts';
import type { IndexForm } from '../output/writer.ts';

type Pathed = Pick<Known, 'batches' | 'lists' | 'pageSize' | 'rest'>;

/** Says of a first build of so many files that all of them are new. */
export function allAdded(known: Pathed, form: IndexForm, files: number): Changes {
  const added: Paths = { length: files, [Symbol.iterator]: () => everyPath(known, form) };
  return { added, changed: [], removed: [] };
}

function* everyPath({ batches, lists, pageSize, rest }: Pathed, form: IndexForm): Generator<string> {
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
  for (const { path } of rest) yield path;
}
