// Links the views and course pages of every chunk from the folders of the shards into the staging folder of the merge, or copies them.
import { dirname, join } from 'node:path';
import { memoize } from '../../memoize.ts';
import { fileProblem, ProblemsError } from '../../text/problems.ts';
import { accessOfNewFile, defaultListOf, type Access } from '../../storage/access.ts';
import { count } from '../../text/number-format.ts';
import type { BuildIo } from '../build-options.ts';
import type { ChunkResult } from '../read/result.ts';
import type { Workers } from '../workers/pool.ts';
import { siteFolder } from './shard-manifest.ts';

/**
 * Links the files of results that are still in the folders of shards, or copies them; neither in a dry run, which has no staging folder.
 * Throws a ProblemsError if any is not as its shard wrote it.
 */
export async function linkChunks(
  results: readonly ChunkResult[],
  workers: Workers,
  staging: string | null,
  onProgress: BuildIo['onProgress'],
): Promise<ChunkResult[]> {
  const accessFor = staging === null ? () => undefined : linkableAccess(staging);
  let [done, courses] = [0, 0];
  const wrongBySite = new Map<string, string[]>();
  const complete = await Promise.all(
    results.map(async (result) => {
      const folder = join(dirname(result.file), siteFolder);
      const { written, wrong } = await workers.run('link', { folder, file: result.file, access: accessFor(folder) });
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

/** The access that a file in a shard's folder must have to be linked: that of a new file. Undefined if new files have another access control list. */
function linkableAccess(staging: string): (folder: string) => Access | undefined {
  const [access, list, listOf] = [accessOfNewFile(staging), defaultListOf(staging), memoize(defaultListOf)];
  return (folder) => (listOf(folder) === list ? access : undefined);
}
