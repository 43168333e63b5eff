// The pages of the paged lists (specification 2.2 and 2.3), as every command knows them.
import { listFolder, pageFolders, pageOffsets } from '../../api/layout.ts';
import { pageCount, type LinkOptions, type List } from '../../api/paging.ts';
import { pagesFolder } from '../../api/routes.ts';
import type { ChunkOffsets } from '../../catalog/lists.ts';
import { namesIn, presentNames, type IndexForm } from '../../storage/index-files.ts';
import type { RecordTexts } from '../../storage/gather.ts';
import type { OutputFile, Tally } from '../../storage/writer.ts';
import type { OutputRow, OutputTypes, UnitGroup } from '../output.ts';

/** Pages `from` to `to`, inclusive, of one list. */
export interface PageRun {
  /** The number of the list. */
  readonly index: number;
  readonly list: List;
  /** The courses of the list by ascending id, in shared memory. */
  readonly members: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The courses on the pages of a run. */
export function coursesOf(
  { members, from, to }: Pick<PageRun, 'members' | 'from' | 'to'>,
  pageSize: number,
): Uint32Array {
  return members.subarray((from - 1) * pageSize, to * pageSize);
}

export interface PageTask {
  readonly runs: readonly PageRun[];
  readonly offsets: ChunkOffsets;
}

export interface ListsTypes extends OutputTypes {
  readonly settings: LinkOptions & IndexForm & { readonly pageSize: number };
  readonly part: {
    /** The courses as the paged lists have them. */
    readonly summaries: RecordTexts;
  };
  readonly task: PageTask;
  readonly done: Uint32Array;
  /** The numbers of every page, in the order of lists and pages: see `numbersPerPage`. */
  readonly kept: Uint32Array;
}

/** Three numbers for each page: bytes of its index file, bytes with its compressed files, and which of these there are, as bits. */
export const numbersPerPage = 3;

export const listsRow: OutputRow<ListsTypes> = {
  name: 'lists',
  formats: [],
  isWanted: () => true,
  isApi: true,
  settings: ({ options: { baseUrl, pageLinks, pageSize, indexFile, precompress } }) => {
    return { baseUrl, pageLinks, pageSize, indexFile, precompress };
  },
  fields: ['summaries'],
  units({ layout, kept, settings: { pageSize, ...form } }) {
    const offsets = pageOffsets(layout, pageSize);
    const names = namesIn(form);
    return layout.map((list, index): UnitGroup => {
      const folder = listFolder(list);
      const count = pageCount(list.count, pageSize);
      const numbers = kept.subarray(numbersPerPage * (offsets[index] ?? 0), numbersPerPage * (offsets[index + 1] ?? 0));
      return {
        folder: `${folder}/${pagesFolder}`,
        count,
        *files() {
          for (let page = 1; page <= count; page += 1) {
            const present = presentNames(names, numbers[numbersPerPage * page - 1] ?? 0);
            yield pageFolders(folder, page).flatMap((path) => present.map((name) => `${path}/${name}`));
          }
        },
        tally: () => tallyPages(folder, numbers, names),
      };
    });
  },
};

/** Tallies the pages of the list in `folder`, of which these are the numbers; `names` are those that their files may have. */
function tallyPages(folder: string, numbers: Uint32Array, names: readonly string[]): Tally {
  let [files, bytes] = [0, 0];
  let largest: OutputFile = { path: '', bytes: 0 };
  for (let index = 0; index < numbers.length; index += numbersPerPage) {
    const [plain, all, encodings] = [numbers[index] ?? 0, numbers[index + 1] ?? 0, numbers[index + 2] ?? 0];
    // Page 1 is also served at the list's own address.
    const copies = index === 0 ? 2 : 1;
    files += copies * presentNames(names, encodings).length;
    bytes += copies * all;
    if (plain > largest.bytes) {
      largest = { path: pageFolders(folder, index / numbersPerPage + 1)[0] ?? '', bytes: plain };
    }
  }
  return { files, bytes, largest };
}
