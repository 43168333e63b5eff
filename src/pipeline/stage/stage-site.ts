// Stages the site of a valid catalog: what outputs write once all courses are known, the catalog files, and what needs no catalog.
import { publishedPaths } from '../../api/published-paths.ts';
import { folderOf } from '../../api/routes.ts';
import { budgetProblems } from '../../hosts/budget.ts';
import { updateJournal, type FoundJournal, type Journal } from '../../journal/journal.ts';
import { lastLinesFirst, linkhashIn } from '../../journal/line.ts';
import { ProblemsError, type Problem } from '../../problems.ts';
import { sumOf, type WrittenFiles } from '../../storage/writer.ts';
import type { BuildOptions, Paths } from '../build-options.ts';
import { allFiles, noOutput, totalsOf, type BuiltFiles, type Totals } from '../built-files.ts';
import { checksumOfJournal } from '../cache/key.ts';
import { recordedFiles } from '../cache/record.ts';
import type { BuildRecord, SavedDetails } from '../cache/state.ts';
import {
  planPublication,
  type Publication,
  type PublicationStart,
  type StagedFiles,
  type StagedOutput,
} from '../publish/publication.ts';
import { goneResponses, removalsOf } from '../publish/removals.ts';
import { largestListOf, type CheckedCatalog } from '../read/check-catalog.ts';
import { journalOf, linkhashesNotIn, type ChunkResult } from '../read/result.ts';
import { obstacleProblems } from '../target/obstacles.ts';
import { writeCatalogFiles, writeFixedFiles } from './catalog-files.ts';
import { chunkChanges, type ChunkChanges } from './chunk-changes.ts';
import { runOutputs, type FinishedOutput, type StageContext } from './run-outputs.ts';

/** A site that is ready to be published. */
interface StagedSite {
  /** What is saved of it for the next build. */
  readonly record: BuildRecord;
  readonly publication: Publication;
  readonly journal: Journal | undefined;
}

/** Ends the workers. Throws a ProblemsError if the site exceeds the host's limits, or if foreign files are in the way. */
export async function stageSite(checked: CheckedCatalog, context: StageContext): Promise<StagedSite> {
  const { settings, baseline, folders, workers, shards } = context;
  const { results, summary } = checked;
  const changes = baseline && chunkChanges(baseline, checked);
  const journal = context.foundJournal && journalAfter(context.foundJournal, results, changes);
  const catalog = { ...checked, journal };
  const finished = await runOutputs(catalog, changes, context);
  // Frees their memory before the catalog files of a large one are made.
  await workers.end();
  const catalogFiles = writeCatalogFiles(catalog, finished, context);
  failIfBlocked(finished, catalogFiles.written, context);
  const outputs = stagedOutputs(finished, results);
  const kept = Object.fromEntries(finished.map(({ output, kept: keptOfOutput }) => [output.name, keptOfOutput]));
  const filesOfOutputs = Object.fromEntries(
    finished.map(({ output: { name }, files: own }) => [name, [...own, ...(catalogFiles.files[name] ?? [])]]),
  );
  const previous = baseline &&
    changes && {
      state: baseline.state,
      goneCourses: changes.goneCourses,
      goneFiles: goneResponses(baseline.state, filesOfOutputs),
    };
  const fixed = writeFixedFiles(finished, catalogFiles.paths, context);
  const built: BuiltFiles = {
    settings,
    chunks: results,
    courses: summary.courses,
    files: { ...filesOfOutputs, [noOutput]: fixed.files },
  };
  const record = recordOf(catalog, built, kept, context);
  const staged: StagedFiles = {
    outputs,
    catalogFiles: catalogFiles.written,
    entryPoints: catalogFiles.entryPoints,
    fixedFiles: fixed.written,
    manifestPaths: fixed.manifestPaths,
  };
  const removals = removalsOf({ built, manifestPaths: fixed.manifestPaths, folders, previous });
  const goneInShards = shards?.goneFiles(results) ?? [];
  const publication = planPublication(
    staged,
    { ...removals, files: [...removals.files, ...goneInShards] },
    publicationStart(staged, built, record.totals, context),
  );
  return { record, publication, journal };
}

/** What is saved of a build. Throws a ProblemsError if the site exceeds the host's limits. */
function recordOf(
  catalog: CheckedCatalog,
  built: BuiltFiles,
  kept: SavedDetails['kept'],
  context: StageContext,
): BuildRecord {
  const { options, began, settings, key, source } = context;
  const { results, summary, membership, lists, warnings, journal } = catalog;
  const totals = totalsOf(built);
  return {
    // The journal is that of the next build.
    key: journal ? { ...key, journalChecksum: checksumOfJournal({ isThere: true, text: journal.text }) } : key,
    settings,
    files: recordedFiles(source, catalog, began),
    chunks: results,
    details: () => ({ lists, membership, kept, files: built.files }),
    summary,
    totals,
    largestList: largestListOf(lists, options.pageSize),
    warnings: warnings.filter((warning) => !source.problems.includes(warning)),
    budget: withinBudget(totals, warnings, context),
  };
}

/** The journal with what changed. If it is as the last build left it, only chunks that were read anew are compared. */
function journalAfter(
  found: FoundJournal,
  results: readonly ChunkResult[],
  changes: ChunkChanges | undefined,
): Journal {
  if (changes) return updateJournal(found, journalOf(changes.freshResults), changes.goneCourses);
  const known = Array.from(lastLinesFirst(found.text), linkhashIn);
  return updateJournal(found, journalOf(results), linkhashesNotIn(results, known));
}

/** What outputs wrote: what was written by tasks may link to what was written as courses were read, and comes after it. */
function stagedOutputs(finished: readonly FinishedOutput[], results: readonly ChunkResult[]): StagedOutput[] {
  return finished.flatMap(({ output: { name, isApi = false }, written }) => [
    { isApi, written: results.flatMap((result) => result.written[name] ?? []) },
    { isApi, written },
  ]);
}

/** What was written of the API, or of what is beside it. */
function writtenIn(outputs: readonly StagedOutput[], isOfApi: boolean): WrittenFiles[] {
  return outputs.flatMap(({ isApi, written }) => (isApi === isOfApi ? written : []));
}

/** The warnings about the host's limits. Throws a ProblemsError with these and all others if a limit is exceeded. */
function withinBudget(totals: Totals, warnings: readonly Problem[], { options, sitePlan }: StageContext): Problem[] {
  const measured = {
    ...totals,
    rules: sitePlan.rules,
    paths: publishedPaths(sitePlan.hosted),
  };
  const budget = budgetProblems(options.host, measured, options.out);
  if (budget.some(({ level }) => level === 'error')) {
    throw new ProblemsError([...warnings, ...sitePlan.problems, ...budget]);
  }
  return budget;
}

function failIfBlocked(
  finished: readonly FinishedOutput[],
  catalogFiles: WrittenFiles,
  { options, folders: { target } }: StageContext,
): void {
  const written = [
    ...finished.flatMap(({ output, written: ofOutput }) => (output.isApi ? [] : ofOutput)),
    catalogFiles,
  ];
  const paths = written.flatMap(({ added, changed }) => [...added, ...changed]);
  const problems = obstacleProblems(options.out, target, paths);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** A file that every build in this form writes. */
export function apiFileOf({ indexFile }: Pick<BuildOptions, 'indexFile'>): string {
  return `${folderOf('index')}/${indexFile}`;
}

/** What is published already. If no API is, every path of it is new. */
function publicationStart(
  { outputs, entryPoints, catalogFiles, fixedFiles }: StagedFiles,
  built: BuiltFiles,
  totals: Totals,
  { options, folders: { roots } }: StageContext,
): PublicationStart {
  if (roots.api.published !== null) return { firstFile: undefined, added: undefined };
  const isFirst = roots.files.published === null;
  const beside = isFirst ? [] : [...writtenIn(outputs, false), catalogFiles, fixedFiles].flatMap(({ added }) => added);
  const length = isFirst ? totals.files : sumOf([...writtenIn(outputs, true), entryPoints]).files + beside.length;
  const added: Paths = {
    length,
    *[Symbol.iterator]() {
      yield* allFiles(built, (isApi) => isApi || isFirst);
      yield* beside;
    },
  };
  return { firstFile: apiFileOf(options), added };
}
