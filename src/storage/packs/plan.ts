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

/** At most, the bytes of an index entry besides the name: its quotes, colon, brackets, two numbers and commas. */
const entryBytes = 21;

export interface Sizes {
  readonly keys: ArrayLike<number>;
  /** Length of each name in bytes. */
  readonly names: ArrayLike<number>;
  /** Length of each response in bytes. */
  readonly lengths: ArrayLike<number>;
}

/** A key and the number of a response in one exact number: keys have 24 bits. */
const numbersPerKey = 2 ** 29;

/** The sizes of responses, wherever they are, in the order of their keys. */
export function inKeyOrder(parts: readonly Sizes[]): SizedRecords {
  const length = parts.reduce((sum, { keys }) => sum + keys.length, 0);
  const column = () => new Uint32Array(length);
  const [bytes, indexBytes, codes] = [column(), column(), new Float64Array(length)];
  let number = 0;
  for (const { keys, names, lengths } of parts) {
    for (let at = 0; at < keys.length; at += 1) {
      codes[number] = (keys[at] ?? 0) * numbersPerKey + number;
      bytes[number] = lengths[at] ?? 0;
      indexBytes[number] = (names[at] ?? 0) + entryBytes;
      number += 1;
    }
  }
  codes.sort();
  const ofCode = (values: Uint32Array) => Uint32Array.from(codes, (code) => values[code % numbersPerKey] ?? 0);
  return {
    keys: Uint32Array.from(codes, (code) => Math.floor(code / numbersPerKey)),
    bytes: ofCode(bytes),
    indexBytes: ofCode(indexBytes),
  };
}

/** Plans the packs of one kind, in ascending order; `packs` are those of the last build of which every response stays. */
export function planPacks(records: SizedRecords, packs: readonly Pack[], largest = packSize): PlannedPack[] {
  const sums = { bytes: sumsOf(records.bytes), indexBytes: sumsOf(records.indexBytes) };
  const planned: PlannedPack[] = [];
  const divide = (start: number, end: number, from: number, to: number, kept: readonly Pack[]) => {
    const sizeOf = (what: keyof typeof sums) =>
      kept.reduce((sum, pack) => sum + pack[what], (sums[what][to] ?? 0) - (sums[what][from] ?? 0));
    const count = kept.reduce((sum, pack) => sum + pack.count, to - from);
    const size = { bytes: sizeOf('bytes'), indexBytes: sizeOf('indexBytes'), count };
    if (size.count === 0) return;
    if (isOnePack(size, largest) || end - start === 1) {
      planned.push({ ...size, start, from, to, packs: kept });
      return;
    }
    const middle = (start + end) / 2;
    const split = lowerBound(records.keys, middle, from, to);
    const isLower = (pack: Pack) => pack.start < middle;
    const isUpper = (pack: Pack) => !isLower(pack);
    divide(start, middle, from, split, kept.filter(isLower));
    divide(middle, end, split, to, kept.filter(isUpper));
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

/** The sums of all numbers before each position. */
function sumsOf(numbers: Uint32Array): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (let at = 0; at < numbers.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (numbers[at] ?? 0);
  return sums;
}
