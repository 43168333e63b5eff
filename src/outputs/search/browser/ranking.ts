// Ranking: orders the courses that match all terms of a query.
import type { Holders } from '../file-format.ts';

/** The courses that contain a term, and the distance of that term from the one in the query. */
export interface Match {
  readonly distance: number;
  readonly holders: Holders;
}

/** Weights by course id; less is better. */
export type Weights = ReadonlyMap<number, number>;

/** One step of distance weighs more than all terms of a query that are not in the title. */
const stepWeight = 64;

/** The courses that match one term of a query, each with the weight of its best match. */
export function weigh(matches: readonly Match[]): Weights {
  const weights = new Map<number, number>();
  for (const { distance, holders } of matches) {
    // Position 0 is the title, 1 everything else.
    for (const [position, differences] of holders.entries()) {
      const weight = distance * stepWeight + position;
      let id = 0;
      for (const difference of differences) {
        id += difference;
        weights.set(id, Math.min(weight, weights.get(id) ?? weight));
      }
    }
  }
  return weights;
}

/** A course in a ranking. */
export interface Ranked {
  readonly id: number;
  readonly weight: number;
}

/** The courses that match every term: the best matches first, and of equal ones the highest id first. */
export function rank(terms: readonly Weights[]): Ranked[] {
  const [fewest, ...others] = terms.toSorted((a, b) => a.size - b.size);
  const found: Ranked[] = [];
  for (const [id, least] of fewest ?? []) {
    const weight = others.reduce((sum, term) => sum + (term.get(id) ?? Number.POSITIVE_INFINITY), least);
    if (weight < Number.POSITIVE_INFINITY) found.push({ id, weight });
  }
  return found.toSorted((a, b) => a.weight - b.weight || b.id - a.id);
}
