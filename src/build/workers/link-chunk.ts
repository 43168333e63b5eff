// The job of a merge: links what outputs wrote for the courses of a chunk from the folder of its shard, or copies it.
import type { Output } from '../../outputs/output.ts';
import type { Access } from '../../storage/access.ts';
import { unchangedFile } from '../../storage/file-digests.ts';
import type { Writer, WrittenFiles } from '../../storage/writer.ts';
import { readFromChunk, type ByOutput } from '../read/chunk-file.ts';

export interface LinkInput {
  /** The folder with what the shard wrote. */
  readonly folder: string;
  /** The file of the result of the chunk. */
  readonly file: string;
  /** The access of files to link; the others are copied, all of them if it is undefined. */
  readonly access: Access | undefined;
}

export interface LinkedChunk {
  readonly written: ByOutput<WrittenFiles>;
  /** The files that are not as the shard wrote them. */
  readonly wrong: readonly string[];
}

interface LinkContext {
  readonly outputs: readonly Output[];
  readonly openWriter: () => Writer;
  readonly throwIfAborted: () => void;
}

export function linkChunk(
  { folder, file, access }: LinkInput,
  { outputs, openWriter, throwIfAborted }: LinkContext,
): LinkedChunk {
  const wrong: string[] = [];
  const digests = readFromChunk(file, 'digests');
  const written = outputs.flatMap(({ name }) => {
    const writer = openWriter();
    for (const digested of digests[name] ?? []) {
      throwIfAborted();
      const shardPath = `${folder}/${digested.path}`;
      const entry = unchangedFile(shardPath, digested);
      if (!entry || !writer.linkOrCopy(shardPath, entry, digested.path, access)) wrong.push(shardPath);
    }
    return digests[name] ? [[name, writer.tally()] as const] : [];
  });
  return { written: Object.fromEntries(written), wrong };
}
