// The order of work of `build`: read and check the catalog, write everything aside, publish.
import { pagesOf, type LinkOptions, type List } from '../api/paging.ts';
import { folderOf, pagesFolder, renderIndex } from '../api/routes.ts';
import { renderCategories, renderLanguages, renderProviders } from '../api/resources.ts';
import { firstsOf, latestOf, startsOf, type Lists } from '../catalog/lists.ts';
import { openStage } from '../output/stage.ts';
import { outputProblems } from '../output/target.ts';
import { sumOf, Writer, type IndexForm, type Written } from '../output/writer.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { budgetProblems } from '../site/hosts/budget.ts';
import { textOfUtf8 } from '../source/utf8.ts';
import { withCatalog, type CatalogOptions, type CatalogSummary, type Progress, type SoundCatalog } from './catalog.ts';
import type { PageRun, PageTask } from './pages.ts';
import { pathsOf, planSite, writeSite, type SiteOptions } from './around.ts';

export interface BuildOptions extends CatalogOptions, LinkOptions, IndexForm, SiteOptions {
  /** Courses on a page. */
  readonly pageSize: number;
  /** Courses in the latest list. */
  readonly latest: number;
}

export interface BuildResult extends CatalogSummary {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly warnings: readonly Problem[];
  /** What to do next on the host that the build is for. */
  readonly notes: readonly string[];
}

/** Builds the whole site. Throws a ProblemsError, and leaves what was published before, where the input, the host or the disk is at fault. */
export async function build(
  options: BuildOptions,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { out, host, baseUrl, pageLinks, pageSize, latest, indexFile, precompress } = options;
  try {
    const site = planSite(options);
    const rootFiles = pathsOf(site);
    const refused = [...outputProblems(out, options.data, rootFiles), ...site.problems];
    if (refused.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(refused));
    const stage = openStage(out);
    try {
      const form = { indexFile, precompress };
      const writer = new Writer(stage.folder, form);
      const folders = ['latest', 'providers', 'categories', 'languages'] as const;
      for (const name of folders) writer.folder(folderOf(name));
      const plan = { latest, pageSize, links: { baseUrl, pageLinks }, form, root: stage.folder };
      const result = await withCatalog(options, plan, onProgress, signal, async (catalog) => {
        const described = describeLists(catalog);
        const pages = await writeLists(catalog, described, writer, onProgress);
        writeResources(catalog, writer);
        writeSite(site, writer);
        const written = sumOf([...catalog.reads.map((read) => read.written), ...pages, writer.tally()]);
        const budget = budgetProblems(
          host,
          { ...written, rules: site.rules, largestFolder: largestFolderOf(catalog, described) },
          out,
        );
        const warnings = [...catalog.warnings, ...refused, ...budget];
        if (budget.some(({ level }) => level === 'error')) throw new ProblemsError(warnings);
        const { files, folders: made, bytes } = written;
        return { ...catalog.summary, files, folders: made, bytes, warnings, notes: site.notes };
      });
      signal.throwIfAborted();
      await stage.publish(rootFiles);
      return result;
    } finally {
      await stage.discard();
    }
  } catch (error) {
    throw asOutputProblem(error, out) ?? error;
  }
}

async function writeLists(
  { context, reads, lists, summary, threads }: SoundCatalog,
  described: readonly List[],
  writer: Writer,
  onProgress: (progress: Progress) => void,
): Promise<Written[]> {
  const columns = reads.map((read) => read.columns);
  const summaries = {
    bytes: columns.map((batch) => batch.summaries),
    ends: columns.map((batch) => batch.summaryEnds),
    firsts: firstsOf(columns),
  };
  for (const { route, parameter } of described) writer.folder(`${folderOf(route, parameter)}/${pagesFolder}`);
  let done = 0;
  return Promise.all(
    planPages(described, lists, context.pageSize).map(async (runs) => {
      const task: PageTask = { summaries, runs };
      const written = await threads.pages(task);
      for (const { from, to } of runs) done += to - from + 1;
      onProgress({ phase: 'pages', done, total: summary.pages, courses: summary.courses });
      return written;
    }),
  );
}

/** The lists in the order in which they are numbered: those of providers, of categories, of languages. */
function describeLists({ lists: { counts, languages }, context: { references } }: SoundCatalog): List[] {
  const described = [
    ...references.providers.map(({ id, name }) => ({ route: 'provider', parameter: String(id), label: name }) as const),
    ...references.categories.map(
      ({ id, name }) => ({ route: 'category', parameter: String(id), label: name }) as const,
    ),
    ...languages.map((name) => ({ route: 'language', parameter: name, label: name }) as const),
  ];
  return described.map((list, index) => ({ ...list, count: counts[index] ?? 0 }));
}

/** Pages that one job writes: enough to make its own cost small, few enough to share the work evenly. */
const pagesInJob = 400;

function planPages(described: readonly List[], lists: Lists, pageSize: number): PageRun[][] {
  const starts = startsOf(lists.counts);
  const jobs: PageRun[][] = [];
  let room = 0;
  for (const [index, list] of described.entries()) {
    const start = starts[index] ?? 0;
    const members = lists.members.subarray(start, start + list.count);
    const pages = pagesOf(list.count, pageSize);
    for (let from = 1; from <= pages;) {
      if (room === 0) {
        jobs.push([]);
        room = pagesInJob;
      }
      const to = Math.min(pages, from + room - 1);
      jobs.at(-1)?.push({ list, members, from, to });
      room -= to - from + 1;
      from = to + 1;
    }
  }
  return jobs;
}

function writeResources({ context, reads, lists }: SoundCatalog, writer: Writer): void {
  const { references, latest, links } = context;
  const columns = reads.map((read) => read.columns);
  const providers = references.providers.length;
  const languages = providers + references.categories.length;
  const responses = {
    latest: `[${latestOf(columns, latest)
      .map(({ full }) => textOfUtf8(full))
      .join(',')}]`,
    providers: renderProviders(references.providers, lists.counts.subarray(0, providers), lists.catalogCounts),
    categories: renderCategories(references.categories, lists.counts.subarray(providers, languages)),
    languages: renderLanguages(lists.languages, lists.counts.subarray(languages)),
    index: renderIndex(links.baseUrl),
  };
  for (const name of ['latest', 'providers', 'categories', 'languages', 'index'] as const) {
    writer.writeIndex(responses[name], folderOf(name));
  }
}

/** The folder that holds the most: that of the courses, of a kind of lists, or of the pages of one list. */
function largestFolderOf(
  { summary, context }: SoundCatalog,
  described: readonly List[],
): { path: string; entries: number } {
  const { courses, providers, categories, languages } = summary;
  const folders = [
    { path: folderOf('course'), entries: courses },
    { path: folderOf('providers'), entries: providers },
    { path: folderOf('categories'), entries: categories },
    { path: folderOf('languages'), entries: languages },
    ...described.map(({ route, parameter, count }) => ({
      path: `${folderOf(route, parameter)}/${pagesFolder}`,
      entries: pagesOf(count, context.pageSize),
    })),
  ];
  return folders.reduce((most, folder) => (folder.entries > most.entries ? folder : most));
}

/** A refusal of the system to write, as a problem; from worker threads only its message comes. */
function asOutputProblem(error: unknown, out: string): ProblemsError | undefined {
  if (!(error instanceof Error) || !/^E[A-Z0-9]+: /u.test(error.message)) return undefined;
  const finding = `cannot be written: ${error.message}`;
  return new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding })]);
}
