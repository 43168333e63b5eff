// The order of work of `build`: read and check the catalog, write everything aside, publish.
import { folderOf, renderIndex, type IndexFile } from '../api/routes.ts';
import { pagesOf, type LinkOptions, type List } from '../api/paging.ts';
import { renderCategories, renderLanguages, renderProviders } from '../api/resources.ts';
import { firstsOf, latestOf, startsOf, type Lists } from '../catalog/lists.ts';
import type { References } from '../catalog/references.ts';
import { openStage, outputProblems } from '../output/stage.ts';
import type { Encoding } from '../output/encodings.ts';
import { Writer } from '../output/writer.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import { siteFiles } from '../site/files.ts';
import type { HostName } from '../site/hosts/hosts.ts';
import { textOfUtf8 } from '../source/utf8.ts';
import { withCatalog, type CatalogOptions, type CatalogSummary, type Progress, type SoundCatalog } from './catalog.ts';
import type { PageRun, PageTask } from './pages.ts';

export interface BuildOptions extends CatalogOptions, LinkOptions {
  /** The output folder. */
  readonly out: string;
  /** Courses on a page. */
  readonly pageSize: number;
  /** Courses in the latest list. */
  readonly latest: number;
  readonly host: HostName;
  readonly indexFile: IndexFile;
  /** Files to be published as they are; undefined for `public` beside the source folder, where there is one. */
  readonly public: string | undefined;
  /** Encodings of which a file is to lie beside each JSON file that is worth it. */
  readonly precompress: readonly Encoding[];
}

export interface BuildResult extends CatalogSummary {
  readonly files: number;
  readonly bytes: number;
  readonly warnings: readonly Problem[];
}

/** Builds the whole site. Throws a ProblemsError, and leaves what was published before, where the input or the disk is at fault. */
export async function build(
  options: BuildOptions,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { out, baseUrl, pageLinks, pageSize, latest, indexFile } = options;
  try {
    const refused = outputProblems(out, options.data);
    if (refused.length > 0) throw new ProblemsError(refused);
    const stage = openStage(out);
    try {
      const writer = new Writer(stage.folder, indexFile);
      for (const name of ['latest', 'providers', 'categories', 'languages'] as const) writer.folder(folderOf(name));
      const plan = { latest, pageSize, links: { baseUrl, pageLinks }, indexFile, root: stage.folder };
      const result = await withCatalog(options, plan, onProgress, signal, async (catalog) => {
        const pages = await writeLists(catalog, onProgress);
        writeResources(catalog, writer);
        return totals(catalog, [...catalog.reads, ...pages, writer]);
      });
      signal.throwIfAborted();
      stage.publish();
      return result;
    } finally {
      stage.discard();
    }
  } catch (error) {
    throw asOutputProblem(error, out) ?? error;
  }
}

async function writeLists(
  { context, reads, lists, summary, threads }: SoundCatalog,
  onProgress: (progress: Progress) => void,
): Promise<{ files: number; bytes: number }[]> {
  const columns = reads.map((read) => read.columns);
  const summaries = {
    bytes: columns.map((batch) => batch.summaries),
    ends: columns.map((batch) => batch.summaryEnds),
    firsts: firstsOf(columns),
  };
  let done = 0;
  return Promise.all(
    planPages(describeLists(lists, context.references), lists, context.pageSize).map(async (runs) => {
      const task: PageTask = { summaries, runs };
      const written = await threads.pages(task);
      for (const { from, to } of runs) done += to - from + 1;
      onProgress({ phase: 'pages', done, total: summary.pages, courses: summary.courses });
      return written;
    }),
  );
}

/** The lists in the order in which they are numbered: those of providers, of categories, of languages. */
function describeLists({ counts, languages }: Lists, references: References): List[] {
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
    writer.writeIndex(folderOf(name), responses[name]);
  }
  for (const [path, content] of siteFiles) writer.write(path, content);
}

function totals(
  { summary, warnings }: SoundCatalog,
  written: readonly { readonly files: number; readonly bytes: number }[],
): BuildResult {
  const files = written.reduce((sum, part) => sum + part.files, 0);
  const bytes = written.reduce((sum, part) => sum + part.bytes, 0);
  return { ...summary, files, bytes, warnings };
}

/** A refusal of the system to write, as a problem; from worker threads only its message comes. */
function asOutputProblem(error: unknown, out: string): ProblemsError | undefined {
  if (!(error instanceof Error) || !/^E[A-Z0-9]+: /u.test(error.message)) return undefined;
  const finding = `cannot be written: ${error.message}`;
  return new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding })]);
}
