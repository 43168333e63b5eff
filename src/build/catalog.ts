// A whole catalog, read: references first, then the courses in batches, then the laws over all of them, then the lists.
import { pagesOf } from '../api/paging.ts';
import { deriveLists, numberCourses, type Lists, type NumberedCourses } from '../catalog/lists.ts';
import type { ReadReferences } from '../catalog/references.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import type { FoundSource } from '../source/find.ts';
import { changedSince } from '../source/stamp.ts';
import { courseProblems, readBatches } from './batches.ts';
import type { ReadCourses } from './courses.ts';
import type { PlannedBatch } from './planned.ts';
import { threadsFor } from './thread-count.ts';
import { openThreads, type Threads } from './threads.ts';
import type { WorkContext } from './work.ts';

export interface CatalogOptions {
  /** The source folder. */
  readonly data: string;
  /** Worker threads; chosen by the size of the catalog where undefined. */
  readonly threads: number | undefined;
  /** Bytes of source that one job reads. Not a setting: tests make it small, so that a small catalog has many chunks. */
  readonly chunkSize?: number;
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
  readonly numbered: NumberedCourses;
  readonly lists: Lists;
  readonly summary: CatalogSummary;
  readonly warnings: Problem[];
  readonly threads: Threads;
}

/** What a catalog is read from. */
export interface Material {
  readonly source: FoundSource;
  readonly read: ReadReferences;
  readonly batches: readonly PlannedBatch[];
}

/** Reads and checks a catalog, and hands it to `use` if it is sound; the threads end with it. Throws a ProblemsError where it is not. */
export async function withCatalog<T>(
  { data, threads: asked }: CatalogOptions,
  { source, read: { references, problems: referenceProblems }, batches }: Material,
  plan: Omit<WorkContext, 'references' | 'stop'>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  use: (catalog: SoundCatalog) => Promise<T>,
): Promise<T> {
  const context = { ...plan, references };
  const fresh = batches.filter(({ known }) => !known);
  const total = sizeOf(fresh);
  const threads = await openThreads(threadsFor(total, fresh.length, asked), context);
  const stop = abortion(signal);
  try {
    let [done, courses] = [0, 0];
    const reading = readBatches(batches, threads, (read, index) => {
      done += sizeOf(batches.slice(index, index + 1).filter(({ known }) => !known));
      courses += read.columns.ids.length;
      onProgress({ phase: 'courses', done, total, courses });
    });
    const reads = await Promise.race([reading, stop.promise]);
    failIfChanged(source);
    const problems = [
      ...source.problems,
      ...referenceProblems,
      ...(await courseProblems(batches, reads, references, data)),
    ];
    const sorted = sortProblems(problems);
    if (sorted.some(({ level }) => level === 'error')) throw new ProblemsError(sorted);
    const columns = reads.map((read) => read.columns);
    const numbered = numberCourses(columns);
    const lists = deriveLists(columns, references, numbered);
    const summary = {
      courses: lists.courses,
      providers: references.providers.length,
      categories: references.categories.length,
      languages: lists.languages.length,
      pages: lists.counts.reduce((sum, count) => sum + pagesOf(count, plan.pageSize), 0),
    };
    return await Promise.race([
      use({ context, reads, numbered, lists, summary, warnings: sorted, threads }),
      stop.promise,
    ]);
  } finally {
    stop.forget();
    await threads.close();
  }
}

/** Bytes of source. */
function sizeOf(batches: readonly PlannedBatch[]): number {
  return batches.reduce((sum, { ranges }) => ranges.reduce((size, { start, end }) => size + end - start, sum), 0);
}

/** What was read of a file that was written meanwhile may be half of one state and half of another. */
function failIfChanged({ files }: FoundSource): void {
  const finding = 'changed while it was read';
  const problems = changedSince(files).map(({ path }) =>
    problemAt(path, undefined, '', { rule: 'source-changed', finding }),
  );
  if (problems.length > 0) throw new ProblemsError(sortProblems(problems));
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
