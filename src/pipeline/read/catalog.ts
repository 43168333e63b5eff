// A valid catalog: its courses, numbered and assigned to lists.
import { pagesOf } from '../../api/paging.ts';
import { deriveLists, numberCourses, type Lists, type NumberedCourses } from '../../catalog/lists.ts';
import type { ReadReferences, References } from '../../catalog/references.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../../problems.ts';
import type { FoundSource } from '../../source/find.ts';
import { changedSince } from '../../source/stamp.ts';
import type { Chunk } from './chunks.ts';
import { courseProblems } from './problems.ts';
import type { ChunkResult } from './result.ts';

export interface CatalogSummary {
  readonly courses: number;
  readonly providers: number;
  readonly categories: number;
  readonly languages: number;
  /** Pages of the paged lists; a page that is written twice counts once. */
  readonly pages: number;
}

/** A catalog without errors. */
export interface Catalog {
  readonly references: References;
  readonly chunks: readonly Chunk[];
  /** One for each chunk. */
  readonly results: readonly ChunkResult[];
  readonly numbered: NumberedCourses;
  readonly lists: Lists;
  readonly summary: CatalogSummary;
  readonly warnings: readonly Problem[];
}

/** The chunks of the last build that are gone, and those that were read anew. */
export function chunkChanges(
  before: readonly ChunkResult[],
  { chunks, results }: Pick<Catalog, 'chunks' | 'results'>,
): Readonly<Record<'removed' | 'fresh', readonly ChunkResult[]>> {
  const kept = new Set(chunks.map(({ cached }) => cached));
  return {
    removed: before.filter((chunk) => !kept.has(chunk)),
    fresh: results.filter((_, at) => !chunks[at]?.cached),
  };
}

/** Derives the catalog from the results of its chunks. Throws a ProblemsError with every problem if any is an error. */
export async function checkCatalog(
  source: FoundSource,
  { references, problems: referenceProblems }: ReadReferences,
  { chunks, results }: Pick<Catalog, 'chunks' | 'results'>,
  { data, pageSize }: { readonly data: string; readonly pageSize: number },
): Promise<Catalog> {
  failIfChanged(source);
  const warnings = sortProblems([
    ...source.problems,
    ...referenceProblems,
    ...(await courseProblems(chunks, results, references, data)),
  ]);
  if (warnings.some(({ level }) => level === 'error')) throw new ProblemsError(warnings);
  const columns = results.map((result) => result.columns());
  const numbered = numberCourses(columns);
  const lists = deriveLists(columns, references, numbered);
  const summary = {
    courses: lists.courses,
    providers: references.providers.length,
    categories: references.categories.length,
    languages: lists.languages.length,
    pages: lists.counts.reduce((sum, count) => sum + pagesOf(count, pageSize), 0),
  };
  return { references, chunks, results, numbered, lists, summary, warnings };
}

/** A file that changed while it was read may have been read half old, half new. */
export function failIfChanged({ files }: FoundSource): void {
  const finding = 'changed while it was read';
  const problems = changedSince(files).map(({ path }) =>
    problemAt(path, undefined, '', { rule: 'source-changed', finding }),
  );
  if (problems.length > 0) throw new ProblemsError(sortProblems(problems));
}
