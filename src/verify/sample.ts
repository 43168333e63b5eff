// Samples: which lists and courses are looked at, the same for the same seed.
import { createHash } from 'node:crypto';
import { compareText } from '../problems.ts';

export interface Sample {
  /** Undefined: everything. */
  readonly sample: number | undefined;
  readonly seed: number;
}

/** At most so many of these, in the order given; which ones depends on the seed and on their keys, not on their order. */
export function pick<T>(items: readonly T[], keyOf: (item: T) => string, { sample, seed }: Sample): T[] {
  if (sample === undefined || items.length <= sample) return [...items];
  const ranked = items
    .map((item) => ({
      item,
      rank: createHash('md5')
        .update(`${seed} ${keyOf(item)}`)
        .digest('hex'),
    }))
    .toSorted((one, other) => compareText(one.rank, other.rank));
  const picked = new Set(ranked.slice(0, sample).map(({ item }) => item));
  return items.filter((item) => picked.has(item));
}
