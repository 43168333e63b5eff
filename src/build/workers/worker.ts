// A worker thread of a build: the jobs, called from another thread.
import { workerData } from 'node:worker_threads';
import type { JobContext, RunJob } from './job-types.ts';
import type { JobOutcome } from './outcome.ts';

const { context, stop }: { readonly context: JobContext; readonly stop: Int32Array } = workerData;

// Piscina loads this module twice where it fails, which can end the whole process; what fails in here fails a job.
const jobs = import('./jobs.ts').then(({ jobsIn }) => jobsIn(context, stop));
jobs.catch(() => {
  // Each job reports it.
});

export default async (job: Parameters<RunJob>): Promise<JobOutcome<unknown>> => {
  const run = await jobs;
  const { outcomeOf } = await import('./outcome.ts');
  return outcomeOf(() => run(...job));
};
