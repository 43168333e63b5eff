// Samples: picks the lists and courses to check, the same for the same seed.
import { hash } from 'node:crypto';
import { compareText } from '../problems.ts';
import type { Run } from './run.ts';

/** Picks a sample and keeps its order. The choice depends only on the seed and the keys, not on the order. */
export function pick<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { sample, seed }: Pick<Run, 'sample' | 'seed'>,
): T[] {
  if (sample === undefined || items.length <= sample) return [...items];
  const ranked = items.map((item) => ({ item, rank: hash('md5', `${seed} ${keyOf(item)}`) }));
  const first = ranked.toSorted((one, other) => compareText(one.rank, other.rank)).slice(0, sample);
  const picked = new Set(first.map(({ item }) => item));
  return items.filter((item) => picked.has(item));
}
