// The tasks that write pages. Long lists are divided by ranges of ids; short lists share tasks that read nearly every chunk.
import { pageCount, type List } from '../../../api/paging.ts';
import { membersIn, type CourseNumbering } from '../../../catalog/membership.ts';
import type { Catalog } from '../../output.ts';
import { coursesOf, type PageRun, type PageTask } from './page-task.ts';

/** Courses on the pages of a task, each in several lists: enough that the chunks which other tasks read too cost little. */
const coursesPerRange = 100_000;
/** Courses in the short lists of a task, most of them in one only: their texts take some 10 MB. */
const coursesPerTask = 30_000;
/** What a page costs beside its courses, in courses. */
const coursesPerFile = 8;

/** The fewest ranges, so that threads share the work. */
const minRanges = 4;

/** The tasks that write all pages of the lists that have pages. */
export function pageTasks<L extends List>(
  { lists, membership, numbering }: Catalog,
  pageSize: number,
  hasPages: (list: List) => list is L,
): PageTask<L>[] {
  const membersOf = membersIn(membership);
  const runs = lists.flatMap((list, listNumber): PageRun<L>[] =>
    hasPages(list) ? [{ list, members: membersOf(listNumber), from: 1, to: pageCount(list.count, pageSize) }] : [],
  );
  const { offsets } = numbering;
  return tasksByIdRange(runs, numbering, pageSize).map((runsOfTask) => ({ runs: runsOfTask, offsets }));
}

/** Divides pages among tasks. In each the pages of a list follow one another. A run is short if each of its pages spans several ranges. */
function tasksByIdRange<Run extends PageRun>(
  runs: readonly Run[],
  courses: CourseNumbering,
  pageSize: number,
): Run[][] {
  const entries = runs.reduce((sum, run) => sum + coursesOf(run, pageSize).length, 0);
  const ranges = Math.max(minRanges, Math.ceil(entries / coursesPerRange));
  const isShort = ({ from, to }: PageRun) => to - from + 1 < ranges;
  const long = runs.filter((run) => !isShort(run));
  return [...dividedLists(long, ranges, courses, pageSize), ...wholeLists(runs.filter(isShort), pageSize)];
}

/** One list after another, until a task has enough. */
function wholeLists<Run extends PageRun>(lists: readonly Run[], pageSize: number): Run[][] {
  const tasks: Run[][] = [];
  let room = 0;
  for (const run of lists) {
    const cost = coursesOf(run, pageSize).length + coursesPerFile * (run.to - run.from + 1);
    if (cost > room) {
      tasks.push([]);
      room = coursesPerTask;
    }
    tasks.at(-1)?.push(run);
    room -= cost;
  }
  return tasks;
}

/** A task for each range of ids, with the pages of all lists that begin in it. */
function dividedLists<Run extends PageRun>(
  lists: readonly Run[],
  ranges: number,
  { ids, byId }: CourseNumbering,
  pageSize: number,
): Run[][] {
  const firstIds = Array.from(
    { length: ranges },
    (_, index) => ids[byId[Math.floor((index * byId.length) / ranges)] ?? -1] ?? 0,
  );
  const tasks: Run[][] = firstIds.map(() => []);
  for (const whole of lists) {
    let task = 0;
    let { from } = whole;
    for (let page = from; page <= whole.to; page += 1) {
      const id = ids[whole.members[(page - 1) * pageSize] ?? -1] ?? 0;
      const before = task;
      while (task + 1 < ranges && id >= (firstIds[task + 1] ?? 0)) task += 1;
      if (task === before || page === from) continue;
      tasks[before]?.push({ ...whole, from, to: page - 1 });
      from = page;
    }
    tasks[task]?.push({ ...whole, from });
  }
  return tasks.filter((runs) => runs.length > 0);
}
