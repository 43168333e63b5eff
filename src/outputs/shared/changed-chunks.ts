// The chunks that differ from those of the last build, for outputs that compare what is in them.
import type { PreviousOutput, Chunks, OutputTypes } from '../output.ts';

/** A chunk: all chunks of its build, and its number among them. */
type ChunkOf<Collected> = readonly [chunks: Chunks<Collected>, chunk: number];

/** The chunks of the last build that are gone, then those that were read anew. */
export function* changedChunks<T extends OutputTypes>(
  previous: Pick<PreviousOutput<T>, 'chunks' | 'currentNumbers' | 'fresh'>,
  chunks: Chunks<T['collected']>,
): Generator<ChunkOf<T['collected']>> {
  for (const [previousChunk, currentNumber] of previous.currentNumbers.entries())
    if (currentNumber === undefined) yield [previous.chunks, previousChunk];
  for (const chunk of previous.fresh) yield [chunks, chunk];
}
