// A worker thread: the jobs of one build after another, called from another thread.
import type { RunJob, ThreadJob } from './job-types.ts';
import type { JobOutcome } from './outcome.ts';

/** The last build, and its jobs. */
let last: { readonly build: number; readonly run: Promise<RunJob> } | undefined;

/** Runs a job. Returns undefined if this thread does not have the context of its build. */
export default async ({ build, job, context }: ThreadJob): Promise<JobOutcome<unknown> | undefined> => {
  if (last?.build !== build) {
    if (!context) return undefined;
    // Imported here: a module that fails while Piscina loads it can end the whole process; here it fails the job.
    last = { build, run: import('./jobs.ts').then(({ jobsIn }) => jobsIn(context)) };
  }
  const run = await last.run;
  const { outcomeOf } = await import('./outcome.ts');
  return outcomeOf(() => run(...job));
};
