// The page plan: which pages of which lists are to be written, shared out over jobs; the others stay as they are.
import { pagesOf, type List } from '../../api/paging.ts';
import { routes } from '../../api/routes.ts';
import { startsOf, type Lists } from '../../catalog/lists.ts';
import { listKey, numbersPerPage, pageOffsets } from './layout.ts';
import type { PageRun } from './pages.ts';

/** The lists of a catalog, and what their pages came to. */
export interface WrittenLists {
  readonly layout: readonly List[];
  readonly lists: Lists;
  /** Numbers of every page, in the order of lists and pages: see `numbersPerPage`. */
  readonly pageNumbers: Uint32Array;
}

/** The lists of the build before, where its pages have the same form. */
export interface ListsBefore {
  readonly written: WrittenLists;
  /** See `unchangedCourses`. */
  readonly unchanged: Int32Array;
  /** Numbers of pages that are not what was written, where the pages of all lists are numbered through. */
  readonly dirty: ReadonlySet<number>;
}

export interface PagePlan {
  readonly jobs: readonly (readonly PageRun[])[];
  /** See `WrittenLists`; 0 for pages that are still to be written. */
  readonly numbers: Uint32Array;
  /** Whether every page is to be written. */
  readonly isWhole: boolean;
}

/** Plans the pages of a build: all of them where there is no build before. */
export function planPages(
  layout: readonly List[],
  lists: Lists,
  pageSize: number,
  before: ListsBefore | undefined,
): PagePlan {
  const starts = startsOf(lists.counts);
  const offsets = pageOffsets(layout, pageSize);
  const numbers = new Uint32Array(numbersPerPage * (offsets.at(-1) ?? 0));
  const earlier = before && earlierLists(before.written, pageSize);
  const jobs = new Jobs();
  for (const [index, list] of layout.entries()) {
    const start = starts[index] ?? 0;
    const members = lists.members.subarray(start, start + list.count);
    const old = earlier?.get(listKey(list));
    const pages = pagesOf(list.count, pageSize);
    for (let page = 1; page <= pages; page += 1) {
      if (old && before && isKept(old, list, members, page, pageSize, before)) {
        const from = numbersPerPage * (old.offset + page - 1);
        const to = numbersPerPage * ((offsets[index] ?? 0) + page - 1);
        numbers.set(before.written.pageNumbers.subarray(from, from + numbersPerPage), to);
      } else jobs.add(index, list, members, page);
    }
  }
  return { jobs: jobs.all, numbers, isWhole: !before };
}

/** Enters what the pages of a job came to. */
export function enterPages(
  numbers: Uint32Array,
  offsets: Uint32Array,
  runs: readonly PageRun[],
  written: Uint32Array,
): void {
  let at = 0;
  for (const { index, from, to } of runs) {
    const length = numbersPerPage * (to - from + 1);
    numbers.set(written.subarray(at, at + length), numbersPerPage * ((offsets[index] ?? 0) + from - 1));
    at += length;
  }
}

interface EarlierList {
  readonly list: List;
  readonly members: Uint32Array;
  /** The number of its first page among the pages of all lists. */
  readonly offset: number;
}

function earlierLists({ layout, lists }: WrittenLists, pageSize: number): Map<string, EarlierList> {
  const starts = startsOf(lists.counts);
  const offsets = pageOffsets(layout, pageSize);
  return new Map(
    layout.map((list, index) => {
      const start = starts[index] ?? 0;
      const members = lists.members.subarray(start, start + list.count);
      return [listKey(list), { list, members, offset: offsets[index] ?? 0 }];
    }),
  );
}

/** Whether a page has the envelope that it had, which names the length of the list, and the same courses. */
function isKept(
  old: EarlierList,
  list: List,
  members: Uint32Array,
  page: number,
  pageSize: number,
  { unchanged, dirty }: ListsBefore,
): boolean {
  const isSameLabel = routes[list.route].extra === null || old.list.label === list.label;
  if (!isSameLabel || old.list.count !== list.count || dirty.has(old.offset + page - 1)) return false;
  const end = Math.min(list.count, page * pageSize);
  for (let at = (page - 1) * pageSize; at < end; at += 1) {
    if (unchanged[old.members[at] ?? -1] !== members[at]) return false;
  }
  return true;
}

/** Pages that one job writes: enough to make its own cost small, few enough to share the work evenly. */
const pagesPerJob = 800;

/** Jobs while they are filled; neighboring pages of a list are one run. */
class Jobs {
  readonly all: PageRun[][] = [];
  private room = 0;

  add(index: number, list: List, members: Uint32Array, page: number): void {
    if (this.room === 0) {
      this.all.push([]);
      this.room = pagesPerJob;
    }
    this.room -= 1;
    const runs = this.all.at(-1) ?? [];
    const last = runs.at(-1);
    if (last?.index === index && last.to === page - 1) runs[runs.length - 1] = { ...last, to: page };
    else runs.push({ index, list, members, from: page, to: page });
  }
}
