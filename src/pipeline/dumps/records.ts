// The full records of a dump's courses, in the order of their ids, from the blocks of chunks in any order.
import { chunkOf, lowerBound } from '../../catalog/lists.ts';
import { inflateBlock, type DeflatedBlock } from '../../outputs/dumps/gzip.ts';
import { recordAt, type PackedRecords, type RecordTexts } from '../read/result.ts';

/** The chunks of some courses by their numbers: the records of each, or the file with them. */
export type NeededChunks = ReadonlyMap<number, PackedRecords | string>;

/** Chunks from files in memory at a time: courses may come from several files in turn. */
export const loadedChunks = 4;

/** Reads the records in a file, into the memory of those that had this place before. */
export type LoadRecords = (file: string, place: number) => PackedRecords;

/** The full records of chunks, read from files when they are needed. */
export class DumpRecords {
  private readonly loaded: { readonly at: number; readonly records: PackedRecords }[] = [];
  private nextPlace = 0;

  constructor(
    private readonly chunks: NeededChunks,
    /** The number of the first course of each chunk, and at the end the number of all courses. */
    readonly offsets: Uint32Array,
    private readonly load: LoadRecords,
  ) {}

  /** The records of a chunk, until some others have been asked for. */
  chunkAt(at: number): PackedRecords {
    const loaded = this.loaded.find((one) => one.at === at);
    if (loaded) return loaded.records;
    const chunk = this.chunks.get(at);
    if (chunk === undefined) throw new RangeError('the records of a chunk are missing');
    if (typeof chunk !== 'string') return chunk;
    const records = this.load(chunk, this.nextPlace);
    this.loaded[this.nextPlace] = { at, records };
    this.nextPlace = (this.nextPlace + 1) % loadedChunks;
    return records;
  }
}

/** Courses whose records are in memory at a time. */
const windowSize = 4_000;

/** The record of each course as a line of JSON, in the order of the courses. Each block is unpacked once in a window. */
export function* recordsOf(
  courses: Uint32Array,
  records: DumpRecords,
  throwIfAborted: () => void,
): Generator<Uint8Array> {
  const { offsets } = records;
  for (let from = 0; from < courses.length; from += windowSize) {
    throwIfAborted();
    const window = courses.subarray(from, from + windowSize);
    const found: Uint8Array[] = Array.from({ length: window.length });
    for (const [at, places] of groupBy(window.keys(), (place) => chunkOf(offsets, window[place] ?? 0))) {
      const chunk = records.chunkAt(at);
      const ordinalAt = (place: number) => (window[place] ?? 0) - (offsets[at] ?? 0);
      for (const [block, wanted] of groupBy(places, (place) => lowerBound(chunk.blockEnds, ordinalAt(place) + 1))) {
        const unpacked = unpack(chunk, block);
        const start = firstIn(chunk, block);
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

/** A block of a chunk as it is in a file. */
export function packedBlock(chunk: PackedRecords, block: number): DeflatedBlock {
  const { packed, packedEnds, ends, blockEnds, checksums } = chunk;
  const deflated = packed.subarray(packedEnds[block - 1] ?? 0, packedEnds[block]);
  const length = (ends[(blockEnds[block] ?? 0) - 1] ?? 0) - startOf(chunk, block);
  return { deflated, checksum: checksums[block] ?? 0, length };
}

function unpack(chunk: PackedRecords, block: number): RecordTexts {
  const { deflated, length } = packedBlock(chunk, block);
  const start = startOf(chunk, block);
  const ends = chunk.ends.slice(firstIn(chunk, block), chunk.blockEnds[block]).map((end) => end - start);
  return { bytes: inflateBlock(deflated, length), ends };
}

/** The ordinal of the first course of a block. */
function firstIn({ blockEnds }: PackedRecords, block: number): number {
  return blockEnds[block - 1] ?? 0;
}

/** Where the first record of a block begins, unpacked. */
function startOf(chunk: PackedRecords, block: number): number {
  return chunk.ends[firstIn(chunk, block) - 1] ?? 0;
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
