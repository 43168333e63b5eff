// The pack plan: which responses go into which pack. It depends on nothing but the names and sizes of all responses.
//
// A range of keys is one pack if its responses fit; otherwise its two halves are planned in the same way. So an edited response
// changes its own pack, and one that is added or removed changes that and at most its neighbours.
import { checksumBytes, keyCount } from '../../api/packs.ts';

/** Responses that go into the same pack: a single one, or all of a pack that stays. */
export interface ResponseGroup {
  /** The key of the single one, or the start of the pack. */
  readonly start: number;
  readonly bytes: number;
  /** Bytes of their index, at most. */
  readonly indexBytes: number;
  readonly count: number;
}

/** A pack, with the responses whose keys are between its start and that of the next one. */
export interface Pack extends ResponseGroup {
  /** The first key that it may have. */
  readonly start: number;
}

/** A pack of the next build. */
interface PlannedPack extends Pack {
  /** Whether it is a pack of the last build, unchanged. */
  readonly isStaying: boolean;
}

/** Largest pack in bytes, unless it is a single response. */
const packSize = 1024 * 1024;

/** The share of a pack that is for its index and its checksum: 64 KiB. */
const indexShare = 1 / 16;

/** At most, the bytes of an index entry besides the name: its quotes, colon, brackets, two numbers and commas. */
const entryBytes = 21;

/** A response, with the lengths of its name and of itself in bytes. */
export function singleResponse(key: number, nameLength: number, bytes: number): ResponseGroup {
  return { start: key, bytes, indexBytes: nameLength + entryBytes, count: 1 };
}

/** Plans the packs of one kind, in ascending order. `responses` are single ones, `packs` those of the last build of which every response stays. */
export function planPacks(
  responses: readonly ResponseGroup[],
  packs: readonly Pack[],
  largest = packSize,
): PlannedPack[] {
  const planned: PlannedPack[] = [];
  const staying = new Set<ResponseGroup>(packs);
  const divide = (start: number, end: number, within: readonly ResponseGroup[]) => {
    const [first] = within;
    if (!first) return;
    const pack = {
      start,
      bytes: total(within, 'bytes'),
      indexBytes: total(within, 'indexBytes'),
      count: total(within, 'count'),
    };
    if (isOnePack(pack, largest) || end - start === 1) {
      planned.push({ ...pack, isStaying: within.length === 1 && first.start === start && staying.has(first) });
      return;
    }
    const middle = (start + end) / 2;
    const isLower = (group: ResponseGroup) => group.start < middle;
    divide(start, middle, within.filter(isLower));
    divide(
      middle,
      end,
      within.filter((group) => !isLower(group)),
    );
  };
  divide(0, keyCount, [...responses, ...packs]);
  return planned;
}

function total(groups: readonly ResponseGroup[], what: 'bytes' | 'indexBytes' | 'count'): number {
  return groups.reduce((sum, group) => sum + group[what], 0);
}

function isOnePack({ bytes, indexBytes, count }: Pack, largest: number): boolean {
  return count === 1 || (bytes <= (1 - indexShare) * largest && indexBytes + checksumBytes <= indexShare * largest);
}
