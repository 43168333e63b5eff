// The full records of a dump's courses, in the order of their ids, from the compressed blocks of chunks in any order.
import { chunkOf } from '../../catalog/lists.ts';
import { inflateBlock } from '../../site/dumps/gzip.ts';
import { recordAt, type PackedRecords, type RecordTexts } from '../read/result.ts';

/** The full records of chunks. */
export interface DumpRecords {
  /** By chunk; undefined for a chunk that is not needed. */
  readonly chunks: readonly (PackedRecords | undefined)[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

/** Courses whose records are in memory at a time. */
const windowSize = 4_000;

/** The record of each course as a line of JSON, in the order of the courses. Each block is unpacked once in a window. */
export function* recordsOf(
  courses: Uint32Array,
  { chunks, offsets }: DumpRecords,
  throwIfAborted: () => void,
): Generator<Uint8Array> {
  for (let from = 0; from < courses.length; from += windowSize) {
    throwIfAborted();
    const window = courses.subarray(from, from + windowSize);
    const found: Uint8Array[] = Array.from({ length: window.length });
    for (const [chunk, places] of groupBy(window.keys(), (place) => chunkOf(offsets, window[place] ?? 0))) {
      const records = chunkAt(chunks, chunk);
      const first = offsets[chunk] ?? 0;
      const ordinalAt = (place: number) => (window[place] ?? 0) - first;
      for (const [block, wanted] of groupBy(places, (place) => blockOf(records, ordinalAt(place)))) {
        const unpacked = unpack(records, block);
        const start = firstIn(records, block);
        // The window would keep the whole block in memory for a few of its records.
        const isCopied = wanted.length < unpacked.ends.length / 4;
        for (const place of wanted) {
          const record = recordAt(unpacked, ordinalAt(place) - start);
          found[place] = isCopied ? new Uint8Array(record) : record;
        }
      }
    }
    yield* found;
  }
}

/** The chunk of a course, which must be there. */
export function chunkAt(chunks: DumpRecords['chunks'], at: number): PackedRecords {
  const chunk = chunks[at];
  if (!chunk) throw new RangeError('the records of a chunk are missing');
  return chunk;
}

/** The block of the course with this ordinal in its chunk. */
export function blockOf({ blockEnds }: PackedRecords, ordinal: number): number {
  let [low, high] = [0, blockEnds.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blockEnds[middle] ?? 0) > ordinal) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The ordinal of the first course of a block. */
export function firstIn({ blockEnds }: PackedRecords, block: number): number {
  return block === 0 ? 0 : (blockEnds[block - 1] ?? 0);
}

/** The compressed bytes of a block, and how many it has unpacked. */
export function packedBlock(
  records: PackedRecords,
  block: number,
): { readonly deflated: Uint8Array; readonly length: number } {
  const { packed, packedEnds, ends, blockEnds } = records;
  const first = firstIn(records, block);
  const start = first === 0 ? 0 : (ends[first - 1] ?? 0);
  const deflated = packed.subarray(block === 0 ? 0 : packedEnds[block - 1], packedEnds[block]);
  return { deflated, length: (ends[(blockEnds[block] ?? 0) - 1] ?? 0) - start };
}

function unpack(records: PackedRecords, block: number): RecordTexts {
  const { deflated, length } = packedBlock(records, block);
  const first = firstIn(records, block);
  const start = first === 0 ? 0 : (records.ends[first - 1] ?? 0);
  const ends = records.ends.slice(first, records.blockEnds[block]).map((end) => end - start);
  return { bytes: inflateBlock(deflated, length), ends };
}

/** The values by what a function makes of each. */
function groupBy(values: Iterable<number>, keyOf: (value: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
