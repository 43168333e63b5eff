// Facts: how many files and folders a build has and how large they are, for budgets; and its largest list.
import { pagesOf, type List } from '../api/paging.ts';
import { folderOf, pagesFolder } from '../api/routes.ts';
import { sumOf, type Tally } from '../output/writer.ts';
import type { Known, KnownOutput } from './known.ts';
import { countFolders, firstPages, numbersOfPage, pageFolders } from './layout.ts';

/** What the files of a build come to. */
export interface Total extends Tally {
  readonly folders: number;
  /** The folder that holds the most. */
  readonly largestFolder: { readonly path: string; readonly entries: number };
}

/** The list with the most courses. */
export interface LargestList {
  readonly kind: List['route'];
  readonly name: string;
  readonly pages: number;
}

/** What the lists of all pages need to be summed up. */
type Sized = Pick<Known, 'batches' | 'lists' | 'pageSize' | 'summary' | 'rest'>;

export function totalOf(known: Sized): Total {
  const { described } = known.lists();
  const { courses, providers, categories, languages, pages } = known.summary;
  const folders = [
    { path: folderOf('course'), entries: courses },
    { path: folderOf('providers'), entries: providers },
    { path: folderOf('categories'), entries: categories },
    { path: folderOf('languages'), entries: languages },
    ...described.map(({ route, parameter, count }) => ({
      path: `${folderOf(route, parameter)}/${pagesFolder}`,
      entries: pagesOf(count, known.pageSize),
    })),
  ];
  return {
    ...sumOf([...known.batches.map(({ tally }) => tally), pageTally(known), ...known.rest.map(tallyOf)]),
    folders: countFolders(
      described,
      pages,
      courses,
      known.rest.map(({ path }) => path),
    ),
    largestFolder: folders.reduce((most, folder) => (folder.entries > most.entries ? folder : most)),
  };
}

/** The one with the most courses; the first of several. Undefined where there are no lists. */
export function largestListOf({ lists, pageSize }: Pick<Known, 'lists' | 'pageSize'>): LargestList | undefined {
  const { described } = lists();
  const [first, ...others] = described;
  if (!first) return undefined;
  const { route, label, count } = others.reduce((most, list) => (list.count > most.count ? list : most), first);
  return { kind: route, name: label, pages: pagesOf(count, pageSize) };
}

/** The pages of all lists together. */
function pageTally({ lists, pageSize }: Sized): Tally {
  const { described, pageNumbers } = lists();
  const firsts = firstPages(described, pageSize);
  let [files, bytes, largest] = [0, 0, { path: '', bytes: 0 }];
  for (const [index, list] of described.entries()) {
    const first = firsts[index] ?? 0;
    for (let page = 1; page <= (firsts[index + 1] ?? 0) - first; page += 1) {
      const at = numbersOfPage * (first + page - 1);
      const [plain, all, twins] = [pageNumbers[at] ?? 0, pageNumbers[at + 1] ?? 0, pageNumbers[at + 2] ?? 0];
      // Page 1 is also the answer of the list's own address.
      const copies = page === 1 ? 2 : 1;
      files += copies * (1 + bitsOf(twins));
      bytes += copies * all;
      if (plain > largest.bytes) largest = { path: pageFolders(list, page)[0] ?? '', bytes: plain };
    }
  }
  return { files, bytes, largest };
}

function tallyOf({ path, bytes }: KnownOutput): Tally {
  return { files: 1, bytes, largest: { path, bytes } };
}

function bitsOf(number: number): number {
  let [bits, left] = [0, number];
  for (; left > 0; left >>= 1) bits += left & 1;
  return bits;
}
