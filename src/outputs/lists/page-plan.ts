// The page plan: which pages to write, in runs; all others stay as they are.
import { pageOffsets } from '../../api/layout.ts';
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists } from '../../catalog/lists.ts';
import type { Catalog } from '../output.ts';
import type { PageRun } from './row.ts';

/** The lists of the last build, if its pages depend on the same options. */
export interface PagesBefore extends Pick<Catalog, 'lists' | 'layout'> {
  /** See `unchangedCourses`. */
  readonly unchanged: Int32Array;
  /** Pages that are no longer intact, numbered across all lists. */
  readonly dirty: ReadonlySet<number>;
  /** Called with the number of each page that stays, then and now. */
  onStay(before: number, now: number): void;
}

/** The pages to write, in the runs of each task: all without a last build. `layout` are the first of all lists, or all. */
export function planPages(
  layout: readonly List[],
  lists: Lists,
  pageSize: number,
  before: PagesBefore | undefined,
): PageRun[][] {
  const starts = startsOf(lists.counts);
  const offsets = pageOffsets(layout, pageSize);
  const earlier = before && indexLists(before, pageSize);
  const tasks = new TasksBuilder();
  for (const [index, list] of layout.entries()) {
    const start = starts[index] ?? 0;
    const members = lists.members.subarray(start, start + list.count);
    const old = earlier?.get(listKey(list));
    for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
      if (old && before && isPageUnchanged(old, list, members, page, pageSize, before)) {
        before.onStay(old.offset + page - 1, (offsets[index] ?? 0) + page - 1);
      } else tasks.add(index, list, members, page);
    }
  }
  return tasks.all;
}

/** Identifies a list, whatever its name and length. */
export function listKey({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return `${route}/${parameter}`;
}

interface ListBefore {
  readonly list: List;
  readonly members: Uint32Array;
  /** The number of its first page across all lists. */
  readonly offset: number;
}

function indexLists({ layout, lists }: PagesBefore, pageSize: number): Map<string, ListBefore> {
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
  old: ListBefore,
  list: List,
  members: Uint32Array,
  page: number,
  pageSize: number,
  { unchanged, dirty }: PagesBefore,
): boolean {
  if (old.list.label !== list.label || old.list.count !== list.count || dirty.has(old.offset + page - 1)) return false;
  const end = Math.min(list.count, page * pageSize);
  for (let at = (page - 1) * pageSize; at < end; at += 1) {
    if (unchanged[old.members[at] ?? -1] !== members[at]) return false;
  }
  return true;
}

/** Pages per task: enough to make its overhead small, few enough to balance the load. */
const pagesPerTask = 800;

/** Fills tasks one after another, and merges consecutive pages of a list into runs. */
class TasksBuilder {
  readonly all: PageRun[][] = [];
  private room = 0;

  add(index: number, list: List, members: Uint32Array, page: number): void {
    if (this.room === 0) {
      this.all.push([]);
      this.room = pagesPerTask;
    }
    this.room -= 1;
    const runs = this.all.at(-1) ?? [];
    const last = runs.at(-1);
    if (last?.index === index && last.to === page - 1) runs[runs.length - 1] = { ...last, to: page };
    else runs.push({ index, list, members, from: page, to: page });
  }
}
