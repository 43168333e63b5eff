// Writing the search index: plans what of it is to be written, and shares that out over the workers.
import type { WrittenFiles } from '../../output/writer.ts';
import type { SearchIndex } from '../../site/search/format.ts';
import { chunksOf, type CourseRecords } from '../lists/pages.ts';
import type { OutputFile } from '../lists/totals.ts';
import type { Catalog } from '../read/catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import type { ChunkTerms } from '../read/terms.ts';
import { searchChanges } from './changes.ts';
import type { SearchTask, WrittenSearch } from './job.ts';
import { planSearch, type SearchBefore } from './plan.ts';

export interface WrittenIndex {
  /** To be written after everything else. */
  readonly index: SearchIndex;
  readonly written: readonly WrittenFiles[];
  /** All files but the index itself, those that stay included. */
  readonly files: readonly OutputFile[];
}

/** The build before, where its search index is still what was written. */
export interface IndexedBefore {
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  readonly otherFiles: readonly OutputFile[];
}

/** Jobs of each kind, at most, and how many files one writes at least: each reads the terms of all chunks, or is handed all records. */
const [jobsPerKind, minFilesPerJob] = [4, 32];

/** Writes what differs of the search index. */
export async function writeSearchIndex(
  catalog: Catalog,
  before: IndexedBefore | undefined,
  runJob: (task: SearchTask) => Promise<WrittenSearch>,
): Promise<WrittenIndex> {
  const { results, numbered } = catalog;
  const searched = results.map((result) => ({ ids: result.columns().ids, terms: termsOf(result) }));
  const changes = before && searchChanges(before.chunks, catalog);
  const earlier: SearchBefore | undefined = changes && {
    courses: before.courses,
    boundaries: before.chunks.map((chunk) => termsOf(chunk).boundaries),
    otherFiles: before.otherFiles,
    changes,
  };
  const boundaries = searched.map(({ terms }) => terms.boundaries);
  const { index, ranges, files, kept } = planSearch(numbered.ids, numbered.byId, boundaries, earlier);
  // The records of a chunk that no file takes a course from need not be loaded.
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

/** The same in a few parts, in order; none of them empty. */
function partsOf<T>(all: readonly T[]): T[][] {
  const size = Math.max(minFilesPerJob, Math.ceil(all.length / jobsPerKind));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
