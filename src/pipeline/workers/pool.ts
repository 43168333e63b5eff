// Workers: runs the jobs of a build in worker threads, or in this thread if that is faster.
import { jobsIn, type JobContext, type Jobs } from './jobs.ts';

export interface Workers extends Jobs, AsyncDisposable {
  /** Waits for running jobs; queued ones never start. The same as disposing, and may be called before. */
  readonly end: () => Promise<void>;
}

/**
 * Starts worker threads; for one thread, uses the current one, which yields between jobs to receive signals. Once `signal` is
 * aborted, every job fails with its reason.
 */
export async function openWorkers(threads: number, context: JobContext, signal: AbortSignal): Promise<Workers> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { jobs, end } = threads === 1 ? inThisThread(context, stop) : await inThreads(threads, context, stop);
  const begun: Promise<unknown>[] = [];
  const aborted = whenAborted(signal);
  const tracked = wrapJobs(jobs, (job, task) => {
    const run = job(task);
    begun.push(run);
    return Promise.race([run, aborted.promise]);
  });
  const endAll = async () => {
    aborted.forget();
    Atomics.store(stop, 0, 1);
    // Terminating a thread that is still loading modules ends the whole process.
    await Promise.allSettled(begun);
    await end();
  };
  let ended: Promise<void> | undefined;
  const endOnce = () => (ended ??= endAll());
  return { ...tracked, end: endOnce, [Symbol.asyncDispose]: endOnce };
}

/** The same jobs, each run by `run`. */
function wrapJobs(
  { read, run: runTask, pack, take }: Jobs,
  run: <Task, Result>(job: (task: Task) => Promise<Result>, task: Task) => Promise<Result>,
): Jobs {
  return {
    read: (ranges) => run(read, ranges),
    run: (task) => run(runTask, task),
    pack: (task) => run(pack, task),
    take: (task) => run(take, task),
  };
}

interface RunningJobs {
  readonly jobs: Jobs;
  readonly end: () => Promise<void>;
}

async function inThreads(threads: number, context: JobContext, stop: Int32Array): Promise<RunningJobs> {
  const { Piscina } = await import('piscina');
  const filename = new URL('./worker.js', import.meta.url).href;
  const workerData = { context, stop };
  // Half of Node's default: nearly all that a job allocates is garbage at once, and less of it piles up.
  const resourceLimits = { maxYoungGenerationSizeMb: 24 };
  const workers = new Piscina<unknown>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    // Otherwise a job for which no thread is free goes to the end of the queue, and the longest ones end last.
    stricterFIFO: true,
    resourceLimits,
    workerData,
  });
  // A thread that fails outside a job, for example while starting, fails every job: queued ones might never start.
  const failure = new Promise<never>((_, reject) => {
    workers.on('error', reject);
  });
  failure.catch(() => {
    // Each job reports it.
  });
  const jobs: Jobs = {
    read: (ranges) => Promise.race([workers.run(ranges, { name: 'read' }), failure]),
    run: (task) => Promise.race([workers.run(task, { name: 'run' }), failure]),
    pack: (task) => Promise.race([workers.run(task, { name: 'pack' }), failure]),
    take: (task) => Promise.race([workers.run(task, { name: 'take' }), failure]),
  };
  return { jobs, end: () => workers.destroy() };
}

function inThisThread(context: JobContext, stop: Int32Array): RunningJobs {
  let last: Promise<unknown> = Promise.resolve();
  const jobs = wrapJobs(jobsIn(context, stop), (job, task) => {
    const turn = last.then(yieldTurn, yieldTurn).then(() => job(task));
    last = turn;
    return turn;
  });
  return { jobs, end: async () => {} };
}

function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A promise that rejects when the signal is aborted. */
function whenAborted(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
  });
  promise.catch(() => {
    // Each job reports it, if there is any.
  });
  signal.addEventListener('abort', onAbort);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
