// The page plan: which pages of which lists are to be written, shared out over jobs; the others stay as they are.
import { pagesOf, type List } from '../api/paging.ts';
import { routes } from '../api/routes.ts';
import { startsOf, type Lists } from '../catalog/lists.ts';
import type { KnownLists } from './known.ts';
import { firstPages, listKey, numbersOfPage } from './layout.ts';
import type { PageRun } from './pages.ts';

/** The lists of the build before, where its pages are still what it wrote. */
export interface PagesBefore {
  readonly known: KnownLists;
  /** See `sameCourses`. */
  readonly same: Int32Array;
  /** Numbers of pages that are not what was written, if the pages of all lists are numbered through. */
  readonly spoilt: ReadonlySet<number>;
}

export interface PagePlan {
  readonly jobs: readonly (readonly PageRun[])[];
  /** Numbers of every page, in the order of lists and pages; 0 for those that are still to be written. */
  readonly numbers: Uint32Array;
  /** Whether every page is to be written. */
  readonly isWhole: boolean;
}

/** Plans the pages of a build; all of them where there is none before. */
export function planPages(
  described: readonly List[],
  lists: Lists,
  pageSize: number,
  before: PagesBefore | undefined,
): PagePlan {
  const starts = startsOf(lists.counts);
  const firsts = firstPages(described, pageSize);
  const numbers = new Uint32Array(numbersOfPage * (firsts.at(-1) ?? 0));
  const earlier = before && earlierLists(before, pageSize);
  const jobs = new Jobs();
  for (const [index, list] of described.entries()) {
    const start = starts[index] ?? 0;
    const members = lists.members.subarray(start, start + list.count);
    const old = earlier?.get(listKey(list));
    const pages = pagesOf(list.count, pageSize);
    for (let page = 1; page <= pages; page += 1) {
      if (old && before && isKept(old, list, members, page, pageSize, before)) {
        const from = numbersOfPage * (old.firstPage + page - 1);
        const to = numbersOfPage * ((firsts[index] ?? 0) + page - 1);
        for (let at = 0; at < numbersOfPage; at += 1) numbers[to + at] = before.known.pageNumbers[from + at] ?? 0;
      } else jobs.add(index, list, members, page);
    }
  }
  return { jobs: jobs.all, numbers, isWhole: !before };
}

/** Enters what the pages of a job came to. */
export function enterPages(
  numbers: Uint32Array,
  firsts: Uint32Array,
  runs: readonly PageRun[],
  sizes: Uint32Array,
): void {
  let at = 0;
  for (const { index, from, to } of runs) {
    const length = numbersOfPage * (to - from + 1);
    numbers.set(sizes.subarray(at, at + length), numbersOfPage * ((firsts[index] ?? 0) + from - 1));
    at += length;
  }
}

interface EarlierList {
  readonly list: List;
  readonly members: Uint32Array;
  /** The number of its first page among the pages of all lists. */
  readonly firstPage: number;
}

function earlierLists({ known: { described, lists } }: PagesBefore, pageSize: number): Map<string, EarlierList> {
  const starts = startsOf(lists.counts);
  const firsts = firstPages(described, pageSize);
  return new Map(
    described.map((list, index) => {
      const start = starts[index] ?? 0;
      const members = lists.members.subarray(start, start + list.count);
      return [listKey(list), { list, members, firstPage: firsts[index] ?? 0 }];
    }),
  );
}

/** Whether a page is what it was: its envelope, which names the length of the list, and its courses. */
function isKept(
  old: EarlierList,
  list: List,
  members: Uint32Array,
  page: number,
  pageSize: number,
  { same, spoilt }: PagesBefore,
): boolean {
  const isSameLabel = routes[list.route].extra === null || old.list.label === list.label;
  if (!isSameLabel || old.list.count !== list.count || spoilt.has(old.firstPage + page - 1)) return false;
  const end = Math.min(list.count, page * pageSize);
  for (let at = (page - 1) * pageSize; at < end; at += 1) {
    if (same[old.members[at] ?? -1] !== members[at]) return false;
  }
  return true;
}

/** Pages that one job writes: enough to make its own cost small, few enough to share the work evenly. */
const pagesInJob = 800;

/** Jobs while they are filled; neighbouring pages of a list are one run. */
class Jobs {
  readonly all: PageRun[][] = [];
  private room = 0;

  add(index: number, list: List, members: Uint32Array, page: number): void {
    if (this.room === 0) {
      this.all.push([]);
      this.room = pagesInJob;
    }
    this.room -= 1;
    const runs = this.all.at(-1) ?? [];
    const last = runs.at(-1);
    if (last?.index === index && last.to === page - 1) runs[runs.length - 1] = { ...last, to: page };
    else runs.push({ index, list, members, from: page, to: page });
  }
}
