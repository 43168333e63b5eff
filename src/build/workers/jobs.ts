// The jobs of a build: work whose input and output can be passed between threads. Those that write are loaded only where they are wanted.
import { CourseRenderer } from '../../api/course-records.ts';
import { indexReferences } from '../../catalog/reference-index.ts';
import { courseFormat } from '../../catalog/source/schema.ts';
import { readChunk } from '../read/read-chunk.ts';
import type { Jobs, ReadTools, RunJob, ThreadContext } from './job-types.ts';

/** The jobs, run in the current thread. */
export async function jobsIn({ references, fields, writing, onRecord, stop }: ThreadContext): Promise<RunJob> {
  const throwIfAborted = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was aborted');
  };
  const renderer = new CourseRenderer(references);
  const [format, index] = [courseFormat(fields), indexReferences(references)];
  const reading = { format, index, renderer, throwIfAborted, onRecord };
  const jobs = writing
    ? (await import('./writing-jobs.ts')).writingJobs(writing, reading, references)
    : checkingJobs(reading);
  return async (name, input) => {
    throwIfAborted();
    return jobs[name](input);
  };
}

function checkingJobs(reading: ReadTools): Jobs {
  const refuse = () => {
    throw new Error('courses are only checked');
  };
  const context = { ...reading, latestCount: 0 };
  return {
    read: async ({ chunk }) => ({ ...(await readChunk(chunk, context)), file: '' }),
    run: refuse,
    link: refuse,
  };
}
