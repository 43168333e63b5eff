// Writes the pages of a plan: distributes them to the workers, and records their sizes.
import type { List } from '../api/paging.ts';
import type { WrittenFiles } from '../storage/writer.ts';
import { pageOffsets } from './lists/layout.ts';
import { recordsForJobs } from './lists/gather.ts';
import { jobsById } from './lists/jobs-by-id.ts';
import { planPages, recordPages, type PagePlan, type PreviousLists } from './lists/page-plan.ts';
import type { BuildOptions, Progress } from './options.ts';
import type { Catalog } from './read/catalog.ts';
import type { Workers } from './workers/pool.ts';

export interface ListsContext {
  readonly options: BuildOptions;
  readonly workers: Workers;
  readonly onProgress: (progress: Progress) => void;
}

/** Plans the pages; those of a merge in an order in which they need few chunk results at a time. */
export function planLists(
  { lists, numbered }: Catalog,
  layout: readonly List[],
  { pageSize, merge }: BuildOptions,
  before: PreviousLists | undefined,
): PagePlan {
  const plan = planPages(layout, lists, pageSize, before);
  return merge === undefined ? plan : { ...plan, jobs: jobsById(layout, lists, numbered, pageSize) };
}

/** Writes the planned pages. */
export async function writeLists(
  catalog: Catalog,
  layout: readonly List[],
  { jobs, stats, isWhole }: PagePlan,
  { options, workers, onProgress }: ListsContext,
): Promise<WrittenFiles[]> {
  const courses = isWhole ? undefined : coursesOn(jobs.flat(), options.pageSize);
  const summaries = recordsForJobs(catalog, courses, (result) => result.records().summaries);
  const firstPages = pageOffsets(layout, options.pageSize);
  const total = jobs.flat().reduce((sum, { from, to }) => sum + to - from + 1, 0);
  let done = 0;
  return Promise.all(
    jobs.map(async (runs) => {
      const { written, stats: statsOfJob } = await workers.pages({ summaries, runs });
      recordPages(stats, firstPages, runs, statsOfJob);
      for (const { from, to } of runs) done += to - from + 1;
      onProgress({ phase: 'pages', done, total, courses: catalog.summary.courses });
      return written;
    }),
  );
}

function* coursesOn(runs: PagePlan['jobs'][number], pageSize: number): Generator<number> {
  for (const { members, from, to } of runs) yield* members.subarray((from - 1) * pageSize, to * pageSize);
}
