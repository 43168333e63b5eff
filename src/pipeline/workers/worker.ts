// A worker thread of a build: the jobs, called from another thread.
import { workerData } from 'piscina';
import { jobsIn, type JobContext, type Jobs } from './jobs.ts';

const { context, stop }: { readonly context: JobContext; readonly stop: Int32Array } = workerData;
const jobs: Jobs = jobsIn(context, stop);

export const { read, pages, search } = jobs;
