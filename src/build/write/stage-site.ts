// Stages the site of a valid catalog: what outputs make once all courses are known, and what needs no catalog.
import { publishedPaths } from '../../api/published-paths.ts';
import { isInApi } from '../../api/routes.ts';
import { budgetProblems } from '../../hosts/budget.ts';
import type { Site } from '../../outputs/site-options.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import { ProblemsError, type Problem } from '../../text/problems.ts';
import type { BuildFolders } from '../build-folders.ts';
import type { BuildIo } from '../build-options.ts';
import { totalsOf, type BuiltFiles, type Totals } from '../built-files.ts';
import type { StagedFiles } from '../publish/publication.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { obstacleProblems } from '../published/obstacles.ts';
import type { Workers } from '../workers/pool.ts';
import { writeCatalogFiles, writeFixedFiles } from './catalog-files.ts';
import { runOutputs } from './run-outputs.ts';

interface StageContext {
  readonly site: Site;
  readonly sitePlan: SitePlan;
  readonly folders: BuildFolders;
  readonly workers: Workers;
  readonly onProgress: BuildIo['onProgress'];
}

/** A site that is ready to be published. */
interface StagedSite {
  readonly staged: StagedFiles;
  readonly built: BuiltFiles;
  readonly totals: Totals;
  /** Warnings about the host's limits. */
  readonly hostWarnings: readonly Problem[];
  /** What outputs say of what they made. */
  readonly notes: readonly string[];
}

/** Ends the workers, whose threads may be kept. Throws a ProblemsError if the site exceeds the host's limits, or if foreign files are in the way. */
export async function stageSite(catalog: CheckedCatalog, context: StageContext): Promise<StagedSite> {
  const { site, sitePlan, folders, workers, onProgress } = context;
  const { results, summary } = catalog;
  const finished = await runOutputs(catalog, results, { site, workers, onProgress });
  // Threads of this build free their memory before the catalog files of a large catalog are made; kept ones stay.
  await workers.end();
  const catalogFiles = writeCatalogFiles(catalog, finished, sitePlan, folders.roots);
  const paths = [...finished.flatMap((output) => output.paths), ...catalogFiles.paths];
  const fixedFiles = writeFixedFiles(sitePlan, paths, folders.roots);
  const outputs = finished.flatMap(({ written }) => written);
  const written = [...outputs.flat(), catalogFiles.written, fixedFiles.written];
  const built = { site, chunks: results, courses: summary.courses, otherPaths: [...paths, ...fixedFiles.paths] };
  const totals = totalsOf(built, written);
  const byTasks = finished.flatMap(({ written: [, ofTasks] }) => ofTasks);
  failIfBlocked([...byTasks, catalogFiles.written], folders, site);
  return {
    staged: {
      outputs,
      catalogFiles: catalogFiles.written,
      fixedFiles: fixedFiles.written,
      manifestPaths: fixedFiles.manifestPaths,
    },
    built,
    totals,
    notes: finished.flatMap((output) => output.output.notes?.(output) ?? []),
    hostWarnings: withinBudget(totals, catalog.warnings, sitePlan),
  };
}

/** Throws a ProblemsError for foreign files at the paths of files that were not known before the source was read. */
function failIfBlocked(
  written: readonly Pick<StagedFiles['fixedFiles'], 'added' | 'changed'>[],
  { target }: BuildFolders,
  { options }: Site,
): void {
  const paths = written.flatMap(({ added, changed }) => [...added, ...changed]).filter((path) => !isInApi(path));
  const problems = obstacleProblems(options.out, target, paths);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** The warnings about the host's limits. Throws a ProblemsError with these and all others if a limit is exceeded. */
function withinBudget(totals: Totals, warnings: readonly Problem[], sitePlan: SitePlan): Problem[] {
  const { options, hosted, rules, problems } = sitePlan;
  const budget = budgetProblems(options.host, { ...totals, rules, paths: publishedPaths(hosted) }, options.out);
  if (budget.some(({ level }) => level === 'error')) throw new ProblemsError([...warnings, ...problems, ...budget]);
  return budget;
}
