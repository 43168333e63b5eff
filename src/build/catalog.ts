// A whole catalog, read: references first, then the courses in batches, then the laws over all of them, then the lists.
import { pagesOf } from '../api/paging.ts';
import { deriveLists, type Lists } from '../catalog/lists.ts';
import { readReferences } from '../catalog/references.ts';
import { ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { findSource } from '../source/find.ts';
import { courseProblems, planCourses, readBatches } from './batches.ts';
import type { ReadCourses } from './courses.ts';
import { openThreads, threadsFor, type Threads } from './threads.ts';
import type { WorkContext } from './work.ts';

export interface CatalogOptions {
  /** The source folder. */
  readonly data: string;
  /** Worker threads; chosen by the size of the catalog where undefined. */
  readonly threads: number | undefined;
}

/** How far the reading or the writing is. */
export interface Progress {
  readonly phase: 'courses' | 'pages';
  /** Bytes of source, or pages. */
  readonly done: number;
  readonly total: number;
  /** Courses read until now. */
  readonly courses: number;
}

export interface CatalogSummary {
  readonly courses: number;
  readonly providers: number;
  readonly categories: number;
  readonly languages: number;
  /** Pages of the paged lists, those that are written twice counted once. */
  readonly pages: number;
}

/** A catalog without an error, and the threads that read it. */
export interface SoundCatalog {
  readonly context: Omit<WorkContext, 'stop'>;
  readonly reads: readonly ReadCourses[];
  readonly lists: Lists;
  readonly summary: CatalogSummary;
  readonly warnings: Problem[];
  readonly threads: Threads;
}

/** Reads and checks a catalog, and hands it to `use` if it is sound; the threads end with it. Throws a ProblemsError where it is not. */
export async function withCatalog<T>(
  options: CatalogOptions,
  plan: Omit<WorkContext, 'references' | 'stop'>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  use: (catalog: SoundCatalog) => Promise<T>,
): Promise<T> {
  const source = await findSource(options.data);
  const { references, problems: referenceProblems } = await readReferences(source.files);
  const batches = planCourses(source.files);
  const total = source.files.reduce((sum, { kind, size }) => sum + (kind === 'courses' ? size : 0), 0);
  const context = { ...plan, references };
  const threads = await openThreads(threadsFor(total, batches.length, options.threads), context);
  const stop = abortion(signal);
  try {
    let [done, courses] = [0, 0];
    const reading = readBatches(batches, threads, (read, index) => {
      for (const range of batches[index] ?? []) done += range.end - range.start;
      courses += read.columns.ids.length;
      onProgress({ phase: 'courses', done, total, courses });
    });
    const reads = await Promise.race([reading, stop.promise]);
    const problems = [
      ...source.problems,
      ...referenceProblems,
      ...(await courseProblems(batches, reads, references, options.data)),
    ];
    const sorted = sortProblems(problems);
    if (sorted.some(({ level }) => level === 'error')) throw new ProblemsError(sorted);
    const lists = deriveLists(
      reads.map((read) => read.columns),
      references,
    );
    const summary = {
      courses: lists.courses,
      providers: references.providers.length,
      categories: references.categories.length,
      languages: lists.languages.length,
      pages: lists.counts.reduce((sum, count) => sum + pagesOf(count, plan.pageSize), 0),
    };
    return await Promise.race([use({ context, reads, lists, summary, warnings: sorted, threads }), stop.promise]);
  } finally {
    stop.forget();
    await threads.close();
  }
}

/** A promise that fails when the signal says so. */
function abortion(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
  });
  promise.catch(() => {
    // Whoever waits for it hears of it; nobody has to wait.
  });
  signal.addEventListener('abort', onAbort);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
