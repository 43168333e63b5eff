// Writes the search index: plans which of its files to write, and distributes them to the workers.
import { setImmediate } from 'node:timers/promises';
import type { WrittenFiles } from '../../storage/writer.ts';
import type { SearchIndex } from '../../outputs/search/format.ts';
import { recordsForJobs } from '../lists/gather.ts';
import type { OutputFile, PreviousFiles } from '../lists/totals.ts';
import type { Catalog } from '../read/catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import { presentTerms, type ChunkTerms } from '../read/terms.ts';
import { searchChanges } from './changes.ts';
import type { SearchTask, WrittenSearch } from './job.ts';
import { planSearch, type PreviousSearch } from './plan.ts';

export interface WrittenIndex {
  /** Written after everything else. */
  readonly index: SearchIndex;
  readonly written: readonly WrittenFiles[];
  /** All files but the index itself, including those that stay. */
  readonly files: readonly OutputFile[];
}

/** Few jobs of each kind with many files each, as every job reads the terms of all chunks or receives all records. */
const [maxJobsPerKind, minFilesPerJob] = [4, 32];

/** In a merge, whose jobs read what they need from files, more jobs need less memory at a time. */
const coursesPerJob = 50_000;

export async function writeSearchIndex(
  catalog: Catalog,
  before: PreviousFiles | undefined,
  pack: boolean,
  runJob: (task: SearchTask) => Promise<WrittenSearch>,
): Promise<WrittenIndex> {
  const { results, numbered } = catalog;
  // Workers begin the jobs that others have queued while this thread plans.
  await setImmediate();
  const searched = results.map((result) => {
    const { ids } = result.columns();
    return { ids, terms: result.file ?? termsOf(result) };
  });
  const changes = before && searchChanges(before.chunks, catalog);
  const earlier: PreviousSearch | undefined = changes && {
    courses: before.courses,
    boundaries: before.chunks.map((chunk) => termsOf(chunk).boundaries),
    otherFiles: before.otherFiles,
    changes,
  };
  const boundaries = results.map((result) => termsOf(result).boundaries);
  const { index, ranges, files, kept } = planSearch(numbered.ids, numbered.byId, boundaries, earlier, pack);
  const searchResults = recordsForJobs(catalog, coursesIn(files), (result) => result.records().searchResults);
  const jobs = Math.max(maxJobsPerKind, 'files' in searchResults ? Math.ceil(numbered.ids.length / coursesPerJob) : 0);
  const tasks: SearchTask[] = [
    ...partsOf(ranges, jobs).map((part) => ({ terms: { chunks: searched, ranges: part } })),
    ...partsOf(files, jobs).map((part) => ({ courses: { searchResults, files: part } })),
  ];
  const done = await Promise.all(tasks.map(runJob));
  return {
    index,
    written: done.map(({ written }) => written),
    files: [...kept, ...done.flatMap((one) => one.files)],
  };
}

function* coursesIn(files: ReturnType<typeof planSearch>['files']): Generator<number> {
  for (const { courses } of files) yield* courses;
}

function termsOf(result: ChunkResult): ChunkTerms {
  return presentTerms(result.terms());
}

/** Splits an array into a few parts, none of them empty. */
function partsOf<T>(all: readonly T[], jobs: number): T[][] {
  const size = Math.max(minFilesPerJob, Math.ceil(all.length / jobs));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
