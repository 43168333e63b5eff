// Workers: runs the jobs of a build in worker threads, or in this thread if that is faster.
import type { BuildContext, JobContext, RunJob } from './job-types.ts';
import { jobsIn } from './jobs.ts';
import type { KeptThreads } from './kept-threads.ts';

export interface Workers extends AsyncDisposable {
  readonly run: RunJob;
  /** Waits for running jobs; queued ones never start. The same as disposing, and may be called before. */
  readonly end: () => Promise<void>;
}

/** How a build ends early, and the threads that stay after it; without them, it has threads of its own. */
interface WorkerOptions {
  readonly signal: AbortSignal;
  readonly threads?: KeptThreads | undefined;
}

/**
 * Starts worker threads; for one thread, uses the current one, which yields between jobs to receive signals. Once `signal` is
 * aborted, every job fails with its reason.
 */
export async function openWorkers(
  count: number,
  jobs: JobContext,
  { signal, threads }: WorkerOptions,
): Promise<Workers> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const context = { jobs, stop };
  const { run, end } = await (count === 1 ? inThisThread(context) : inThreads(count, context, threads));
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

async function inThreads(count: number, context: BuildContext, kept?: KeptThreads): Promise<OpenWorkers> {
  if (kept) return { run: (await kept.take(count)).begin(context), end: async () => {} };
  const { WorkerThreads } = await import('./threads.ts');
  const threads = new WorkerThreads(count);
  return { run: threads.begin(context), end: () => threads.end() };
}

async function inThisThread({ jobs, stop }: BuildContext): Promise<OpenWorkers> {
  const runNow = await jobsIn(jobs, stop);
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
