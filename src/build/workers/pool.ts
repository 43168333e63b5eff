// Workers: runs the jobs of a build in worker threads, or in this thread if that is faster.
import type { JobContext, RunJob } from './job-types.ts';
import { jobsIn } from './jobs.ts';
import { resultOf } from './outcome.ts';

export interface Workers extends AsyncDisposable {
  readonly run: RunJob;
  /** Waits for running jobs; queued ones never start. The same as disposing, and may be called before. */
  readonly end: () => Promise<void>;
}

/**
 * Starts worker threads; for one thread, uses the current one, which yields between jobs to receive signals. Once `signal` is
 * aborted, every job fails with its reason.
 */
export async function openWorkers(threads: number, context: JobContext, signal: AbortSignal): Promise<Workers> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { run, end } = await (threads === 1 ? inThisThread(context, stop) : inThreads(threads, context, stop));
  const begunJobs: Promise<unknown>[] = [];
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { signal: ended.signal });
    if (signal.aborted) onAbort();
  });
  aborted.catch(() => {
    // Each job reports it, if there is any.
  });
  const runTracked: RunJob = (name, task) => {
    const job = run(name, task);
    begunJobs.push(job);
    return Promise.race([job, aborted]);
  };
  const endAll = async () => {
    ended.abort();
    Atomics.store(stop, 0, 1);
    // Terminating a thread that is still loading modules ends the whole process.
    await Promise.allSettled(begunJobs);
    await end();
  };
  let ending: Promise<void> | undefined;
  const endOnce = () => (ending ??= endAll());
  return { run: runTracked, end: endOnce, [Symbol.asyncDispose]: endOnce };
}

type OpenWorkers = Pick<Workers, 'run' | 'end'>;

async function inThreads(threads: number, context: JobContext, stop: Int32Array): Promise<OpenWorkers> {
  const { Piscina } = await import('piscina');
  const workers = new Piscina<unknown>({
    filename: new URL('./worker.js', import.meta.url).href,
    workerData: { context, stop },
    minThreads: threads,
    maxThreads: threads,
    // Otherwise a job for which no thread is free goes to the end of the queue, and the longest ones end last.
    stricterFIFO: true,
    // Half of Node's default: nearly all that a job allocates is garbage at once, and less of it piles up.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  // A thread that fails outside a job, for example while starting, fails every job: queued ones might never start.
  const failure = new Promise<never>((_, reject) => {
    workers.on('error', reject);
  });
  failure.catch(() => {
    // Each job reports it.
  });
  return {
    run: async (...job) => resultOf(await Promise.race([workers.run(job), failure])),
    end: () => workers.destroy(),
  };
}

async function inThisThread(context: JobContext, stop: Int32Array): Promise<OpenWorkers> {
  const runNow = await jobsIn(context, stop);
  let previous: Promise<unknown> = Promise.resolve();
  const run: RunJob = (name, task) => {
    const turn = previous.then(yieldTurn, yieldTurn).then(() => runNow(name, task));
    previous = turn;
    return turn;
  };
  return { run, end: async () => {} };
}

function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
