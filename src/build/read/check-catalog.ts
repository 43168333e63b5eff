// Checks the catalog as a whole, and numbers its courses and assigns them to lists.
import { listsOf } from '../../api/lists.ts';
import { pageCount, type List } from '../../api/paging.ts';
import { deriveMembership, numberCourses } from '../../catalog/membership.ts';
import type { ReferencesWithProblems } from '../../catalog/references.ts';
import type { Catalog } from '../../outputs/output.ts';
import { fileProblem, ProblemsError, sortProblems, type Problem } from '../../text/problems.ts';
import type { CatalogSummary } from '../../results.ts';
import type { FoundSource } from '../../catalog/source/find.ts';
import { changedSourceFiles } from '../../catalog/source/stamp.ts';
import type { Chunk } from './chunks.ts';
import { withFreeIds } from './free-ids.ts';
import { problemsOfCourses } from './problems.ts';
import type { ChunkResult } from './result.ts';

export interface LargestList {
  readonly kind: List['route'];
  readonly name: string;
  readonly pages: number;
}

/** A source with its references, and the chunks of its courses. */
interface CatalogSource extends ReferencesWithProblems {
  readonly source: FoundSource;
  readonly chunks: readonly Chunk[];
}

/** A catalog without errors. */
export interface CheckedCatalog extends Catalog {
  /** One for each chunk. */
  readonly results: readonly ChunkResult[];
  readonly summary: CatalogSummary;
  readonly warnings: readonly Problem[];
}

/** The first of the lists with the most courses. Undefined if the catalog has no lists. */
export function largestListOf(lists: readonly List[], pageSize: number): LargestList | undefined {
  const [first, ...others] = lists;
  if (!first) return undefined;
  const { route, label, count } = others.reduce((most, list) => (list.count > most.count ? list : most), first);
  return { kind: route, name: label, pages: pageCount(count, pageSize) };
}

/** Derives the catalog from the results of its chunks. Throws a ProblemsError with every problem if any is an error. */
export async function checkCatalog(
  source: CatalogSource,
  results: readonly ChunkResult[],
  { data, pageSize }: { readonly data: string; readonly pageSize: number },
): Promise<CheckedCatalog> {
  const warnings = await warningsOrThrow(source, results, { data, isWhole: true });
  const { references } = source;
  const columns = results.map((result) => result.columns());
  const numbering = numberCourses(columns);
  const membership = deriveMembership(columns, references, numbering);
  const summary = {
    courses: membership.courses,
    providers: references.providers.length,
    categories: references.categories.length,
    languages: membership.named.filter(({ route }) => route === 'language').length,
    pages: membership.counts.reduce((sum, count) => sum + pageCount(count, pageSize), 0),
  };
  return {
    references,
    results,
    numbering,
    membership,
    lists: listsOf(membership, references),
    summary,
    warnings,
  };
}

/**
 * The warnings about what was read. Throws a ProblemsError with every problem if any is an error. The chunks are the whole catalog, or those
 * of a shard, which does not know the courses of the others.
 */
export async function warningsOrThrow(
  { source, references, referenceProblems, chunks }: CatalogSource,
  results: readonly ChunkResult[],
  { data, isWhole }: { readonly data: string; readonly isWhole: boolean },
): Promise<Problem[]> {
  // A file that changed while it was read may have been read half old, half new.
  const changed = { rule: 'source-changed', finding: 'changed while it was read' } as const;
  const changes = changedSourceFiles(source.files).map(({ path }) => fileProblem(path, changed));
  if (changes.length > 0) throw new ProblemsError(sortProblems(changes));
  const courseProblems = await problemsOfCourses(chunks, results, references, isWhole ? data : undefined);
  const problems = sortProblems([...source.problems, ...referenceProblems, ...courseProblems]);
  if (problems.every(({ level }) => level !== 'error')) return problems;
  const courseIds = () => results.flatMap((result) => [...result.columns().ids]);
  const named = withFreeIds(problems, { data, files: source.files }, references, isWhole ? courseIds : undefined);
  throw new ProblemsError(named);
}
