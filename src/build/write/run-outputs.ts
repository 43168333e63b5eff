// Runs the tasks of all outputs in workers.
import type { BuiltOutput, Catalog, Chunks, Output } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { Site } from '../../outputs/site-options.ts';
import type { WrittenFiles } from '../../storage/writer.ts';
import type { BuildIo } from '../build-options.ts';
import { nameOfField } from '../read/chunk-file.ts';
import type { ChunkResult } from '../read/result.ts';
import type { Workers } from '../workers/pool.ts';

/** What an output made. */
export interface FinishedOutput extends BuiltOutput {
  readonly output: Output;
  /** What it wrote as the courses were read, chunk by chunk, then what its tasks wrote. */
  readonly written: readonly [asRead: readonly WrittenFiles[], byTasks: readonly WrittenFiles[]];
  /** The paths of what its tasks wrote, unchanged files included. */
  readonly paths: readonly string[];
}

interface RunOptions extends Pick<BuildIo, 'onProgress'> {
  readonly site: Site;
  readonly workers: Workers;
}

/** Runs the tasks of the outputs that are wanted; these are returned in the order of publication. */
export async function runOutputs(
  catalog: Catalog,
  results: readonly ChunkResult[],
  { site, workers, onProgress }: RunOptions,
): Promise<FinishedOutput[]> {
  const wanted = outputs.filter((output) => output.isWanted(site.features));
  const chunkFiles = results.map(({ file }) => file);
  const { courses } = catalog.membership;
  let [done, total] = [0, 0];
  const runTask = async (output: Output, task: unknown) => {
    total += 1;
    const result = await workers.run('run', { output: output.name, task, chunkFiles });
    done += 1;
    onProgress({ phase: 'tasks', done, total, courses });
    return result;
  };
  const runOutput = async (output: Output): Promise<FinishedOutput> => {
    const chunks = chunksOf(output, results);
    const tasks = output.tasks?.({ catalog, chunks, site }) ?? [];
    const finished = await Promise.all(tasks.map((task) => runTask(output, task)));
    return {
      output,
      chunks,
      results: finished.map(({ result }) => result),
      written: [results.flatMap((result) => result.written[output.name] ?? []), finished.map(({ written }) => written)],
      paths: finished.flatMap(({ paths }) => paths),
    };
  };
  // Search and dumps, which have the longest tasks, are published late.
  const finished = await Promise.all(wanted.toReversed().map(runOutput));
  return finished.toReversed();
}

/** The chunks of a build as an output sees them. */
function chunksOf(
  { name, collectedFields = {} }: Output,
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
      Object.keys(collectedFields).map((field) => [
        field,
        (chunk: number) => resultOf(chunk).value(nameOfField(name, field)),
      ]),
    ),
  };
}
