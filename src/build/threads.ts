// Threads: the jobs of a build shared out over worker threads, or done in this one where that is quicker.
import { workHere, type Work, type WorkContext } from './work.ts';

export interface Threads extends Work {
  /** Ends the threads once the jobs under way have noticed; jobs that have not begun never do. */
  readonly close: () => Promise<void>;
}

/** Opens so many threads. One thread is this one: it gives way between jobs, so that signals are heard. */
export async function openThreads(threads: number, context: Omit<WorkContext, 'stop'>): Promise<Threads> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { work, end } = threads === 1 ? thisThread({ ...context, stop }) : await pool(threads, { ...context, stop });
  const jobs: Promise<unknown>[] = [];
  const started = <T>(job: Promise<T>): Promise<T> => {
    jobs.push(job);
    return job;
  };
  return {
    courses: (ranges) => started(work.courses(ranges)),
    pages: (task) => started(work.pages(task)),
    search: (task) => started(work.search(task)),
    async close() {
      Atomics.store(stop, 0, 1);
      // A thread that is ended while it still loads modules takes the whole process with it.
      await Promise.allSettled(jobs);
      await end();
    },
  };
}

interface Workers {
  readonly work: Work;
  readonly end: () => Promise<void>;
}

async function pool(threads: number, context: WorkContext): Promise<Workers> {
  const { Piscina } = await import('piscina');
  const filename = new URL('./worker.js', import.meta.url).href;
  const workers = new Piscina<unknown>({ filename, minThreads: threads, maxThreads: threads, workerData: context });
  // A thread that fails while it has no job, as one that cannot start, fails every job: those in the queue may never begin.
  const failure = new Promise<never>((_, reject) => {
    workers.on('error', reject);
  });
  failure.catch(() => {
    // The jobs are told.
  });
  const work: Work = {
    courses: (ranges) => Promise.race([workers.run(ranges, { name: 'courses' }), failure]),
    pages: (task) => Promise.race([workers.run(task, { name: 'pages' }), failure]),
    search: (task) => Promise.race([workers.run(task, { name: 'search' }), failure]),
  };
  return { work, end: () => workers.destroy() };
}

function thisThread(context: WorkContext): Workers {
  const work = workHere(context);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const turn = last.then(giveWay, giveWay).then(job);
    last = turn;
    return turn;
  };
  return {
    work: {
      courses: (ranges) => inTurn(() => work.courses(ranges)),
      pages: (task) => inTurn(() => work.pages(task)),
      search: (task) => inTurn(() => work.search(task)),
    },
    end: async () => {},
  };
}

function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
