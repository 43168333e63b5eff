// Jobs for a merge. Long lists are divided by ranges of ids; short lists share jobs that read nearly every chunk.
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists, type NumberedCourses } from '../../catalog/lists.ts';
import type { PageRun } from './pages.ts';

/** Courses on the pages of a job, each in several lists: enough that the chunks which other jobs read too cost little. */
const coursesPerRange = 100_000;
/** Courses in the short lists of a job, most of them in one only: their records take some 10 MB. */
const coursesPerJob = 30_000;
/** A page costs as much as so many courses. */
const coursesPerFile = 8;

/** All pages of all lists. In each job the pages of a list follow one another. A list is short if each of its pages spans several ranges. */
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
  const entries = counts.reduce((sum, count) => sum + count, 0);
  const ranges = Math.max(1, Math.ceil(entries / coursesPerRange));
  const short = lists.filter(({ to }) => to < ranges);
  const long = lists.filter(({ to }) => to >= ranges);
  return [...dividedLists(long, ranges, courses, pageSize), ...wholeLists(short)];
}

/** One list after another, until a job has enough. */
function wholeLists(lists: readonly PageRun[]): PageRun[][] {
  const jobs: PageRun[][] = [];
  let room = 0;
  for (const run of lists) {
    const cost = run.list.count + coursesPerFile * run.to;
    if (cost > room) {
      jobs.push([]);
      room = coursesPerJob;
    }
    jobs.at(-1)?.push(run);
    room -= cost;
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
