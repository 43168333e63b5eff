// Packs the API: the responses that outputs rendered, and those of the last build that stay.
import { dirname } from 'node:path';
import { packedName } from '../../api/packs.ts';
import { htmlIndexFile } from '../../storage/index-files.ts';
import { stagePacks } from '../../storage/packs/packs.ts';
import { Writer, type OutputFile, type WrittenFiles } from '../../storage/writer.ts';
import { noOutput } from '../built-files.ts';
import type { RemovalsInput } from '../publish/removals.ts';
import type { StageContext } from './run-outputs.ts';

/** Packs responses together with those of the last build that stay. Returns also the files that the changed responses would be without packs. */
export async function packApi(
  responses: readonly WrittenFiles[],
  previous: RemovalsInput['previous'],
  { options, folders: { target, roots }, io }: StageContext,
) {
  const { state, goneCourses = [], goneFiles = [] } = previous ?? {};
  const files: OutputFile[] = [];
  const staged = await stagePacks(
    responses,
    {
      views: { target, packs: state?.packs?.views, removed: goneCourses },
      other: {
        target,
        packs: state?.packs?.other,
        removed: goneFiles.map((path) => packedName(dirname(path)).name),
      },
    },
    {
      writer: new Writer(roots.api, htmlIndexFile, files),
      largest: options.packSize,
      throwIfAborted: () => io.signal.throwIfAborted(),
    },
  );
  const staying = new Set(staged.staying);
  const stayingFiles = (state?.details().files[noOutput] ?? []).filter(({ path }) => staying.has(path));
  return {
    ...staged,
    files: [...files, ...stayingFiles],
    changed: staged.changed.map((folder) => `${folder}/${options.indexFile}`),
  };
}
