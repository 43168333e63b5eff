// Stages the site of a valid catalog: everything but the views, which were staged as their courses were read.
import { CourseRenderer } from '../api/course.ts';
import type { PublishedCatalog } from '../outputs/output.ts';
import { resourceNames, resources } from '../outputs/resources/resources.ts';
import { folderOf, pagesFolder } from '../api/routes.ts';
import { latestOf } from '../catalog/lists.ts';
import type { Paths } from './publish/changes.ts';
import type { PublishedSite, Removals, StagedFiles } from './publish/publication.ts';
import { RecordWriter } from '../storage/packs/records.ts';
import { sumOf, Writer } from '../storage/writer.ts';
import { ProblemsError } from '../problems.ts';
import { manifestFile } from '../outputs/site-files/files.ts';
import { budgetProblems } from '../hosts/budget.ts';
import { formatsOf } from '../api/formats.ts';
import { pagesSiteOf } from '../outputs/course-pages/document.ts';
import type { SitePlan } from '../outputs/site.ts';
import type { Baseline } from './cache/baseline.ts';
import type { CacheKey } from './cache/key.ts';
import type { RecordedSite } from './cache/record.ts';
import type { BuildState } from './cache/state.ts';
import { writeCourseDumps } from './dumps/write.ts';
import { apiPaths, coursePagePaths } from './lists/all-paths.ts';
import { writeCoursePageLists } from './lists/course-page-lists.ts';
import { firstPage } from './lists/gather.ts';
import { layOut } from './lists/layout.ts';
import type { PreviousLists, WrittenLists } from './lists/page-plan.ts';
import type { OutputFile, PreviousFiles } from './lists/totals.ts';
import { unchangedCourses } from './lists/unchanged-courses.ts';
import type { BuildOptions, Progress } from './options.ts';
import { packedFile } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { removalsOf, removedViews } from './removals.ts';
import { writeSearchIndex } from './search/write.ts';
import { stageAround } from './stage-around.ts';
import { apiInPacks } from './stage-packs.ts';
import { apiInFiles, type StagedApi } from './staged-api.ts';
import type { Staging } from './staging.ts';
import type { Workers } from './workers/pool.ts';
import { planLists, writeLists } from './write-lists.ts';

export interface StageContext {
  readonly options: BuildOptions;
  readonly site: SitePlan;
  readonly key: CacheKey;
  /** The cache key of each chunk. */
  readonly chunkKeys: readonly string[];
  readonly baseline: Baseline | undefined;
  readonly staging: Staging;
  readonly workers: Workers;
  readonly onProgress: (progress: Progress) => void;
}

export interface StagedSite extends RecordedSite {
  readonly files: StagedFiles;
  readonly removals: Removals;
  /** The site that is published already. */
  readonly published: PublishedSite;
}

/** Throws a ProblemsError if the site exceeds the host's limits, or if files of others are in the way. */
export async function stageSite(catalog: Catalog, context: StageContext): Promise<StagedSite> {
  const { options, site, baseline, staging, workers } = context;
  const { results } = catalog;
  const layout = layOut(catalog.lists, catalog.references);
  const apiFiles: OutputFile[] = [];
  const apiWriter = new Writer(staging.apiRoots, options, (path, bytes) => void apiFiles.push({ path, bytes }));
  const writer = staging.recordsFolder === null ? apiWriter : new RecordWriter(staging.recordsFolder);
  for (const name of resourceNames) writer.folder(folderOf(name));
  for (const { route, parameter } of layout) writer.folder(`${folderOf(route, parameter)}/${pagesFolder}`);

  const before = baseline && previousLists(baseline, catalog, context.key);
  const filesBefore = baseline && previousFiles(baseline);
  const listsBefore = filesBefore && before && { ...filesBefore, lists: before };
  const plan = planLists(catalog, layout, options, before);
  const pagesSite = pagesSiteOf(site);
  // The longest jobs first.
  const jobs = Promise.all([
    options.dumps.length > 0
      ? writeCourseDumps(catalog, context.chunkKeys, options.dumps, filesBefore?.dumps ?? [], workers.dump)
      : undefined,
    writeLists(catalog, layout, plan, context),
    options.site ? writeSearchIndex(catalog, filesBefore, options.pack, workers.search) : undefined,
  ]);
  const [[dumps, pages, search], pageLists] = await besideJobs(jobs, async (signal) => {
    return pagesSite && writeCoursePageLists(catalog, layout, listsBefore, staging.siteRoots, pagesSite, signal);
  });

  const published = publishedCatalog(catalog, options);
  for (const name of resourceNames) writer.writeIndex(JSON.stringify(resources[name](published)), folderOf(name));
  const lists = { layout, lists: catalog.lists, pageStats: plan.stats };
  const rendered = { views: results.map(({ views }) => views), pages, resources: writer.tally() };
  const goneViews = baseline ? removedViews(baseline, catalog) : [];
  const api =
    staging.recordsFolder === null
      ? apiInFiles(rendered, catalog, lists, options)
      : await apiInPacks(rendered, catalog, lists, apiWriter, goneViews, context);
  apiFiles.push(...api.packFiles);

  const around = stageAround(published, { search, dumps, pageLists }, context);
  const otherFiles = [...apiFiles, ...around.files];
  const totals = api.totals(otherFiles);
  const budget = budgetProblems(
    options.host,
    { ...totals, rules: site.rules, formats: formatsOf(site.parts), isPacked: options.pack },
    options.out,
  );
  if (budget.some(({ level }) => level === 'error')) {
    throw new ProblemsError([...catalog.warnings, ...site.problems, ...budget]);
  }
  const coursePages = results.map((result) => result.coursePages);
  const files = { ...api.parts, coursePages, ...around.parts };
  return {
    files,
    removals: removalsOf({ api, catalog, goneViews, rootFiles: files.rootFiles, ...context }),
    published: publishedBefore(api, lists, apiFiles, files, catalog, context),
    lists,
    packs: api.packs,
    otherFiles,
    dumps: dumps?.parts ?? [],
    totals,
    budget,
  };
}

/** Writes in this thread beside jobs. If either fails, the writing ends before the error is thrown: the stage is removed then. */
async function besideJobs<Done, Written>(
  jobs: Promise<Done>,
  write: (signal: AbortSignal) => Promise<Written>,
): Promise<[Done, Written]> {
  const failure = new AbortController();
  const writing = write(failure.signal);
  try {
    return await Promise.all([jobs, writing]);
  } catch (error) {
    failure.abort();
    await Promise.allSettled([writing]);
    throw error;
  }
}

/** A file that every build in this form writes. */
export function apiFileOf({ pack, indexFile }: Pick<BuildOptions, 'pack' | 'indexFile'>): string {
  return pack ? packedFile : `${folderOf('index')}/${indexFile}`;
}

/** The lists of the previous build; undefined if its pages depend on other options. */
function previousLists({ state, dirtyPages }: Baseline, catalog: Catalog, key: CacheKey): PreviousLists | undefined {
  if (state.key.pages !== key.pages) return undefined;
  const chunks = state.chunks.map(({ result }) => result);
  return { written: state.lists(), unchanged: unchangedCourses(chunks, catalog), dirty: dirtyPages };
}

/** The files of the previous build beside the API; undefined unless all of them are intact. */
function previousFiles({
  state,
  areOtherFilesIntact,
}: Baseline): (PreviousFiles & Pick<BuildState, 'dumps'>) | undefined {
  if (!areOtherFilesIntact) return undefined;
  const chunks = state.chunks.map(({ result }) => result);
  return { chunks, courses: state.summary.courses, otherFiles: state.otherFiles, dumps: state.dumps };
}

/** What the unpaged responses and the documents are rendered from. */
function publishedCatalog(catalog: Catalog, options: BuildOptions): Catalog & PublishedCatalog {
  const { latest, baseUrl, pageSize } = options;
  const renderer = new CourseRenderer(catalog.references);
  const columns = catalog.results.map((result) => result.columns());
  const records = latestOf(columns, latest).map((course) => renderer.record(course));
  return { ...catalog, latest: records, firstPage: (list) => firstPage(catalog, list, pageSize), baseUrl };
}

/** What is published already. If no API is, every path of it is new. */
function publishedBefore(
  { packed, files, parts }: StagedApi,
  { pageStats }: WrittenLists,
  apiFiles: readonly OutputFile[],
  { coursePages, documents, root, rootFiles }: StagedFiles,
  { results }: Catalog,
  { options, staging: { apiRoots, siteRoots } }: StageContext,
): PublishedSite {
  if (apiRoots.published !== null) return { firstFile: undefined, added: undefined, packed };
  const isFirst = siteRoots.published === null;
  const newPages = isFirst && options.coursePages ? results : [];
  const beside = isFirst
    ? // A path with a slash at its end is that of a whole folder.
      [...rootFiles.filter((path) => !path.endsWith('/')), manifestFile]
    : [...coursePages, ...documents, root].flatMap(({ added }) => added);
  const others = apiFiles.map(({ path }) => path);
  const { views, pages, resources: unpaged } = parts;
  const added: Paths = {
    length: sumOf([...views, ...pages, unpaged, ...newPages.map((result) => result.coursePages)]).files + beside.length,
    *[Symbol.iterator]() {
      yield* apiPaths(files, pageStats, others, options);
      yield* coursePagePaths(newPages);
      yield* beside;
    },
  };
  return { firstFile: apiFileOf(options), added, packed };
}
