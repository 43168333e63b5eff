// Stages the site of a valid catalog: what outputs write once all courses are known, the documents, and what needs no catalog.
import { CourseRenderer } from '../api/course-records.ts';
import { publishedFormats, manifestFile } from '../api/formats.ts';
import { folderOf } from '../api/routes.ts';
import { timeOf } from '../catalog/date.ts';
import { newestCourses } from '../catalog/lists.ts';
import { budgetProblems } from '../hosts/budget.ts';
import { journalFile } from '../journal/file.ts';
import { updateJournal, type Journal } from '../journal/journal.ts';
import { viewsIn, type JournaledView } from '../journal/views.ts';
import { builtOutputs, type Catalog, type FileContent } from '../outputs/output.ts';
import { rows } from '../outputs/rows.ts';
import { pathsOf, type SitePlan } from '../outputs/site.ts';
import { ProblemsError } from '../problems.ts';
import { RecordWriter } from '../storage/packs/records.ts';
import { packedFile } from '../storage/packs/stage.ts';
import { sumOf, Writer, type OutputFile, type WrittenFiles } from '../storage/writer.ts';
import type { BuildOptions } from './options.ts';
import { allFiles, noOutput, totalsOf, type BuiltFiles } from './output-files.ts';
import type { Paths } from './publish/changes.ts';
import { manifestText } from './publish/manifest.ts';
import type { PublishedSite, StagedFiles } from './publish/publication.ts';
import { obstacleProblems } from './publish/target.ts';
import type { CheckedCatalog } from './read/catalog.ts';
import { nameOfField } from './read/chunk-file.ts';
import type { ChunkResult } from './read/result.ts';
import { removalsOf } from './removals.ts';
import { changedChunks, goneCourses, runOutputs, type RanOutput, type RunOutputsContext } from './run-outputs.ts';
import { packApi } from './stage-packs.ts';
import type { BuildPlaces } from './places.ts';
import { siteForm } from './workers/jobs.ts';
import type { Workers } from './workers/pool.ts';

export interface StageContext extends RunOutputsContext {
  readonly options: BuildOptions;
  readonly site: SitePlan;
  readonly places: BuildPlaces;
  /** See `BuildIo`. */
  readonly at: (() => string) | undefined;
  readonly workers: Workers;
  readonly throwIfAborted: () => void;
}

/** Throws a ProblemsError if the site exceeds the host's limits, or if foreign files are in the way. */
export async function stageSite(checked: CheckedCatalog, context: StageContext) {
  const { options, site, baseline, places, settings } = context;
  const { results, layout } = checked;
  const journal = journalOf(checked, context);
  const catalog = { ...checked, journal };
  const ran = await runOutputs(catalog, context);
  // Their heaps would stand beside the documents of a large catalog.
  await context.workers.end();
  const made = writeDocuments(catalog, ran, context);
  failIfBlocked(ran, made.documents, context);
  const gone = baseline ? goneCourses(baseline, catalog) : [];
  // What tasks wrote may link to what was written as courses were read.
  const parts = ran.flatMap(({ output: { name, isApi = false }, written }) =>
    [results.flatMap((result) => result.written[name] ?? []), written].map((one) => ({ isApi, written: one })),
  );
  const responses = [...parts.flatMap(({ isApi, written }) => (isApi ? written : [])), made.resources];
  const kept = Object.fromEntries(ran.map((one) => [one.output.name, one.kept]));
  const { courses } = catalog.summary;
  const unpacked = { settings, isPacked: options.pack, chunks: results, courses, layout, kept };
  const packed = options.pack ? await packApi(responses, gone, unpacked, context) : undefined;

  const root = writeRoot(ran, made.documentFiles, context);
  const built: BuiltFiles = { ...unpacked, files: filesOf(ran, [made.files, packed?.files ?? {}, root.files]) };
  const totals = totalsOf(built);
  const measured = { ...totals, rules: site.rules, formats: publishedFormats(site.parts), isPacked: options.pack };
  const budget = budgetProblems(options.host, measured, options.out);
  if (budget.some(({ level }) => level === 'error')) {
    throw new ProblemsError([...catalog.warnings, ...site.problems, ...budget]);
  }
  const ofSite = parts.filter(({ isApi }) => !isApi);
  const files: StagedFiles = {
    parts: packed ? [{ isApi: true, written: packed.written }, ...ofSite] : parts,
    documents: made.documents,
    resources: packed ? packed.starts : made.resources,
    root: root.written,
    rootFiles: root.rootFiles,
  };
  const before = baseline && { state: baseline.state, gone };
  return {
    files,
    removals: removalsOf({ built, packs: packed?.packs, rootFiles: root.rootFiles, places, before }),
    published: publishedBefore(files, built, packed?.changed, context),
    kept,
    journal,
    recorded: { packs: packed?.packs, outputFiles: built.files, totals, budget },
  };
}

/** The journal, brought up to date with a catalog. If it is as the last build left it, only chunks that were read again are compared. */
function journalOf(catalog: CheckedCatalog, { options, baseline, key, at }: StageContext): Journal | undefined {
  const file = journalFile(options);
  if (file === undefined) return undefined;
  const isKept = key.journal !== '' && baseline?.state.key.journal === key.journal;
  const { fresh, gone } = isKept ? changedChunks(baseline, catalog) : { fresh: catalog.results, gone: undefined };
  const compared = { now: viewsOf(fresh), before: gone && viewsOf(gone) };
  return updateJournal(file, compared, at ?? (() => timeOf(0)));
}

function* viewsOf(results: readonly ChunkResult[]): Generator<JournaledView> {
  const [field] = rows.flatMap(({ name, views }) => (views === undefined ? [] : nameOfField(name, views)));
  for (const result of results) {
    const views = field === undefined ? undefined : result.value(field);
    if (typeof views !== 'string') throw new TypeError('the views of a chunk are a text');
    yield* viewsIn(views, result.columns().ids);
  }
}

/** Writes the documents of outputs: responses of the API, and files beside it. */
function writeDocuments(
  catalog: CheckedCatalog & Catalog,
  ran: readonly RanOutput[],
  { options, site, places: { roots } }: StageContext,
) {
  const built = builtOutputs(ran);
  const found: Record<string, OutputFile[]> = {};
  let name = noOutput;
  const onFile = (path: string, bytes: number) => void (found[name] ??= []).push({ path, bytes });
  const writer = new Writer(roots.site, siteForm, onFile);
  const responses = roots.records === null ? new Writer(roots.api, options, onFile) : new RecordWriter(roots.records);
  const renderer = new CourseRenderer(catalog.references);
  const newest = newestCourses(
    catalog.results.map((result) => result.value('latest')),
    options.latest,
  );
  const latest = newest.map((course) => renderer.record(course));
  const published = { ...catalog, latest, baseUrl: options.baseUrl };
  const documentFiles: string[] = [];
  for (const { output } of ran) {
    ({ name } = output);
    for (const [path, content] of output.documents?.(published, site, built) ?? []) {
      if (path.endsWith('/')) {
        responses.writeIndex(textOf(content), path.slice(0, -1));
      } else if (!site.ready.has(path)) {
        documentFiles.push(path);
        writeContent(writer, path, content);
      }
    }
  }
  return { documents: writer.tally(), resources: responses.tally(), files: found, documentFiles };
}

/** Writes what needs no catalog, and the manifest, which lists all files beside the API. */
function writeRoot(ran: readonly RanOutput[], documents: readonly string[], { site, places: { roots } }: StageContext) {
  const files: OutputFile[] = [];
  const writer = new Writer(roots.site, siteForm, (path, bytes) => void files.push({ path, bytes }));
  const ofOutputs = ran.flatMap((output) => output.files.map(({ path }) => path));
  const rootFiles = [...new Set([...pathsOf(site), ...documents, ...ofOutputs])];
  for (const [path, content] of site.ready) writeContent(writer, path, content);
  writer.write(manifestFile, manifestText(rootFiles));
  return { written: writer.tally(), files: { [noOutput]: files }, rootFiles };
}

function textOf(content: FileContent): string {
  if (typeof content === 'string') return content;
  throw new TypeError('a response of the API is a text');
}

function writeContent(writer: Writer, path: string, content: FileContent): void {
  if (typeof content === 'object' && 'copyOf' in content) writer.copy(content.copyOf, path);
  else writer.write(path, content);
}

type FilesByOutput = BuiltFiles['files'];

function filesOf(ran: readonly RanOutput[], others: readonly FilesByOutput[]): FilesByOutput {
  const all = [Object.fromEntries(ran.map(({ output, files }) => [output.name, files])), ...others];
  const names = new Set(all.flatMap((files) => Object.keys(files)));
  return Object.fromEntries(Array.from(names, (name) => [name, all.flatMap((files) => files[name] ?? [])]));
}

function failIfBlocked(
  ran: readonly RanOutput[],
  documents: WrittenFiles,
  { options, places: { target } }: StageContext,
): void {
  const written = [...ran.flatMap(({ output, written: ofOutput }) => (output.isApi ? [] : ofOutput)), documents];
  const paths = written.flatMap(({ added, changed }) => [...added, ...changed]);
  const problems = obstacleProblems(options.out, target, paths);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** A file that every build in this form writes. */
export function apiFileOf({ pack, indexFile }: Pick<BuildOptions, 'pack' | 'indexFile'>): string {
  return pack ? packedFile : `${folderOf('index')}/${indexFile}`;
}

/** What is published already. If no API is, every path of it is new. */
function publishedBefore(
  { parts, resources, documents, root }: StagedFiles,
  built: BuiltFiles,
  packed: PublishedSite['packed'],
  { options, places: { roots } }: StageContext,
): PublishedSite {
  if (roots.api.published !== null) return { firstFile: undefined, added: undefined, packed };
  const isFirst = roots.site.published === null;
  const writtenIf = (isMeant: boolean) => parts.flatMap(({ isApi, written }) => (isApi === isMeant ? written : []));
  const beside = isFirst ? [] : [...writtenIf(false), documents, root].flatMap(({ added }) => added);
  const length = isFirst ? totalsOf(built).files : sumOf([...writtenIf(true), resources]).files + beside.length;
  const added: Paths = {
    length,
    *[Symbol.iterator]() {
      yield* allFiles(built, (isApi) => isApi || isFirst);
      yield* beside;
    },
  };
  return { firstFile: apiFileOf(options), added, packed };
}
