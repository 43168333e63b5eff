// Which courses hold all terms of a query, and which of them come first.
import type { Holders } from '../../site/search/format.ts';

/** The courses that hold a term which is so far from the one asked for. */
export interface Match {
  readonly distance: number;
  readonly holders: Holders;
}

/** A course by its id, and how badly it fits: less is better. */
export type Weights = ReadonlyMap<number, number>;

/** A step of distance weighs more than all terms of a query outside the title do. */
const stepWeight = 64;

/** The courses that hold one term of a query, each with the best of its matches. */
export function weigh(matches: readonly Match[]): Weights {
  const weights = new Map<number, number>();
  for (const { distance, holders } of matches) {
    for (const [place, differences] of holders.entries()) {
      const weight = distance * stepWeight + place;
      let id = 0;
      for (const difference of differences) {
        id += difference;
        weights.set(id, Math.min(weight, weights.get(id) ?? weight));
      }
    }
  }
  return weights;
}

/** A course by its id in a ranking. */
export interface Ranked {
  readonly id: number;
  readonly weight: number;
}

/** The courses that hold every term: those that fit best first, and of these the newest first. */
export function rank(terms: readonly Weights[]): Ranked[] {
  const [fewest, ...others] = terms.toSorted((one, other) => one.size - other.size);
  const found: Ranked[] = [];
  for (const [id, least] of fewest ?? []) {
    const weight = others.reduce((sum, term) => sum + (term.get(id) ?? Number.POSITIVE_INFINITY), least);
    if (weight < Number.POSITIVE_INFINITY) found.push({ id, weight });
  }
  return found.toSorted((one, other) => one.weight - other.weight || other.id - one.id);
}
