// The pack plan: which responses go into which pack. It depends on nothing but the names and sizes of all responses.
//
// A range of keys is one pack if its responses fit; otherwise its two halves are planned in the same way. So an edited response
// changes its own pack, and one that is added or removed changes that and at most its neighbours.
import { checksumBytes, keyCount } from '../../api/packs.ts';

/** Responses: those of a pack, or a single one. */
export interface Pack {
  /** Where their keys begin. */
  readonly start: number;
  readonly bytes: number;
  /** Bytes of their index, at most. */
  readonly indexBytes: number;
  readonly count: number;
}

/** A pack of the next build. */
interface PlannedPack extends Pack {
  /** Whether it is a pack of the last build, unchanged. */
  readonly isKept: boolean;
}

/** Largest pack in bytes, unless it is a single response. */
const packSize = 1024 * 1024;

/** The share of a pack that is for its index and its checksum: 64 KiB. */
const indexShare = 1 / 16;

/** At most, the bytes of an index entry besides the name: its quotes, colon, brackets, two numbers and commas. */
const entryBytes = 21;

/** A response, with the lengths of its name and of itself in bytes. */
export function singleResponse(key: number, nameLength: number, bytes: number): Pack {
  return { start: key, bytes, indexBytes: nameLength + entryBytes, count: 1 };
}

/** Plans the packs of one kind, in ascending order; `packs` are those of the last build of which every response stays. */
export function planPacks(responses: readonly Pack[], packs: readonly Pack[], largest = packSize): PlannedPack[] {
  const planned: PlannedPack[] = [];
  const staying = new Set(packs);
  const divide = (start: number, end: number, within: readonly Pack[]) => {
    const [first] = within;
    if (!first) return;
    const pack = {
      start,
      bytes: total(within, 'bytes'),
      indexBytes: total(within, 'indexBytes'),
      count: total(within, 'count'),
    };
    if (isOnePack(pack, largest) || end - start === 1) {
      planned.push({ ...pack, isKept: within.length === 1 && first.start === start && staying.has(first) });
      return;
    }
    const middle = (start + end) / 2;
    const isLower = (response: Pack) => response.start < middle;
    divide(start, middle, within.filter(isLower));
    divide(
      middle,
      end,
      within.filter((response) => !isLower(response)),
    );
  };
  divide(0, keyCount, [...responses, ...packs]);
  return planned;
}

function total(packs: readonly Pack[], what: 'bytes' | 'indexBytes' | 'count'): number {
  return packs.reduce((sum, pack) => sum + pack[what], 0);
}

function isOnePack({ bytes, indexBytes, count }: Pack, largest: number): boolean {
  return count === 1 || (bytes <= (1 - indexShare) * largest && indexBytes + checksumBytes <= indexShare * largest);
}
