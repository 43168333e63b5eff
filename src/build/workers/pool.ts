// Workers: runs the jobs of a build in worker threads, or in this thread if that is faster.
import type { JobContext, RunJob, ThreadContext } from './job-types.ts';
import { jobsIn } from './jobs.ts';
import type { KeptThreads } from './kept-threads.ts';

export interface Workers extends AsyncDisposable {
  readonly run: RunJob;
  /** Waits for all jobs that were asked for; those that have not begun fail. Ends the threads, unless they are kept. The same as disposing, and may be called before. */
  readonly end: () => Promise<void>;
}

interface WorkerOptions {
  /** Ends the build early. */
  readonly signal: AbortSignal;
  /** Threads that stay for the next build. Without them, a build starts and ends its own. */
  readonly threads?: KeptThreads | undefined;
}

/**
 * Opens this many worker threads; for one thread, uses the current one, which yields between jobs to receive signals. Once `signal`
 * is aborted, every job fails with its reason.
 */
export async function openWorkers(
  count: number,
  jobContext: JobContext,
  { signal, threads }: WorkerOptions,
): Promise<Workers> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const context = { ...jobContext, stop };
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

async function inThreads(count: number, context: ThreadContext, kept?: KeptThreads): Promise<OpenWorkers> {
  if (kept) return { run: (await kept.take(count)).begin(context), end: () => kept.endFailed() };
  const { WorkerThreads } = await import('./threads.ts');
  const threads = new WorkerThreads(count);
  return { run: threads.begin(context), end: () => threads.end() };
}

async function inThisThread(context: ThreadContext): Promise<OpenWorkers> {
  const runNow = await jobsIn(context);
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
