// Jobs for a merge: each takes the pages of all lists that begin in one range of ids, so that it needs few chunks of the source.
import { pagesOf, type List } from '../../api/paging.ts';
import { startsOf, type Lists, type NumberedCourses } from '../../catalog/lists.ts';
import type { PageRun } from './pages.ts';

/** Pages per range of ids: enough that the chunks at its edges, which other jobs read too, cost little. */
const pagesPerRange = 2000;

/** All pages of all lists. In each job the pages of a list follow one another. */
export function jobsById(
  layout: readonly List[],
  { counts, members: all }: Lists,
  { ids, byId }: NumberedCourses,
  pageSize: number,
): PageRun[][] {
  const pages = layout.reduce((sum, { count }) => sum + pagesOf(count, pageSize), 0);
  const count = Math.max(1, Math.ceil(pages / pagesPerRange));
  const firstIds = Array.from(
    { length: count },
    (_, at) => ids[byId[Math.floor((at * byId.length) / count)] ?? -1] ?? 0,
  );
  const starts = startsOf(counts);
  const jobs: PageRun[][] = Array.from({ length: count }, () => []);
  for (const [index, list] of layout.entries()) {
    const start = starts[index] ?? 0;
    const members = all.subarray(start, start + list.count);
    let job = 0;
    let from = 1;
    const last = pagesOf(list.count, pageSize);
    for (let page = 1; page <= last; page += 1) {
      const id = ids[members[(page - 1) * pageSize] ?? -1] ?? 0;
      const before = job;
      while (job + 1 < count && id >= (firstIds[job + 1] ?? 0)) job += 1;
      if (job === before || page === from) continue;
      jobs[before]?.push({ index, list, members, from, to: page - 1 });
      from = page;
    }
    jobs[job]?.push({ index, list, members, from, to: last });
  }
  return jobs.filter((runs) => runs.length > 0);
}
