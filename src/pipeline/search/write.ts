// Writes the search index: plans which of its files to write, and distributes them to the workers.
import type { WrittenFiles } from '../../output/writer.ts';
import type { SearchIndex } from '../../site/search/format.ts';
import { chunksOf, type CourseRecords } from '../lists/pages.ts';
import type { OutputFile } from '../lists/totals.ts';
import type { Catalog } from '../read/catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import type { ChunkTerms } from '../read/terms.ts';
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

/** The previous build, if its search index is intact. */
export interface PreviousIndex {
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  readonly otherFiles: readonly OutputFile[];
}

/** Few jobs of each kind with many files each, as every job reads the terms of all chunks or receives all records. */
const [maxJobsPerKind, minFilesPerJob] = [4, 32];

export async function writeSearchIndex(
  catalog: Catalog,
  before: PreviousIndex | undefined,
  pack: boolean,
  runJob: (task: SearchTask) => Promise<WrittenSearch>,
): Promise<WrittenIndex> {
  const { results, numbered } = catalog;
  const searched = results.map((result) => ({ ids: result.columns().ids, terms: termsOf(result) }));
  const changes = before && searchChanges(before.chunks, catalog);
  const earlier: PreviousSearch | undefined = changes && {
    courses: before.courses,
    boundaries: before.chunks.map((chunk) => termsOf(chunk).boundaries),
    otherFiles: before.otherFiles,
    changes,
  };
  const boundaries = searched.map(({ terms }) => terms.boundaries);
  const { index, ranges, files, kept } = planSearch(numbered.ids, numbered.byId, boundaries, earlier, pack);
  // Load only the records of chunks that some file takes a course from.
  const needed = chunksOf(
    files.flatMap(({ courses }) => [...courses]),
    numbered.offsets,
  );
  const searchResults: CourseRecords = {
    chunks: results.map((result, at) => (needed.has(at) ? result.records().searchResults : undefined)),
    offsets: numbered.offsets,
  };
  const tasks: SearchTask[] = [
    ...partsOf(ranges).map((part) => ({ terms: { chunks: searched, ranges: part } })),
    ...partsOf(files).map((part) => ({ courses: { searchResults, files: part } })),
  ];
  const done = await Promise.all(tasks.map(runJob));
  return {
    index,
    written: done.map(({ written }) => written),
    files: [...kept, ...done.flatMap((one) => one.files)],
  };
}

function termsOf(result: ChunkResult): ChunkTerms {
  const terms = result.terms();
  if (!terms) throw new Error('the courses were read without their terms');
  return terms;
}

/** Splits an array into a few parts, none of them empty. */
function partsOf<T>(all: readonly T[]): T[][] {
  const size = Math.max(minFilesPerJob, Math.ceil(all.length / maxJobsPerKind));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
