// Writes a dump in NDJSON: the compressed blocks of chunks as they are, and anew only those that no chunk has whole.
import { chunkOf } from '../../catalog/lists.ts';
import { GrowingBytes } from '../../output/bytes.ts';
import { deflateBlock, GzipFile, type DeflatedBlock } from '../../site/dumps/gzip.ts';
import { blockOf, chunkAt, firstIn, packedBlock, recordsOf, type DumpRecords } from './records.ts';

/** The courses of a part of a dump, by ascending id. */
export interface DumpedCourses extends DumpRecords {
  readonly courses: Uint32Array;
  /** Where the blocks end among them. */
  readonly blockEnds: Uint32Array;
}

export function writeLines(
  { courses, blockEnds, ...records }: DumpedCourses,
  write: (bytes: Uint8Array) => void,
  throwIfAborted: () => void,
): void {
  const file = new GzipFile(write);
  let start = 0;
  const blocks = Array.from(blockEnds, (end) => {
    const block = courses.subarray(start, end);
    start = end;
    return { courses: block, compressed: compressedIn(block, records) };
  });
  const others = blocks.filter(({ compressed }) => !compressed).flatMap((block) => [...block.courses]);
  const texts = recordsOf(Uint32Array.from(others), records, throwIfAborted);
  const memory = new GrowingBytes();
  for (const { courses: ofBlock, compressed } of blocks) {
    memory.clear();
    for (let left = compressed ? 0 : ofBlock.length; left > 0; left -= 1) {
      const { value } = texts.next();
      if (value) memory.addBytes(value);
    }
    file.add(compressed ?? deflateBlock(memory.buffer.subarray(0, memory.length)));
  }
  file.finish();
}

/** A block as a chunk has it; undefined if its courses are not all, in this order, the courses of one compressed block of a chunk. */
function compressedIn(courses: Uint32Array, { chunks, offsets }: DumpRecords): DeflatedBlock | undefined {
  const first = courses[0] ?? 0;
  const at = chunkOf(offsets, first);
  const records = chunkAt(chunks, at);
  const ordinal = first - (offsets[at] ?? 0);
  const block = blockOf(records, ordinal);
  const isCompressed = block > 0 && block < records.blockEnds.length - 1;
  const isSame =
    isCompressed &&
    firstIn(records, block) === ordinal &&
    records.blockEnds[block] === ordinal + courses.length &&
    courses.every((course, place) => course === first + place);
  return isSame ? { ...packedBlock(records, block), checksum: records.checksums[block] ?? 0 } : undefined;
}
