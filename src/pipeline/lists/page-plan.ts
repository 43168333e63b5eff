// The page plan: which pages to write, in jobs; all others stay as they are.
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists } from '../../catalog/lists.ts';
import { listKey, statsPerPage, pageOffsets } from './layout.ts';
import type { PageRun } from './pages.ts';

/** The lists of a catalog, and statistics of their pages. */
export interface WrittenLists {
  readonly layout: readonly List[];
  readonly lists: Lists;
  /** Of every page, in the order of lists and pages: see `statsPerPage`. */
  readonly pageStats: Uint32Array;
}

/** The lists of the previous build, if its pages depend on the same options. */
export interface PreviousLists {
  readonly written: WrittenLists;
  /** See `unchangedCourses`. */
  readonly unchanged: Int32Array;
  /** Pages that are no longer intact, numbered across all lists. */
  readonly dirty: ReadonlySet<number>;
}

export interface PagePlan {
  readonly jobs: readonly (readonly PageRun[])[];
  /** See `WrittenLists`; 0 for pages yet to be written. */
  readonly stats: Uint32Array;
  /** Whether every page is to be written. */
  readonly isWhole: boolean;
}

/** Plans the pages of a build: all of them without a previous build. */
export function planPages(
  layout: readonly List[],
  lists: Lists,
  pageSize: number,
  before: PreviousLists | undefined,
): PagePlan {
  const starts = startsOf(lists.counts);
  const offsets = pageOffsets(layout, pageSize);
  const stats = new Uint32Array(statsPerPage * (offsets.at(-1) ?? 0));
  const earlier = before && indexLists(before.written, pageSize);
  const jobs = new JobsBuilder();
  for (const [index, list] of layout.entries()) {
    const start = starts[index] ?? 0;
    const members = lists.members.subarray(start, start + list.count);
    const old = earlier?.get(listKey(list));
    const pages = pagesOf(list.count, pageSize);
    for (let page = 1; page <= pages; page += 1) {
      if (old && before && isPageUnchanged(old, list, members, page, pageSize, before)) {
        const from = statsPerPage * (old.offset + page - 1);
        const to = statsPerPage * ((offsets[index] ?? 0) + page - 1);
        stats.set(before.written.pageStats.subarray(from, from + statsPerPage), to);
      } else jobs.add(index, list, members, page);
    }
  }
  return { jobs: jobs.all, stats, isWhole: !before };
}

/** Records the statistics of a job's pages. */
export function recordPages(
  stats: Uint32Array,
  offsets: Uint32Array,
  runs: readonly PageRun[],
  written: Uint32Array,
): void {
  let at = 0;
  for (const { index, from, to } of runs) {
    const length = statsPerPage * (to - from + 1);
    stats.set(written.subarray(at, at + length), statsPerPage * ((offsets[index] ?? 0) + from - 1));
    at += length;
  }
}

interface PreviousList {
  readonly list: List;
  readonly members: Uint32Array;
  /** The number of its first page across all lists. */
  readonly offset: number;
}

function indexLists({ layout, lists }: WrittenLists, pageSize: number): Map<string, PreviousList> {
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

/** Whether a page is intact and has the same envelope, which contains the length of the list, and the same courses. */
function isPageUnchanged(
  old: PreviousList,
  list: List,
  members: Uint32Array,
  page: number,
  pageSize: number,
  { unchanged, dirty }: PreviousLists,
): boolean {
  if (old.list.label !== list.label || old.list.count !== list.count || dirty.has(old.offset + page - 1)) return false;
  const end = Math.min(list.count, page * pageSize);
  for (let at = (page - 1) * pageSize; at < end; at += 1) {
    if (unchanged[old.members[at] ?? -1] !== members[at]) return false;
  }
  return true;
}

/** Pages per job: enough to make its overhead small, few enough to balance the load. */
const pagesPerJob = 800;

/** Fills jobs one after another, and merges consecutive pages of a list into runs. */
class JobsBuilder {
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
