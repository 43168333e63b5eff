// Links the views and course pages of every chunk from the folders of the shards into the staging folder of the merge.
import { dirname, join } from 'node:path';
import { fileProblem, ProblemsError } from '../../problems.ts';
import { count } from '../../text/number-format.ts';
import type { BuildIo } from '../build-options.ts';
import type { ChunkResult } from '../read/result.ts';
import type { Workers } from '../workers/pool.ts';
import { siteFolder } from './shard-manifest.ts';

/** Links the files of results that are still in the folders of shards. Throws a ProblemsError if any is not as its shard wrote it. */
export async function linkChunks(
  results: readonly ChunkResult[],
  workers: Workers,
  onProgress: BuildIo['onProgress'],
): Promise<ChunkResult[]> {
  let [done, courses] = [0, 0];
  const wrongBySite = new Map<string, string[]>();
  const complete = await Promise.all(
    results.map(async (result) => {
      const folder = join(dirname(result.file), siteFolder);
      const { written, wrong } = await workers.run('link', { folder, file: result.file });
      if (wrong.length > 0) wrongBySite.set(folder, [...(wrongBySite.get(folder) ?? []), ...wrong]);
      done += 1;
      courses += result.columns().ids.length;
      onProgress({ phase: 'courses', done, total: results.length, courses });
      return result.withWritten(written);
    }),
  );
  const problems = Array.from(wrongBySite.values(), ([first = '', ...others]) => {
    const more =
      others.length === 0 ? '' : `, nor are ${count(others.length, 'other file', 'other files')} of that shard`;
    return fileProblem(first, { rule: 'shard-damaged', finding: `is not as its shard wrote it${more}` });
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return complete;
}
