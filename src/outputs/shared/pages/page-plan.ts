// The page plan: which pages to write, in runs; all others stay as they are.
import { pageCount, type List } from '../../../api/paging.ts';
import { membersIn } from '../../../catalog/membership.ts';
import { textAt, type CourseTexts } from '../../../storage/course-texts.ts';
import type { OutputFile } from '../../../storage/writer.ts';
import type { PreviousOutput, Chunks, OutputTypes, PlanInput } from '../../output.ts';
import type { PageRun, PageTask } from './page-task.ts';
import { tasksByIdRange } from './tasks-by-id-range.ts';

/** How the pages of all lists are planned. */
interface PagePlanOptions<T extends OutputTypes, L extends List> {
  readonly pageSize: number;
  /** Finds the texts of courses that pages are made of. */
  readonly textsOf: TextsOf<T['collected']>;
  /** Whether a list has pages. */
  readonly hasPages: (list: List) => list is L;
  /** The files that a page may have. */
  readonly filesOf: (list: L, page: number) => readonly string[];
  /** Whether the pages of a list of the last build have to be written anew, whatever their courses. */
  readonly isOutdated?: (list: List) => boolean;
}

/** The tasks that write pages, and the files of all other pages, which stay as they are. */
export function planPageTasks<T extends OutputTypes, L extends List>(
  { catalog: { lists, membership, numbering }, chunks, previous }: PlanInput<T>,
  { pageSize, textsOf, filesOf, isOutdated = () => false, hasPages }: PagePlanOptions<T, L>,
): { readonly tasks: PageTask<L>[]; readonly staying: OutputFile[] } {
  const { offsets } = numbering;
  const unchanged = previous ? unchangedCourses(previous, chunks, offsets, textsOf) : new Int32Array();
  const earlier = previous && indexLists(previous);
  const membersOf = membersIn(membership);
  const runs: PageRun<L>[] = [];
  const staying: OutputFile[] = [];
  for (const [listNumber, list] of lists.entries()) {
    if (!hasPages(list)) continue;
    const members = membersOf(listNumber);
    const old = isOutdated(list) ? undefined : earlier?.get(listKey(list));
    for (let page = 1; page <= pageCount(list.count, pageSize); page += 1) {
      const last = runs.at(-1);
      if (old && isPageUnchanged(old, { list, members }, { page, pageSize }, unchanged)) {
        staying.push(...filesOf(list, page).flatMap((path) => previous?.files.get(path) ?? []));
      } else if (last?.listNumber === listNumber && last.to === page - 1) runs[runs.length - 1] = { ...last, to: page };
      else runs.push({ listNumber, list, members, from: page, to: page });
    }
  }
  return {
    tasks: tasksByIdRange(runs, numbering, pageSize).map((runsOfTask) => ({ runs: runsOfTask, offsets })),
    staying,
  };
}

/** Identifies a list, whatever its name and length. */
function listKey({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return `${route}/${parameter}`;
}

interface ListWithMembers {
  readonly list: List;
  readonly members: Uint32Array;
}

function indexLists({ lists, membership }: Pick<PreviousOutput, 'lists' | 'membership'>): Map<string, ListWithMembers> {
  const membersOf = membersIn(membership);
  return new Map(lists.map((list, index) => [listKey(list), { list, members: membersOf(index) }]));
}

/** Whether a page has the same envelope, which contains the length of the list, and the same courses; `unchanged` as in `unchangedCourses`. */
function isPageUnchanged(
  old: ListWithMembers,
  { list, members }: ListWithMembers,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  unchanged: Int32Array,
): boolean {
  if (old.list.label !== list.label || old.list.count !== list.count) return false;
  const end = Math.min(list.count, page * pageSize);
  for (let index = (page - 1) * pageSize; index < end; index += 1) {
    if (unchanged[old.members[index] ?? -1] !== members[index]) return false;
  }
  return true;
}

/** Finds the texts that are compared in the chunks of either build. */
type TextsOf<Collected> = (chunks: Chunks<Collected>, chunk: number) => CourseTexts;

/** Maps the number of each course in the last build to its number now; to -1 if it is gone or its text differs. `offsets` as in `CourseNumbering`. */
function unchangedCourses<T extends OutputTypes>(
  previous: Pick<PreviousOutput<T>, 'chunks' | 'currentNumbers' | 'fresh'>,
  chunks: Chunks<T['collected']>,
  offsets: Uint32Array,
  textsOf: TextsOf<T['collected']>,
): Int32Array {
  const fresh = new Map<number, { readonly course: number; readonly text: Uint8Array }>();
  for (const chunk of previous.fresh) {
    const texts = textsOf(chunks, chunk);
    for (const [ordinal, id] of chunks.columns(chunk).ids.entries()) {
      fresh.set(id, { course: (offsets[chunk] ?? 0) + ordinal, text: textAt(texts, ordinal) });
    }
  }
  const parts = previous.currentNumbers.map((currentNumber, previousChunk) => {
    const { ids } = previous.chunks.columns(previousChunk);
    if (currentNumber !== undefined)
      return Int32Array.from(ids.keys(), (ordinal) => (offsets[currentNumber] ?? 0) + ordinal);
    const texts = textsOf(previous.chunks, previousChunk);
    return Int32Array.from(ids, (id, ordinal) => {
      const found = fresh.get(id);
      return found && Buffer.compare(textAt(texts, ordinal), found.text) === 0 ? found.course : -1;
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
