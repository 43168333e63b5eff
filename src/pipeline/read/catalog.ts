// A valid catalog: its courses, numbered and assigned to lists.
import { layOut } from '../../api/layout.ts';
import { pageCount, type List } from '../../api/paging.ts';
import { deriveLists, numberCourses } from '../../catalog/lists.ts';
import type { ReadReferences } from '../../catalog/references.ts';
import type { Catalog } from '../../outputs/output.ts';
import { fileProblem, ProblemsError, sortProblems, type Problem } from '../../problems.ts';
import type { FoundSource } from '../../source/find.ts';
import { changedFiles } from '../../source/stamp.ts';
import type { Chunk } from './chunks.ts';
import { problemsOfCourses } from './problems.ts';
import type { ChunkResult } from './result.ts';

export interface CatalogSummary {
  readonly courses: number;
  readonly providers: number;
  readonly categories: number;
  readonly languages: number;
  /** Pages of the paged lists; a page that is written twice counts once. */
  readonly pages: number;
}

export interface LargestList {
  readonly kind: List['route'];
  readonly name: string;
  readonly pages: number;
}

/** A catalog without errors. */
export interface CheckedCatalog extends Catalog {
  readonly chunks: readonly Chunk[];
  /** One for each chunk. */
  readonly results: readonly ChunkResult[];
  readonly summary: CatalogSummary;
  readonly warnings: readonly Problem[];
}

/** The first of the lists with the most courses; undefined if there are no lists. */
export function largestListOf(layout: readonly List[], pageSize: number): LargestList | undefined {
  const [first, ...others] = layout;
  if (!first) return undefined;
  const { route, label, count } = others.reduce((most, list) => (list.count > most.count ? list : most), first);
  return { kind: route, name: label, pages: pageCount(count, pageSize) };
}

/** Derives the catalog from the results of its chunks. Throws a ProblemsError with every problem if any is an error. */
export async function checkCatalog(
  source: FoundSource,
  { references, problems: referenceProblems }: ReadReferences,
  { chunks, results }: Pick<CheckedCatalog, 'chunks' | 'results'>,
  { data, pageSize }: { readonly data: string; readonly pageSize: number },
): Promise<CheckedCatalog> {
  failIfChanged(source);
  const warnings = sortProblems([
    ...source.problems,
    ...referenceProblems,
    ...(await problemsOfCourses(chunks, results, references, data)),
  ]);
  if (warnings.some(({ level }) => level === 'error')) throw new ProblemsError(warnings);
  const columns = results.map((result) => result.columns());
  const numbered = numberCourses(columns);
  const lists = deriveLists(columns, references, numbered);
  const summary = {
    courses: lists.courses,
    providers: references.providers.length,
    categories: references.categories.length,
    languages: lists.named.filter(({ route }) => route === 'language').length,
    pages: lists.counts.reduce((sum, count) => sum + pageCount(count, pageSize), 0),
  };
  return { references, chunks, results, numbered, lists, layout: layOut(lists, references), summary, warnings };
}

/** A file that changed while it was read may have been read half old, half new. */
export function failIfChanged({ files }: FoundSource): void {
  const finding = 'changed while it was read';
  const problems = changedFiles(files).map(({ path }) => fileProblem(path, { rule: 'source-changed', finding }));
  if (problems.length > 0) throw new ProblemsError(sortProblems(problems));
}
