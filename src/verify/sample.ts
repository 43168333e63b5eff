// Samples: picks the lists and courses to check, the same for the same seed.
import { createHash } from 'node:crypto';
import { compareText } from '../problems.ts';

export interface Sample {
  /** Maximum number of items; undefined for all of them. */
  readonly sample: number | undefined;
  readonly seed: number;
}

/** Picks a sample and keeps its order. The choice depends only on the seed and the keys, not on the order. */
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
