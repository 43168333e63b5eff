// The job of a merge: links what outputs wrote for the courses of a chunk from the folder of its shard, or copies it where there can be no links.
import { outputDeclarations } from '../../outputs/declarations.ts';
import { unchangedFile, type StampedFile } from '../../storage/file-stamps.ts';
import type { Writer, WrittenFiles } from '../../storage/writer.ts';
import { courseFilesIn } from '../built-files.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import { readFromChunk, valuesIn } from '../read/chunk-file.ts';

export interface LinkTask {
  /** The folder with what the shard wrote. */
  readonly folder: string;
  /** The file of the result of the chunk. */
  readonly file: string;
}

export interface LinkedChunk {
  readonly written: ByOutput<WrittenFiles>;
  /** The files that are not as the shard wrote them. */
  readonly wrong: readonly string[];
}

interface LinkContext {
  readonly settings: ByOutput<OutputSettings>;
  /** Makes a writer for the API, or for what is beside it. */
  readonly writerOf: (isApi: boolean) => Writer;
  readonly throwIfAborted: () => void;
}

export function linkChunk(
  { folder, file }: LinkTask,
  { settings, writerOf, throwIfAborted }: LinkContext,
): LinkedChunk {
  const wrong: string[] = [];
  const stamps: ByOutput<readonly StampedFile[]> = readFromChunk(file, 'stamps');
  const valueOf = valuesIn(file);
  const written = outputDeclarations.flatMap((output) => {
    const settingsOfOutput = settings[output.name];
    if (!settingsOfOutput || !output.courseFiles) return [];
    const writer = writerOf(output.isApi === true);
    let number = 0;
    for (const path of courseFilesIn(output, settingsOfOutput, valueOf)) {
      throwIfAborted();
      const shardPath = `${folder}/${path}`;
      const stamped = stamps[output.name]?.[number];
      const entry = stamped && unchangedFile(shardPath, stamped);
      if (!entry || !writer.linkOrCopy(shardPath, entry, path)) wrong.push(shardPath);
      number += 1;
    }
    return [[output.name, writer.tally()] as const];
  });
  return { written: Object.fromEntries(written), wrong };
}
