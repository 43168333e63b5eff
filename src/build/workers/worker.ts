// A worker thread: the jobs of one build after another, called from another thread.
import type { RunJob, ThreadJob } from './job-types.ts';
import type { JobOutcome } from './outcome.ts';

/** The jobs of the last build. */
let known: { readonly build: number; readonly jobs: Promise<RunJob> } | undefined;

// Piscina loads this module twice where it fails, which can end the whole process; what fails in here fails a job.
/** Runs a job; undefined if it is of a build that is not known, and comes without its context. */
export default async ({ build, job, context }: ThreadJob): Promise<JobOutcome<unknown> | undefined> => {
  if (known?.build !== build) {
    if (!context) return undefined;
    known = { build, jobs: import('./jobs.ts').then(({ jobsIn }) => jobsIn(context.jobs, context.stop)) };
  }
  const run = await known.jobs;
  const { outcomeOf } = await import('./outcome.ts');
  return outcomeOf(() => run(...job));
};
