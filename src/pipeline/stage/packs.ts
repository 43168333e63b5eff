// Packs the API: the responses that outputs rendered, and those of the last build that stay.
import { packedName } from '../../api/packs.ts';
import { siteForm } from '../../storage/index-files.ts';
import { stagePacks } from '../../storage/packs/stage.ts';
import { Writer, type OutputFile, type WrittenFiles } from '../../storage/writer.ts';
import { noOutput, type BuiltFiles } from '../cache/output-files.ts';
import { goneUnits } from './removals.ts';
import type { StageContext } from './run-outputs.ts';

/** Packs responses; `gone` are the linkhashes of courses that are gone. Returns also the files that the changed responses would be without packs. */
export async function packApi(
  responses: readonly WrittenFiles[],
  gone: readonly string[],
  built: Omit<BuiltFiles, 'files'>,
  { options, baseline, places: { target, roots }, throwIfAborted }: StageContext,
) {
  const before = baseline?.state;
  const units = before ? goneUnits(before, { ...built, files: {} }, (isApi) => isApi) : [];
  const files: OutputFile[] = [];
  const staged = await stagePacks(
    responses,
    {
      views: { target, packs: before?.packs?.views, removed: gone },
      lists: { target, packs: before?.packs?.lists, removed: units.map((folder) => packedName(folder).name) },
    },
    {
      writer: new Writer(roots.api, siteForm, (path, bytes) => void files.push({ path, bytes })),
      largest: options.packSize,
      throwIfAborted,
    },
  );
  const stay = new Set(staged.kept);
  const kept = (before?.outputFiles[noOutput] ?? []).filter(({ path }) => stay.has(path));
  return {
    ...staged,
    files: { [noOutput]: [...files, ...kept] },
    changed: staged.changed.map((folder) => `${folder}/${options.indexFile}`),
  };
}
