// Packs the API: the responses that outputs rendered, and those of the last build that stay.
import { packedName } from '../api/packs.ts';
import { stagePacks } from '../storage/packs/stage.ts';
import { Writer, type OutputFile, type WrittenFiles } from '../storage/writer.ts';
import type { Baseline } from './cache/baseline.ts';
import type { BuildOptions } from './options.ts';
import { allFiles, noOutput, type BuiltFiles } from './output-files.ts';
import { goneUnits } from './removals.ts';
import type { BuildPlaces } from './places.ts';
import { siteForm } from './workers/jobs.ts';
import type { Workers } from './workers/pool.ts';

export interface PackContext {
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly places: BuildPlaces;
  readonly workers: Workers;
}

/**
 * Packs responses; `gone` are the linkhashes of courses that are gone, and `folders` those of the unpaged responses. Returns also the
 * files that the changed responses would be without packs.
 */
export async function packApi(
  responses: readonly WrittenFiles[],
  folders: readonly string[],
  gone: readonly string[],
  built: Omit<BuiltFiles, 'files'>,
  { options, baseline, places: { target, roots }, workers }: PackContext,
) {
  const before = baseline?.state;
  const now = { ...built, files: {} };
  const units = before ? goneUnits(before, now, (isApi) => isApi) : [];
  const starts: OutputFile[] = [];
  const staged = await stagePacks(
    responses,
    {
      views: { target, packs: before?.packs?.views, removed: gone },
      lists: { target, packs: before?.packs?.lists, removed: units.map((folder) => packedName(folder).name) },
    },
    (task) => workers.run('pack', task),
    new Writer(roots.api, siteForm, (path, bytes) => void starts.push({ path, bytes })),
    options.packSize,
  );
  const stay = new Set(staged.kept);
  const kept = (before?.outputFiles[noOutput] ?? []).filter(({ path }) => stay.has(path));
  const fileIn = (folder: string) => `${folder}/${options.indexFile}`;
  const unpaged = folders.map((folder) => ({ path: fileIn(folder), bytes: 0 }));
  const all = { ...now, isPacked: false, files: { [noOutput]: unpaged } };
  return {
    ...staged,
    files: { [noOutput]: [...starts, ...staged.files, ...kept] },
    changed: staged.changed?.map(fileIn) ?? { [Symbol.iterator]: () => allFiles(all, (isApi) => isApi) },
  };
}
