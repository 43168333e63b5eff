// Runs the outputs of a build: each plans its tasks from the whole catalog, and workers run them.
import { isDeepStrictEqual } from 'node:util';
import type { FoundJournal } from '../../journal/journal.ts';
import type { PreviousOutput, BuiltOutput, Chunks, Output, PlannedTask } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { FoundSource } from '../../source/find.ts';
import type { OutputFile, WrittenFiles } from '../../storage/writer.ts';
import type { BuildFolders } from '../build-folders.ts';
import type { Baseline } from '../cache/baseline.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { nameOfField } from '../read/chunk-file.ts';
import type { ChunkResult } from '../read/result.ts';
import type { BuildSetup } from '../setup.ts';
import type { MergedShards } from '../shards/merge.ts';
import type { TaskResult } from '../workers/jobs.ts';
import type { Workers } from '../workers/pool.ts';
import type { ChunkChanges } from './chunk-changes.ts';

/** What every step of staging needs. */
export interface StageContext extends BuildSetup {
  /** The source as it was found. */
  readonly source: FoundSource;
  /** What of the last build still matches the target; undefined if nothing of it is reused. */
  readonly baseline: Baseline | undefined;
  readonly folders: BuildFolders;
  readonly workers: Workers;
  /** See `findJournal`. */
  readonly foundJournal: FoundJournal | undefined;
  /** The shards that are merged. */
  readonly shards: MergedShards | undefined;
}

/** What an output made. */
export interface FinishedOutput extends BuiltOutput {
  readonly output: Output;
  readonly written: readonly WrittenFiles[];
  /** Its files but those of courses, those included that stay. */
  readonly files: readonly OutputFile[];
}

/** Runs the outputs that are wanted; they are returned in the order of publication. */
export async function runOutputs(
  catalog: CheckedCatalog,
  changes: ChunkChanges | undefined,
  { settings, baseline, workers, io }: StageContext,
): Promise<FinishedOutput[]> {
  const wanted = outputs.filter(({ name }) => settings[name]);
  let [done, total] = [0, 0];
  const keys = catalog.results.map((result) => result.key);
  const chunkFiles = catalog.results.map(({ file }) => file);
  const runTask = async (output: Output, { task, pages = 0 }: PlannedTask): Promise<TaskResult> => {
    total += pages;
    const result = await workers.run('run', { output: output.name, task, chunkFiles });
    done += pages;
    if (pages > 0) io.onProgress({ phase: 'pages', done, total, courses: catalog.summary.courses });
    return result;
  };
  const running: Promise<FinishedOutput>[] = [];
  // Search and dumps, which have the longest tasks, are published late.
  for (const output of wanted.toReversed()) {
    const chunks = chunksOf(output, catalog.results);
    const previous =
      baseline && changes?.canReuseOutputs === true ? previousOf(output, settings, baseline, changes) : undefined;
    const input = { catalog, chunks, keys, taskSettings: settings[output.name]?.taskSettings, previous };
    const plan = await output.plan?.(input);
    const tasks = (plan?.tasks ?? []).map(async (task) => runTask(output, task));
    const finished = Promise.all(tasks).then((results): FinishedOutput => {
      return {
        output,
        chunks,
        kept: plan?.finish(results.map((task) => task.result)),
        written: results.flatMap(({ written }) => written),
        files: [...(plan?.staying ?? []), ...results.flatMap(({ files }) => files)],
      };
    });
    finished.catch(() => {
      // It is reported once all outputs have planned.
    });
    running.push(finished);
  }
  return (await Promise.all(running)).toReversed();
}

/** The chunks of a build as an output sees them. */
function chunksOf(
  { name, collectedFields = [] }: Output,
  results: readonly ChunkResult[],
): Chunks<Record<string, unknown>> {
  const resultOf = (chunk: number) => {
    const result = results[chunk];
    if (!result) throw new RangeError(`there is no chunk number ${chunk}`);
    return result;
  };
  return {
    count: results.length,
    columns: (chunk) => resultOf(chunk).columns(),
    collected: Object.fromEntries(
      collectedFields.map((field) => [field, (chunk: number) => resultOf(chunk).value(nameOfField(name, field))]),
    ),
  };
}

/** What the last build left of an output; undefined if nothing of it can be reused. */
function previousOf(
  output: Output,
  settings: ByOutput<OutputSettings>,
  { state, dirtyOutputs }: Baseline,
  { currentNumbers, fresh }: ChunkChanges,
): PreviousOutput | undefined {
  const { name } = output;
  if (dirtyOutputs.has(name) || !isDeepStrictEqual(state.settings[name], settings[name])) return undefined;
  const { lists, membership, kept, files } = state.details();
  return {
    kept: kept[name],
    lists,
    membership,
    files: new Map((files[name] ?? []).map((file) => [file.path, file])),
    chunks: chunksOf(output, state.chunks),
    currentNumbers,
    fresh,
  };
}
