// Stages the site of a valid catalog: everything but the views, which were staged as their courses were read.
import { CourseRenderer } from '../api/course.ts';
import { resourceNames, resources, type PublishedCatalog } from '../api/resources.ts';
import { folderOf, pagesFolder } from '../api/routes.ts';
import { latestOf } from '../catalog/lists.ts';
import { manifestText } from '../output/manifest.ts';
import { RecordWriter } from '../output/records.ts';
import type { PublishedSite, Removals, StagedFiles } from '../output/publication.ts';
import { obstacleProblems } from '../output/target.ts';
import { sumOf, Writer, type WrittenFiles } from '../output/writer.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { renderDocument } from '../site/documents.ts';
import type { DumpFile } from '../site/dumps/formats.ts';
import { manifestFile } from '../site/files.ts';
import { pageFile } from '../site/published.ts';
import { budgetProblems } from '../site/hosts/budget.ts';
import { pathsOf, type SitePlan } from '../site/plan.ts';
import type { Baseline } from './cache/baseline.ts';
import type { CacheKey } from './cache/key.ts';
import { allPaths } from './lists/all-paths.ts';
import type { WrittenPart } from './dumps/plan.ts';
import { writeCourseDumps, writeSideTables } from './dumps/write.ts';
import { writeCoursePageLists } from './lists/course-page-lists.ts';
import { layOut } from './lists/layout.ts';
import type { PreviousLists, WrittenLists } from './lists/page-plan.ts';
import { packedTotals, totalsOf, type OutputFile, type Totals } from './lists/totals.ts';
import { unchangedCourses } from './lists/unchanged-courses.ts';
import type { BuildOptions, Progress } from './options.ts';
import { packedFile, type Packs } from './packs/stage.ts';
import type { Catalog } from './read/catalog.ts';
import { removalsOf } from './removals.ts';
import { writeSearchIndex, type WrittenIndex } from './search/write.ts';
import { packApi } from './stage-packs.ts';
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
  /** In a part of a merge: whether no other part writes into the output. */
  readonly isOwn: boolean;
}

export interface StagedSite {
  readonly files: StagedFiles;
  readonly removals: Removals;
  /** The site that is published already. */
  readonly published: PublishedSite;
  readonly lists: WrittenLists;
  /** Undefined if every response is a file. */
  readonly packs: Packs | undefined;
  /** All files that are neither pages nor views, packs included. */
  readonly otherFiles: readonly OutputFile[];
  /** The parts of the dumps; empty if there are none. */
  readonly dumps: readonly WrittenPart[];
  readonly totals: Totals;
  /** Warnings about the host's limits. */
  readonly budget: readonly Problem[];
}

/** Throws a ProblemsError if the site exceeds the host's limits, or if files of others are in the way. */
export async function stageSite(catalog: Catalog, context: StageContext): Promise<StagedSite> {
  const { options, site, baseline, staging, workers } = context;
  const { results, summary } = catalog;
  const { form } = workers.context;
  const layout = layOut(catalog.lists, catalog.references);
  const otherFiles: OutputFile[] = [];
  const onFile = (path: string, bytes: number) => void otherFiles.push({ path, bytes });
  const apiFiles = new Writer(staging.apiRoots, form, onFile);
  const writer = staging.recordsFolder === null ? apiFiles : new RecordWriter(staging.recordsFolder);
  for (const name of resourceNames) writer.folder(folderOf(name));
  for (const { route, parameter } of layout) writer.folder(`${folderOf(route, parameter)}/${pagesFolder}`);

  const before = baseline && previousLists(baseline, catalog, context.key);
  const earlierFiles = baseline && previousFiles(baseline);
  const plan = planLists(catalog, layout, options, before);
  const [pages, search, parts] = await Promise.all([
    writeLists(catalog, layout, plan, context),
    options.site ? writeSearchIndex(catalog, earlierFiles, options.pack, workers.search) : undefined,
    options.dumps.length > 0
      ? writeCourseDumps(catalog, context.chunkKeys, options.dumps, intactParts(baseline), workers.dump)
      : undefined,
  ]);

  const latest = latestOf(
    results.map((result) => result.columns()),
    options.latest,
  );
  const renderer = new CourseRenderer(catalog.references);
  const records = latest.map((course) => renderer.record(course));
  const published = { ...catalog, latest: records, baseUrl: options.baseUrl };
  for (const name of resourceNames) writer.writeIndex(JSON.stringify(resources[name](published)), folderOf(name));
  const lists = { layout, lists: catalog.lists, pageStats: plan.stats };
  const api = { views: results.map(({ views }) => views), pages, resources: writer.tally() };
  const packed = options.pack ? await packApi(api, catalog, lists, apiFiles, context) : undefined;
  otherFiles.push(...(packed?.files ?? []));

  const tables = parts && (await writeSideTables(published, staging.siteRoots));
  const dumps = [...(parts?.parts ?? []), ...(tables?.files ?? [])];
  const earlierLists = earlierFiles && before && { ...earlierFiles, lists: before };
  const pageLists = site.pages && writeCoursePageLists(catalog, layout, earlierLists, staging.siteRoots, site.pages);
  const rootWriter = new Writer(staging.siteRoots, form, onFile);
  const documents = await writeDocuments(published, search, dumps, rootWriter, context);
  const derived = [...(search?.files ?? []), ...dumps, ...(pageLists?.files ?? [])];
  const rootFiles = [...pathsOf(site), ...derived.map(({ path }) => path)];
  const root = writeSite(site, rootFiles, dumps, rootWriter);
  for (const { path, bytes } of derived) otherFiles.push({ path, bytes });

  // Which files search, dumps and lists of course pages have is known only now.
  const derivedWritten = [search, parts, tables, pageLists].flatMap((one) => one?.written ?? []);
  failIfBlocked(derivedWritten, staging, options.out);
  const { pageSize, coursePages: hasCoursePages } = options;
  const sized = { chunks: results, lists, pageSize, summary, hasCoursePages, otherFiles };
  const inFiles = packed ? { ...sized, chunks: [], lists: { ...lists, layout: [] } } : sized;
  const totals = packed ? packedTotals(sized) : totalsOf(sized);
  const budget = budgetProblems(options.host, { ...totals, rules: site.rules, isPacked: options.pack }, options.out);
  if (budget.some(({ level }) => level === 'error')) {
    throw new ProblemsError([...catalog.warnings, ...site.problems, ...budget]);
  }
  const files = {
    ...(packed?.api ?? api),
    coursePages: results.map(({ coursePages }) => coursePages),
    documents: [...derivedWritten, documents],
    root,
    rootFiles,
  };
  const isFirst = staging.siteRoots.published === null;
  // Those of a merge were written by its shards, as its views were.
  const newPages = isFirst && hasCoursePages && options.merge === undefined ? results : [];
  const beside = isFirst ? [...rootFiles.filter(isFile), manifestFile] : addedBeside(files);
  return {
    files,
    removals: removalsOf({ catalog, layout, plan, packs: packed?.packs, rootFiles, ...context }),
    published: {
      ...(staging.apiRoots.published !== null
        ? { firstFile: undefined, added: undefined }
        : {
            firstFile: apiFileOf(options),
            // The views of a merge are those that its shards have written.
            added:
              options.merge === undefined
                ? allPaths(inFiles, form, beside, totals.files, newPages)
                : allPaths({ ...sized, chunks: [] }, form, beside, totals.files - sumOf(files.views).files, newPages),
          }),
      packed: packed?.changed,
    },
    lists,
    packs: packed?.packs,
    otherFiles,
    dumps: parts?.parts ?? [],
    totals,
    budget,
  };
}

/** The parts of the dumps of the previous build that are still there. */
function intactParts(baseline: Baseline | undefined): readonly WrittenPart[] {
  return baseline?.areOtherFilesIntact === true ? baseline.state.dumps : [];
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
function previousFiles({ state, areOtherFilesIntact }: Baseline) {
  if (!areOtherFilesIntact) return undefined;
  const chunks = state.chunks.map(({ result }) => result);
  return { chunks, courses: state.summary.courses, otherFiles: state.otherFiles };
}

async function writeDocuments(
  catalog: PublishedCatalog & Pick<Catalog, 'results'>,
  search: WrittenIndex | undefined,
  dumps: readonly DumpFile[],
  writer: Writer,
  { options, site: { parts, homepage, documents } }: StageContext,
): Promise<WrittenFiles> {
  const input = { catalog, options, parts, homepage, years: yearsOf(catalog), search: search?.index, dumps };
  for (const path of documents) writer.write(path, await renderDocument(path, input));
  return writer.tally();
}

/** Writes the files that need no catalog, but for the names of the dumps: assets before the page that refers to them, the manifest last. */
function writeSite(
  { texts, copies, startPage }: SitePlan,
  rootFiles: readonly string[],
  dumps: readonly DumpFile[],
  writer: Writer,
): WrittenFiles {
  for (const [path, from] of copies) writer.copy(from, path);
  for (const [path, text] of texts) writer.write(path, text);
  if (startPage) writer.write(pageFile, startPage(dumps));
  writer.write(manifestFile, manifestText(rootFiles));
  return writer.tally();
}

/** Courses per year, in ascending order of years. */
function yearsOf({ results }: Pick<Catalog, 'results'>): [year: number, courses: number][] {
  const years = new Map<number, number>();
  for (const [year, courses] of results.flatMap((result) => result.columns().years)) {
    years.set(year, (years.get(year) ?? 0) + courses);
  }
  return [...years].toSorted(([a], [b]) => a - b);
}

function failIfBlocked(files: readonly WrittenFiles[], { target }: Staging, out: string): void {
  const written = files.flatMap(({ added, changed }) => [...added, ...changed]);
  const problems = obstacleProblems(out, target, written);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** Whether a path of the manifest is that of a file, and not of a whole folder. */
function isFile(rootFile: string): boolean {
  return !rootFile.endsWith('/');
}

function addedBeside({ coursePages, documents, root }: StagedFiles): string[] {
  return [...coursePages, ...documents, root].flatMap(({ added }) => added);
}
