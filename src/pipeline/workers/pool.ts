// Workers: the jobs of a build shared out over threads, or run in this one where that is quicker.
import { jobsIn, type JobContext, type Jobs } from './jobs.ts';

export interface Workers extends Jobs, AsyncDisposable {
  readonly context: JobContext;
}

/**
 * Opens so many threads. One thread is this one: it yields between jobs, so that signals are heard. Once `signal` is aborted,
 * every job fails with its reason. Disposing waits for the jobs that have begun; the others never begin.
 */
export async function openWorkers(threads: number, context: JobContext, signal: AbortSignal): Promise<Workers> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { jobs, end } = threads === 1 ? inThisThread(context, stop) : await inThreads(threads, context, stop);
  const begun: Promise<unknown>[] = [];
  const aborted = whenAborted(signal);
  const tracked =
    <Task, Result>(job: (task: Task) => Promise<Result>) =>
    (task: Task): Promise<Result> => {
      const run = job(task);
      begun.push(run);
      return Promise.race([run, aborted.promise]);
    };
  return {
    context,
    read: tracked(jobs.read),
    pages: tracked(jobs.pages),
    search: tracked(jobs.search),
    async [Symbol.asyncDispose]() {
      aborted.forget();
      Atomics.store(stop, 0, 1);
      // Ending a thread while it still loads modules ends the whole process.
      await Promise.allSettled(begun);
      await end();
    },
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
  const workers = new Piscina<unknown>({ filename, minThreads: threads, maxThreads: threads, workerData });
  // A thread that fails without a job, such as one that cannot start, fails every job: those in the queue may never begin.
  const failure = new Promise<never>((_, reject) => {
    workers.on('error', reject);
  });
  failure.catch(() => {
    // Whoever waits for a job is told.
  });
  const jobs: Jobs = {
    read: (ranges) => Promise.race([workers.run(ranges, { name: 'read' }), failure]),
    pages: (task) => Promise.race([workers.run(task, { name: 'pages' }), failure]),
    search: (task) => Promise.race([workers.run(task, { name: 'search' }), failure]),
  };
  return { jobs, end: () => workers.destroy() };
}

function inThisThread(context: JobContext, stop: Int32Array): RunningJobs {
  const jobs = jobsIn(context, stop);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const turn = last.then(yieldTurn, yieldTurn).then(job);
    last = turn;
    return turn;
  };
  return {
    jobs: {
      read: (ranges) => inTurn(() => jobs.read(ranges)),
      pages: (task) => inTurn(() => jobs.pages(task)),
      search: (task) => inTurn(() => jobs.search(task)),
    },
    end: async () => {},
  };
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
    // Whoever waits for a job is told; nobody has to wait.
  });
  signal.addEventListener('abort', onAbort);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
