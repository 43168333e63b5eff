// Runs the outputs of a build: each plans its tasks from the whole catalog, and workers run them.
import { isDeepStrictEqual } from 'node:util';
import type { FoundJournal } from '../../journal/journal.ts';
import type { Before, BuiltOutput, Catalog, Chunks, Output, PlannedTask } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import type { OutputFile, WrittenFiles } from '../../storage/writer.ts';
import type { Baseline } from '../cache/baseline.ts';
import type { CacheKey } from '../cache/key.ts';
import type { BuildIo, BuildOptions } from '../build-options.ts';
import type { BuildPlaces } from './places.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { nameOfField } from '../read/chunk-file.ts';
import { linkhashesNotIn, linkhashesOf, type ByOutput, type ChunkResult } from '../read/result.ts';
import type { OutputSettings } from '../settings.ts';
import type { RanTask } from '../workers/jobs.ts';
import type { Workers } from '../workers/pool.ts';

/** What every step of staging needs. */
export interface StageContext {
  readonly options: BuildOptions;
  readonly site: SitePlan;
  readonly settings: ByOutput<OutputSettings>;
  readonly baseline: Baseline | undefined;
  readonly key: CacheKey;
  readonly places: BuildPlaces;
  readonly workers: Workers;
  readonly journal: FoundJournal | undefined;
  readonly onProgress: BuildIo['onProgress'];
  readonly throwIfAborted: () => void;
}

/** What an output made. */
export interface RanOutput extends BuiltOutput {
  readonly output: Output;
  readonly written: readonly WrittenFiles[];
  /** Its files but those of courses, those included that stay. */
  readonly files: readonly OutputFile[];
}

/** Runs the outputs that are wanted; they are returned in the order of publication. */
export async function runOutputs(catalog: CheckedCatalog & Catalog, context: StageContext): Promise<RanOutput[]> {
  const { settings, baseline, workers, onProgress } = context;
  const wanted = outputs.filter(({ name }) => settings[name]);
  const changes = baseline && smallChanges(baseline, catalog);
  let [done, total] = [0, 0];
  const keys = catalog.results.map((result) => result.key);
  const chunkFiles = catalog.results.map(({ file }) => file);
  const runTask = async (output: Output, { task, pages = 0 }: PlannedTask): Promise<RanTask> => {
    total += pages;
    const ran = await workers.run('run', { output: output.name, task, chunkFiles });
    done += pages;
    if (pages > 0) onProgress({ phase: 'pages', done, total, courses: catalog.summary.courses });
    return ran;
  };
  const running: Promise<RanOutput>[] = [];
  // Search and dumps, which have the longest tasks, are published late.
  for (const output of wanted.toReversed()) {
    const chunks = chunksOf(output, catalog.results);
    const before = baseline && changes && beforeOf(output, settings, baseline, changes);
    const input = { catalog, chunks, keys, taskSettings: settings[output.name]?.taskSettings, before };
    const plan = await output.plan?.(input);
    const tasks = (plan?.tasks ?? []).map(async (task) => runTask(output, task));
    const finished = Promise.all(tasks).then((ran): RanOutput => {
      return {
        output,
        chunks,
        kept: plan?.finish(ran.map((task) => task.done)),
        written: ran.flatMap(({ written }) => written),
        files: [...(plan?.stay ?? []), ...ran.flatMap(({ files }) => files)],
      };
    });
    finished.catch(() => {
      // It is reported once all outputs have planned.
    });
    running.push(finished);
  }
  return (await Promise.all(running)).toReversed();
}

/** If more courses were read again, and a larger share of all, outputs begin anew: comparing would take as long, with the texts of both builds in memory. */
const [maxFresh, maxFreshShare] = [20_000, 1 / 8];

/** The changes since the last build; undefined if they are too many. */
function smallChanges(baseline: Baseline, catalog: CheckedCatalog): ChunkChanges | undefined {
  const changes = chunkChanges(baseline, catalog);
  const coursesRead = changes.fresh.reduce(
    (sum, chunk) => sum + (catalog.results[chunk]?.columns().ids.length ?? 0),
    0,
  );
  return coursesRead > Math.max(maxFresh, catalog.summary.courses * maxFreshShare) ? undefined : changes;
}

/** How the chunks differ from those of the last build. */
type ChunkChanges = Pick<Before, 'numbersNow' | 'fresh'>;

function chunkChanges({ state }: Baseline, { chunks }: Pick<CheckedCatalog, 'chunks'>): ChunkChanges {
  const numbers = new Map(chunks.flatMap(({ cached }, chunk) => (cached ? [[cached, chunk] as const] : [])));
  return {
    numbersNow: state.chunks.map((result) => numbers.get(result)),
    fresh: [...chunks.keys()].filter((chunk) => !chunks[chunk]?.cached),
  };
}

/** The chunks that were read again, and those of the last build that are gone. */
export function changedChunks(baseline: Baseline, catalog: CheckedCatalog) {
  const { numbersNow, fresh } = chunkChanges(baseline, catalog);
  return {
    fresh: fresh.flatMap((chunk) => catalog.results[chunk] ?? []),
    gone: baseline.state.chunks.flatMap((result, chunk) => (numbersNow[chunk] === undefined ? result : [])),
  };
}

/** The linkhashes of courses that the last build had and that are gone. */
export function goneCourses(baseline: Baseline, catalog: CheckedCatalog): string[] {
  const { fresh, gone } = changedChunks(baseline, catalog);
  return linkhashesNotIn(fresh, linkhashesOf(gone));
}

/** The chunks of a build as an output sees them. */
function chunksOf({ name, fields = [] }: Output, results: readonly ChunkResult[]): Chunks<Record<string, unknown>> {
  const resultOf = (chunk: number) => {
    const result = results[chunk];
    if (!result) throw new RangeError(`there is no chunk number ${chunk}`);
    return result;
  };
  return {
    count: results.length,
    columns: (chunk) => resultOf(chunk).columns(),
    parts: Object.fromEntries(
      fields.map((field) => [field, (chunk: number) => resultOf(chunk).value(nameOfField(name, field))]),
    ),
  };
}

/** What the last build left of an output; undefined if nothing of it can be reused. */
function beforeOf(
  output: Output,
  settings: ByOutput<OutputSettings>,
  { state, dirtyOutputs }: Baseline,
  { numbersNow, fresh }: ChunkChanges,
): Before | undefined {
  const { name } = output;
  if (dirtyOutputs.has(name) || !isDeepStrictEqual(state.settings[name], settings[name])) return undefined;
  const { layout, lists, kept, files } = state.lists();
  return {
    kept: kept[name],
    layout,
    lists,
    files: files[name] ?? [],
    chunks: chunksOf(output, state.chunks),
    numbersNow,
    fresh,
  };
}
