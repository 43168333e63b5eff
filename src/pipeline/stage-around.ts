// Stages the files around the API of a catalog: the small tables of its dumps, the documents, and what needs no catalog.
import { manifestText } from './publish/manifest.ts';
import type { StagedFiles } from './publish/publication.ts';
import { obstacleProblems } from './publish/target.ts';
import { Writer, type WrittenFiles } from '../storage/writer.ts';
import { ProblemsError } from '../problems.ts';
import { catalogPageRow } from '../outputs/catalog-page/row.ts';
import { KeptValues, type Content, type PublishedCatalog } from '../outputs/output.ts';
import { dumpsRow } from '../outputs/dumps/row.ts';
import { searchRow } from '../outputs/search/row.ts';
import { outputs } from '../outputs/outputs.ts';
import { manifestFile } from '../outputs/site-files/files.ts';
import { pathsOf, type SitePlan } from '../outputs/site.ts';
import { writeSideTables, type WrittenDumps } from './dumps/write.ts';
import type { WrittenPageLists } from './lists/course-page-lists.ts';
import type { OutputFile } from './lists/totals.ts';
import type { BuildOptions } from './options.ts';
import type { Catalog } from './read/catalog.ts';
import type { ChunkResult } from './read/result.ts';
import type { WrittenIndex } from './search/write.ts';
import type { Staging } from './staging.ts';

/** What is written already. */
export interface AroundInput {
  readonly search: WrittenIndex | undefined;
  readonly dumps: WrittenDumps | undefined;
  /** The lists of course pages. */
  readonly pageLists: WrittenPageLists | undefined;
}

export interface AroundContext {
  readonly options: BuildOptions;
  readonly site: SitePlan;
  readonly staging: Staging;
}

export interface StagedAround {
  readonly parts: Pick<StagedFiles, 'documents' | 'root' | 'rootFiles'>;
  /** All files, including those that stay. */
  readonly files: readonly OutputFile[];
}

/** Throws a ProblemsError if files of others are in the way. */
export function stageAround(
  catalog: Catalog & PublishedCatalog,
  { search, dumps, pageLists }: AroundInput,
  { options, site, staging }: AroundContext,
): StagedAround {
  const { siteRoots, target } = staging;
  const files: OutputFile[] = [];
  const writer = new Writer(siteRoots, options, (path, bytes) => void files.push({ path, bytes }));
  const tables = dumps && writeSideTables(catalog, siteRoots);
  const dumpFiles = [...(dumps?.parts ?? []), ...(tables?.files ?? [])];

  const kept = new KeptValues();
  if (search) kept.set(searchRow, search.index);
  kept.set(dumpsRow, dumpFiles);
  kept.set(catalogPageRow, yearsOf(catalog.results));
  for (const output of outputs) {
    if (!output.documents || !output.isWanted(site.parts)) continue;
    for (const [path, content] of output.documents(catalog, site, kept)) {
      if (site.documents.has(path)) writeContent(writer, path, content);
    }
  }
  const documents = writer.tally();

  // Which files search, dumps and lists of course pages have is known only now.
  const derived = [...(search?.files ?? []), ...dumpFiles, ...(pageLists?.files ?? [])];
  const rootFiles = [...pathsOf(site), ...derived.map(({ path }) => path)];
  for (const [path, content] of site.ready) writeContent(writer, path, content);
  writer.write(manifestFile, manifestText(rootFiles));
  const root = writer.tally();
  const written = [search, dumps, tables, pageLists].flatMap((one) => one?.written ?? []);
  failIfBlocked(written, target, options.out);
  files.push(...derived.map(({ path, bytes }) => ({ path, bytes })));
  return { parts: { documents: [...written, documents], root, rootFiles }, files };
}

function writeContent(writer: Writer, path: string, content: Content): void {
  if (typeof content === 'object' && 'copyOf' in content) writer.copy(content.copyOf, path);
  else writer.write(path, content);
}

/** Courses per year, in ascending order of years. */
function yearsOf(results: readonly ChunkResult[]): [year: number, courses: number][] {
  const years = new Map<number, number>();
  for (const [year, courses] of results.flatMap((result) => result.columns().years)) {
    years.set(year, (years.get(year) ?? 0) + courses);
  }
  return [...years].toSorted(([a], [b]) => a - b);
}

function failIfBlocked(files: readonly WrittenFiles[], target: string, out: string): void {
  const written = files.flatMap(({ added, changed }) => [...added, ...changed]);
  const problems = obstacleProblems(out, target, written);
  if (problems.length > 0) throw new ProblemsError(problems);
}
