// Jobs for a merge: pages that need few chunks of the source, or enough pages for reading all of them.
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists, type NumberedCourses } from '../../catalog/lists.ts';
import type { PageRun } from './pages.ts';

/** Pages per range of ids: enough that the chunks at its edges, which other jobs read too, cost little. */
const pagesPerRange = 4000;
/** Courses per job of short lists, whose records take some 10 MB. */
const coursesPerJob = 30_000;

/**
 * All pages of all lists. In each job the pages of a list follow one another. Long lists are divided by ranges of ids, so that their
 * jobs need few chunks. A page of a shorter list has courses of many ranges, and its job needs nearly all chunks.
 */
export function jobsById(
  layout: readonly List[],
  { counts, members }: Lists,
  courses: NumberedCourses,
  pageSize: number,
): PageRun[][] {
  const starts = startsOf(counts);
  const lists = layout.map((list, index) => {
    const start = starts[index] ?? 0;
    return {
      index,
      list,
      members: members.subarray(start, start + list.count),
      from: 1,
      to: pagesOf(list.count, pageSize),
    };
  });
  const pages = lists.reduce((sum, { to }) => sum + to, 0);
  const ranges = Math.max(1, Math.ceil(pages / pagesPerRange));
  const short = lists.filter(({ to }) => to < ranges);
  const long = lists.filter(({ to }) => to >= ranges);
  // The largest first, so that memory is taken only once.
  return [...wholeLists(short), ...dividedLists(long, ranges, courses, pageSize)];
}

/** One list after another, until a job has enough. */
function wholeLists(lists: readonly PageRun[]): PageRun[][] {
  const jobs: PageRun[][] = [];
  let room = -1;
  for (const run of lists) {
    if (run.list.count > room) {
      jobs.push([]);
      room = coursesPerJob;
    }
    jobs.at(-1)?.push(run);
    room -= run.list.count;
  }
  return jobs;
}

/** A job for each range of ids, with the pages of all lists that begin in it. */
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
  const jobs: PageRun[][] = firstIds.map(() => []);
  for (const whole of lists) {
    let job = 0;
    let from = 1;
    for (let page = 1; page <= whole.to; page += 1) {
      const id = ids[whole.members[(page - 1) * pageSize] ?? -1] ?? 0;
      const before = job;
      while (job + 1 < ranges && id >= (firstIds[job + 1] ?? 0)) job += 1;
      if (job === before || page === from) continue;
      jobs[before]?.push({ ...whole, from, to: page - 1 });
      from = page;
    }
    jobs[job]?.push({ ...whole, from });
  }
  return jobs.filter((runs) => runs.length > 0);
}
