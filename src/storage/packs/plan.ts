// The pack plan: which responses go into which pack. It depends on nothing but the names and sizes of all responses.
//
// A range of keys is one pack if its responses fit; otherwise its two halves are planned in the same way. So an edited response
// changes its own pack, and one that is added or removed changes that and at most its neighbours.
import { checksumBytes, keyCount } from '../../api/packs.ts';
import { lowerBound } from '../../catalog/lists.ts';

/** What is limited in a pack. */
export interface PackSize {
  /** Bytes of its responses. */
  readonly bytes: number;
  /** Bytes of its index, at most. */
  readonly indexBytes: number;
  /** Number of its responses. */
  readonly count: number;
}

/** A pack of the last build. */
export interface Pack extends PackSize {
  /** Where its keys begin. */
  readonly start: number;
}

/** Responses in ascending order of their keys. */
export interface SizedRecords {
  readonly keys: Uint32Array;
  readonly bytes: Uint32Array;
  readonly indexBytes: Uint32Array;
}

/** A pack of the next build. */
export interface PlannedPack extends Pack {
  /** The first of its records, and the one after its last. */
  readonly from: number;
  readonly to: number;
  /** Packs of the last build whose responses are all in it. */
  readonly packs: readonly Pack[];
}

/** Largest pack in bytes, unless it is a single response. */
export const packSize = 1024 * 1024;

/** The share of a pack that is for its index and its checksum: 64 KiB. */
const indexShare = 1 / 16;

/** Bytes of an index entry besides the name: its quotes, colon, brackets, two numbers and commas. */
const entryBytes = 21;

/** Upper limit of the bytes that a name, of so many bytes in JSON, takes in an index. */
export function indexBytesOf(nameBytes: number): number {
  return nameBytes + entryBytes;
}

/** Plans the packs of one kind, in ascending order; `packs` are those of the last build of which every response stays. */
export function planPacks(records: SizedRecords, packs: readonly Pack[], largest = packSize): PlannedPack[] {
  const sizes = { bytes: sumsOf(records.bytes), indexBytes: sumsOf(records.indexBytes) };
  const planned: PlannedPack[] = [];
  const divide = (start: number, end: number, from: number, to: number, kept: readonly Pack[]) => {
    const size = sizeOf(sizes, from, to, kept);
    if (size.count === 0) return;
    if (isOnePack(size, largest) || end - start === 1) {
      planned.push({ ...size, start, from, to, packs: kept });
      return;
    }
    const middle = (start + end) / 2;
    const split = lowerBound(records.keys, middle, from, to);
    const isLower = (pack: Pack) => pack.start < middle;
    divide(start, middle, from, split, kept.filter(isLower));
    divide(
      middle,
      end,
      split,
      to,
      kept.filter((pack) => !isLower(pack)),
    );
  };
  divide(0, keyCount, 0, records.keys.length, packs);
  return planned;
}

/** Whether a planned pack is a pack of the last build, unchanged. */
export function isKept({ start, from, to, packs }: PlannedPack): boolean {
  return from === to && packs.length === 1 && packs[0]?.start === start;
}

function isOnePack({ bytes, indexBytes, count }: PackSize, largest: number): boolean {
  return count === 1 || (bytes <= (1 - indexShare) * largest && indexBytes + checksumBytes <= indexShare * largest);
}

/** The sums of all records before each position. */
interface Sums {
  readonly bytes: Float64Array;
  readonly indexBytes: Float64Array;
}

function sumsOf(numbers: Uint32Array): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (let at = 0; at < numbers.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (numbers[at] ?? 0);
  return sums;
}

function sizeOf({ bytes, indexBytes }: Sums, from: number, to: number, packs: readonly Pack[]): PackSize {
  const own = {
    bytes: (bytes[to] ?? 0) - (bytes[from] ?? 0),
    indexBytes: (indexBytes[to] ?? 0) - (indexBytes[from] ?? 0),
    count: to - from,
  };
  return packs.reduce(
    (sum, pack) => ({
      bytes: sum.bytes + pack.bytes,
      indexBytes: sum.indexBytes + pack.indexBytes,
      count: sum.count + pack.count,
    }),
    own,
  );
}
