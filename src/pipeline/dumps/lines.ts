// Writes a dump in NDJSON: the compressed blocks of chunks as they are, and anew only those that no chunk has whole.
import { GrowingBytes } from '../../text/bytes.ts';
import { deflateBlock, GzipFile } from '../../outputs/dumps/gzip.ts';
import type { PlannedBlock } from './plan.ts';
import { packedBlock, recordsOf, type DumpRecords } from './records.ts';

/** The courses of a part of a dump, by ascending id. */
export interface DumpedCourses {
  readonly courses: Uint32Array;
  readonly blocks: readonly PlannedBlock[];
}

export function writeLines(
  { courses, blocks }: DumpedCourses,
  records: DumpRecords,
  write: (bytes: Uint8Array) => void,
  throwIfAborted: () => void,
): void {
  const file = new GzipFile(write);
  const startOf = (at: number) => blocks[at - 1]?.end ?? 0;
  const others = blocks.flatMap(({ end, packed }, at) => (packed ? [] : [...courses.subarray(startOf(at), end)]));
  const texts = recordsOf(Uint32Array.from(others), records, throwIfAborted);
  const memory = new GrowingBytes();
  for (const [at, { end, packed }] of blocks.entries()) {
    throwIfAborted();
    if (packed) {
      file.add(packedBlock(records.chunkAt(packed.chunk), packed.block));
      continue;
    }
    memory.clear();
    for (let left = end - startOf(at); left > 0; left -= 1) memory.addBytes(texts.next().value ?? new Uint8Array());
    file.add(deflateBlock(memory.buffer.subarray(0, memory.length)));
  }
  file.finish();
}
