// The tasks of a merge. Long lists are divided by ranges of ids; short lists share tasks that read nearly every chunk.
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists, type NumberedCourses } from '../../catalog/lists.ts';
import type { PageRun } from './row.ts';

/** Courses on the pages of a task, each in several lists: enough that the chunks which other tasks read too cost little. */
const coursesPerRange = 100_000;
/** Courses in the short lists of a task, most of them in one only: their records take some 10 MB. */
const coursesPerTask = 30_000;
/** A page costs as much as so many courses. */
const coursesPerFile = 8;

/** All pages of all lists. In each task the pages of a list follow one another. A list is short if each of its pages spans several ranges. */
export function tasksById(
  layout: readonly List[],
  all: Lists,
  courses: NumberedCourses,
  pageSize: number,
): PageRun[][] {
  const membersOf = membersIn(all);
  const lists = layout.map((list, index) => {
    return { index, list, members: membersOf(index), from: 1, to: pagesOf(list.count, pageSize) };
  });
  const entries = all.counts.reduce((sum, count) => sum + count, 0);
  const ranges = Math.max(1, Math.ceil(entries / coursesPerRange));
  const short = lists.filter(({ to }) => to < ranges);
  const long = lists.filter(({ to }) => to >= ranges);
  return [...dividedLists(long, ranges, courses, pageSize), ...wholeLists(short)];
}

/** Finds the courses of a list by its number. */
export function membersIn({ counts, members }: Lists): (list: number) => Uint32Array {
  const starts = startsOf(counts);
  return (list) => members.subarray(starts[list] ?? 0, (starts[list] ?? 0) + (counts[list] ?? 0));
}

/** One list after another, until a task has enough. */
function wholeLists(lists: readonly PageRun[]): PageRun[][] {
  const tasks: PageRun[][] = [];
  let room = 0;
  for (const run of lists) {
    const cost = run.list.count + coursesPerFile * run.to;
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
function dividedLists(
  lists: readonly PageRun[],
  ranges: number,
  { ids, byId }: NumberedCourses,
  pageSize: number,
): PageRun[][] {
  const firstIds = Array.from(
    { length: ranges },
    (_, at) => ids[byId[Math.floor((at * byId.length) / ranges)] ?? -1] ?? 0,
  );
  const tasks: PageRun[][] = firstIds.map(() => []);
  for (const whole of lists) {
    let task = 0;
    let from = 1;
    for (let page = 1; page <= whole.to; page += 1) {
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
