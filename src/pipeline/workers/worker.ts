// A worker thread of a build: the jobs, called from another thread.
import { workerData } from 'node:worker_threads';
import type { JobContext, Jobs } from './jobs.ts';

const { context, stop }: { readonly context: JobContext; readonly stop: Int32Array } = workerData;

// Piscina loads this module twice where it fails, which can end the whole process; what fails in here fails a job.
const jobs = import('./jobs.ts').then(({ jobsIn }) => jobsIn(context, stop));
jobs.catch(() => {
  // Each job reports it.
});

export const read: Jobs['read'] = async (ranges) => (await jobs).read(ranges);
export const run: Jobs['run'] = async (task) => (await jobs).run(task);
export const pack: Jobs['pack'] = async (task) => (await jobs).pack(task);
export const take: Jobs['take'] = async (task) => (await jobs).take(task);
