// The third job of a build: some files of the search index.
import { Writer, type Places, type Written } from '../../output/writer.ts';
import type { KnownOutput } from '../known.ts';
import { writeChunks, type ChunkTask } from './chunks.ts';
import { writeFound, type FoundTask } from './found.ts';

export type SearchTask = { readonly chunks: ChunkTask } | { readonly found: FoundTask };

/** What the files came to, and each of them. */
export interface WrittenSearch {
  readonly written: Written;
  readonly files: readonly KnownOutput[];
}

/** Writes what is asked for; `goOn` throws once the build is broken off. */
export function writeSearch(task: SearchTask, places: Places, goOn: () => void): WrittenSearch {
  const files: KnownOutput[] = [];
  const form = { indexFile: 'index.json', precompress: [] } as const;
  const writer = new Writer(places, form, (path, bytes) => void files.push({ path, bytes }));
  if ('chunks' in task) writeChunks(task.chunks, writer, goOn);
  else writeFound(task.found, writer, goOn);
  return { written: writer.tally(), files };
}
