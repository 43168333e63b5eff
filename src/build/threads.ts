// Threads: the jobs of a build shared out over worker threads, or done in this one where that is quicker.
import { availableParallelism } from 'node:os';
import type { PageTask } from './pages.ts';
import type { SourceRange } from '../source/ranges.ts';
import { workHere, type Work, type WorkContext } from './work.ts';

/** Bytes of source below which starting threads costs more than they save. */
const worthThreads = 6 * 1024 * 1024;

export interface Crew extends Work {
  /** Ends the threads. Jobs that have not begun never do; when it is done, none is under way. */
  close(): Promise<void>;
}

/** How many threads to use for so many bytes of source in so many batches; `asked` is a person's own choice. */
export function threadsFor(size: number, batches: number, asked: number | undefined): number {
  const wanted = asked ?? (size < worthThreads ? 1 : availableParallelism());
  return Math.max(1, Math.min(wanted, batches));
}

/** Opens a crew of so many threads. One thread is this one: it gives way between jobs, so that signals are heard. */
export async function openCrew(threads: number, context: WorkContext): Promise<Crew> {
  if (threads === 1) return crewOfOne(workHere(context));
  const { Piscina } = await import('piscina');
  const pool = new Piscina<unknown>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: context,
  });
  return {
    courses: (ranges) => pool.run(ranges, { name: 'courses' }),
    pages: (task) => pool.run(task, { name: 'pages' }),
    close: () => pool.destroy(),
  };
}

function crewOfOne(work: Work): Crew {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inTurn = async <T>(before: Promise<unknown>, job: () => Promise<T>): Promise<T> => {
    await before;
    await giveWay();
    if (closed) throw new Error('the crew was closed before this job');
    return job();
  };
  const next = <T>(job: () => Promise<T>): Promise<T> => {
    const turn = inTurn(last, job);
    last = turn;
    return turn;
  };
  return {
    courses: (ranges: readonly SourceRange[]) => next(() => work.courses(ranges)),
    pages: (task: PageTask) => next(() => work.pages(task)),
    close: async () => {
      closed = true;
      await Promise.allSettled([last]);
    },
  };
}

function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
