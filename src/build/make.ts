// Making: a sound catalog rendered to the stage, as far as it differs from what is published, and what is known of it then.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { textOfUtf8 } from '../source/utf8.ts';
import { renderCategories, renderLanguages, renderProviders } from '../api/resources.ts';
import { folderOf, pagesFolder, renderIndex } from '../api/routes.ts';
import type { List } from '../api/paging.ts';
import type { CourseColumns } from '../catalog/columns.ts';
import { batchOf, firstsOf, latestOf } from '../catalog/lists.ts';
import { manifestFile } from '../output/manifest.ts';
import { goneFrom } from '../output/obstacles.ts';
import { obstacleProblems } from '../output/target.ts';
import { Writer, type Places, type Written } from '../output/writer.ts';
import { ProblemsError } from '../problems.ts';
import { budgetProblems } from '../site/hosts/budget.ts';
import { pathsOf, writeSite } from './around.ts';
import type { SoundCatalog } from './catalog.ts';
import type { Changes } from './changes.ts';
import { allAdded } from './every-path.ts';
import type { Examined } from './examine.ts';
import { totalOf } from './facts.ts';
import { hashTexts, linkhashesOf } from './hashes.ts';
import { renderDocuments, type Responses, type Years } from './documents.ts';
import { digestOf } from './keys.ts';
import type { Known, KnownOutput, Trust } from './known.ts';
import { describeLists, firstPages, resourceNames, viewFolder } from './layout.ts';
import { enterPages, planPages, type PagePlan } from './page-plan.ts';
import type { PageRun } from './pages.ts';
import type { PlannedBatch } from './planned.ts';
import { changesOf, goneLists, type Gone, type Parts } from './publication.ts';
import type { Rebuild } from './rebuild.ts';
import { knownBatches, knownFiles } from './record.ts';
import { sameCourses } from './same.ts';
import { stageBatches } from './state.ts';
import { expectedFolder, straysIn, type Stock } from './stock.ts';
import { writeSearchIndex } from './search/write.ts';

/** What a catalog is made over. */
export interface Ground {
  readonly batches: readonly PlannedBatch[];
  /** The build before, where it can be trusted. */
  readonly base: Examined | undefined;
  /** What is published, where it cannot. */
  readonly stock: Stock | undefined;
  readonly places: Places;
  /** Where what is known of batches goes; undefined where nothing is to be written. */
  readonly staged: string | undefined;
}

export interface Made {
  readonly known: Omit<Known, keyof Trust | 'tokens'>;
  readonly parts: Parts;
  readonly gone: Gone;
  readonly changes: Changes;
  /** Paths of all files around the API, the list of them apart. */
  readonly rootFiles: readonly string[];
}

/** Writes everything but the views, which were written as they were read. Throws a ProblemsError where the host cannot take it. */
export async function make(task: Rebuild, catalog: SoundCatalog, ground: Ground): Promise<Made> {
  const { options, source, site, keys, watch } = task;
  const { context, reads, lists, summary } = catalog;
  const { batches, base, places, staged } = ground;
  watch.lap('read the source');
  const described = describeLists(lists, context.references);
  const columns = reads.map((read) => read.columns);
  const isSameForm = base?.known.pagesKey === keys.pagesKey;
  const before =
    base && isSameForm
      ? { known: base.known.lists(), same: sameCourses(base.known.batches, batches, columns), spoilt: base.spoiltPages }
      : undefined;
  const plan = planPages(described, lists, options.pageSize, before);
  const rest: KnownOutput[] = [];
  const onFile = (path: string, bytes: number) => void rest.push({ path, bytes });
  const writer = new Writer(places, context.form, onFile);
  for (const name of resourceNames) writer.folder(folderOf(name));
  for (const { route, parameter } of described) writer.folder(`${folderOf(route, parameter)}/${pagesFolder}`);
  const stored = base?.known.stored ?? new Set<string>();
  const made = knownBatches(batches, reads, digestOf([keys.viewsKey, context.references]), task.began);
  // Begun in one expression: whatever fails first, the failures of the others are heard.
  const [pages, search] = await Promise.all([
    writeLists(catalog, described, plan, options.pageSize, task.onProgress),
    options.site ? writeSearchIndex(catalog, ground) : undefined,
    staged === undefined ? undefined : stageBatches(staged, { batches: made, stored }),
  ]);
  watch.lap('write the lists');
  const responses = writeResources(catalog, writer);
  const resources = writer.tally();
  const published = existsSync(task.target) ? task.target : null;
  const rootWriter = new Writer({ ...places, published }, context.form, onFile);
  const years = yearsOf(columns);
  for (const [path, text] of renderDocuments(options, site.frontPage, responses, years, search?.index))
    rootWriter.write(path, text);
  const documents = rootWriter.tally();
  const rootFiles = [...pathsOf(site), ...(search?.files ?? []).map(({ path }) => path)];
  writeSite(site, rootFiles, rootWriter);
  rest.push(...(search?.files ?? []));
  const around = [...(search?.written ?? []), documents];
  const parts = { views: reads.map((read) => read.written), pages, resources, around, root: rootWriter.tally() };
  const known = {
    ...keys,
    tool: task.tool,
    pageSize: options.pageSize,
    hasTerms: options.site,
    files: knownFiles(source, task.began),
    marksKey: context.marksKey,
    batches: made,
    listsId: randomUUID(),
    lists: () => ({ references: context.references, lists, described, pageNumbers: plan.numbers }),
    summary,
    rest,
    warnings: catalog.warnings.filter((warning) => !source.problems.includes(warning)),
    budget: [],
    stored,
  };
  // Which files the search index has is known only now.
  const strangers = obstacleProblems(
    options.out,
    task.target,
    (search?.written ?? []).flatMap((part) => [...part.added, ...part.changed]),
  );
  if (strangers.length > 0) throw new ProblemsError(strangers);
  const addedAround =
    published === null ? [...rootFiles, manifestFile] : [...around, parts.root].flatMap((part) => part.added);
  const total = totalOf(known);
  const budget = budgetProblems(options.host, { ...total, rules: site.rules }, options.out);
  if (budget.some(({ level }) => level === 'error')) {
    throw new ProblemsError([...catalog.warnings, ...task.warnings, ...budget]);
  }
  const gone = goneOf(task, described, columns, ground, rootFiles);
  const changed = changesOf(parts, gone, task.target);
  const changes =
    places.published === null ? { ...changed, added: allAdded(known, options, addedAround, total.files) } : changed;
  watch.lap('write the rest');
  const { files, folders, bytes } = total;
  return { known: { ...known, total: { files, folders, bytes }, budget }, parts, gone, changes, rootFiles };
}

async function writeLists(
  { reads, summary, threads }: SoundCatalog,
  described: readonly List[],
  { jobs, numbers, isWhole }: PagePlan,
  pageSize: number,
  onProgress: Rebuild['onProgress'],
): Promise<Written[]> {
  const columns = reads.map((read) => read.columns);
  const firsts = firstsOf(columns);
  // Of a batch that no page takes a summary from, they need not be read.
  const needed = isWhole ? undefined : batchesOf(jobs.flat(), pageSize, firsts);
  const summaries = {
    bytes: columns.map((batch, at) => (needed?.has(at) === false ? undefined : batch.summaries)),
    ends: columns.map((batch) => batch.summaryEnds),
    firsts,
  };
  const pageFirsts = firstPages(described, pageSize);
  const total = jobs.flat().reduce((sum, { from, to }) => sum + to - from + 1, 0);
  let done = 0;
  return Promise.all(
    jobs.map(async (runs) => {
      const { written, sizes } = await threads.pages({ summaries, runs });
      enterPages(numbers, pageFirsts, runs, sizes);
      for (const { from, to } of runs) done += to - from + 1;
      onProgress({ phase: 'pages', done, total, courses: summary.courses });
      return written;
    }),
  );
}

/** The batches that some page takes a summary from. */
function batchesOf(runs: readonly PageRun[], pageSize: number, firsts: Uint32Array): Set<number> {
  const batches = new Set<number>();
  for (const { members, from, to } of runs) {
    for (const course of members.subarray((from - 1) * pageSize, to * pageSize)) batches.add(batchOf(firsts, course));
  }
  return batches;
}

/** Writes the responses that are one file each, and answers them. */
function writeResources({ context, reads, lists }: SoundCatalog, writer: Writer): Responses {
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
  for (const name of resourceNames) writer.writeIndex(responses[name], folderOf(name));
  return responses;
}

/** Courses by year, ascending. */
function yearsOf(columns: readonly CourseColumns[]): Years {
  const years = new Map<number, number>();
  for (const [year, courses] of columns.flatMap((batch) => batch.years)) {
    years.set(year, (years.get(year) ?? 0) + courses);
  }
  return [...years].toSorted(([a], [b]) => a - b);
}

/** What is published and no longer made: worked out from what is known of it, or else from what is there. */
function goneOf(
  { target, options }: Rebuild,
  described: readonly List[],
  columns: readonly CourseColumns[],
  { batches, base, stock }: Ground,
  rootFiles: readonly string[],
): Gone {
  const root = goneFrom(target, rootFiles);
  if (stock) {
    const all = columns.flatMap((batch) => [...hashTexts(linkhashesOf(batch))]);
    return { api: straysIn(stock.folder, expectedFolder(described, options.pageSize, all, options)), root };
  }
  if (!base) return { api: [], root };
  const { known } = base;
  const kept = new Set(batches.map((batch) => batch.known));
  const fresh = new Set(
    columns.flatMap((batch, at) => (batches[at]?.known ? [] : [...hashTexts(linkhashesOf(batch))])),
  );
  const before = known.batches.flatMap((batch) => (kept.has(batch) ? [] : [...hashTexts(batch.linkhashes())]));
  const views = before.filter((linkhash) => !fresh.has(linkhash)).map(viewFolder);
  return { api: [...goneLists(known.lists().described, known.pageSize, described, options.pageSize), ...views], root };
}
