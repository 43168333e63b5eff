// The page plan: which pages to write, in runs; all others stay as they are.
import { pageOffsets } from '../../../api/layout.ts';
import { pageCount, type List } from '../../../api/paging.ts';
import { membersIn } from '../../../catalog/lists.ts';
import { recordAt, type RecordTexts } from '../../../storage/gather.ts';
import type { Before, Chunks, OutputTypes, PlanInput } from '../../output.ts';
import type { PageRun, PageTask } from '../row.ts';
import { tasksById } from './tasks-by-id.ts';

/** How the pages of some lists are planned. */
export interface PlannedLists<T extends OutputTypes> {
  /** The first of all lists, or all. */
  readonly layout: readonly List[];
  readonly pageSize: number;
  /** Finds the records of courses that pages are made of. */
  readonly recordsOf: RecordsOf<T['part']>;
  /** Called with the number of each page that stays, then and now, counted across all lists. */
  readonly onStay?: (before: number, now: number) => void;
  /** Whether the pages of a list of the last build have to be written anew, whatever their courses. */
  readonly isOutdated?: (list: List) => boolean;
}

/** The tasks that write the pages which do not stay as they are. */
export function planPageTasks<T extends OutputTypes>(
  { catalog: { lists, numbered }, chunks, before }: PlanInput<T>,
  { layout, pageSize, recordsOf, onStay = () => {}, isOutdated = () => false }: PlannedLists<T>,
): PageTask[] {
  const { offsets } = numbered;
  const pagesBefore = before && { ...before, unchanged: unchangedCourses(before, chunks, offsets, recordsOf) };
  const earlier = pagesBefore && indexLists(pagesBefore, pageSize);
  const membersOf = membersIn(lists);
  const firstPages = pageOffsets(layout, pageSize);
  const runs: PageRun[] = [];
  for (const [index, list] of layout.entries()) {
    const members = membersOf(index);
    const old = isOutdated(list) ? undefined : earlier?.get(listKey(list));
    for (let page = 1; page <= pageCount(list.count, pageSize); page += 1) {
      const last = runs.at(-1);
      if (old && pagesBefore && isPageUnchanged(old, list, members, page, pageSize, pagesBefore)) {
        onStay(old.offset + page - 1, (firstPages[index] ?? 0) + page - 1);
      } else if (last?.index === index && last.to === page - 1) runs[runs.length - 1] = { ...last, to: page };
      else runs.push({ index, list, members, from: page, to: page });
    }
  }
  return tasksById(runs, numbered, pageSize).map((runsOfTask) => ({ runs: runsOfTask, offsets }));
}

/** The lists of the last build, if its pages depend on the same options. */
interface PagesBefore extends Pick<Before, 'lists' | 'layout' | 'dirty'> {
  /** See `unchangedCourses`. */
  readonly unchanged: Int32Array;
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
  const membersOf = membersIn(lists);
  const offsets = pageOffsets(layout, pageSize);
  return new Map(
    layout.map((list, index) => [listKey(list), { list, members: membersOf(index), offset: offsets[index] ?? 0 }]),
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
  for (let index = (page - 1) * pageSize; index < end; index += 1) {
    if (unchanged[old.members[index] ?? -1] !== members[index]) return false;
  }
  return true;
}

/** Finds the records that are compared in the chunks of either build. */
type RecordsOf<Part> = (chunks: Chunks<Part>, chunk: number) => RecordTexts;

/** Maps the number of each course in the last build to its number now; to -1 if it is gone or its record differs. `offsets` as in `NumberedCourses`. */
function unchangedCourses<T extends OutputTypes>(
  before: Pick<Before<T>, 'chunks' | 'numbersNow' | 'fresh'>,
  chunks: Chunks<T['part']>,
  offsets: Uint32Array,
  recordsOf: RecordsOf<T['part']>,
): Int32Array {
  const fresh = new Map<number, { readonly course: number; readonly record: Uint8Array }>();
  for (const chunk of before.fresh) {
    const records = recordsOf(chunks, chunk);
    for (const [ordinal, id] of chunks.columns(chunk).ids.entries()) {
      fresh.set(id, { course: (offsets[chunk] ?? 0) + ordinal, record: recordAt(records, ordinal) });
    }
  }
  const parts = before.numbersNow.map((now, then) => {
    const { ids } = before.chunks.columns(then);
    if (now !== undefined) return Int32Array.from(ids.keys(), (ordinal) => (offsets[now] ?? 0) + ordinal);
    const records = recordsOf(before.chunks, then);
    return Int32Array.from(ids, (id, ordinal) => {
      const found = fresh.get(id);
      return found && Buffer.compare(recordAt(records, ordinal), found.record) === 0 ? found.course : -1;
    });
  });
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
