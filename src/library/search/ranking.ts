// Ranking: orders the courses that match all terms of a query.
import type { Postings } from '../../outputs/search/file-format.ts';

/** The courses that contain a term, and the distance of that term from the one in the query. */
export interface Match {
  readonly distance: number;
  readonly postings: Postings;
}

/** Costs by course id; less is better. */
export type Costs = ReadonlyMap<number, number>;

/** One step of distance costs more than all terms of a query that are not in the title. */
const stepCost = 64;

/** The courses that match one term of a query, each with the cost of its best match. */
export function costsOf(matches: readonly Match[]): Costs {
  const costs = new Map<number, number>();
  for (const { distance, postings } of matches) {
    // Position 0 is the title, 1 everything else.
    for (const [position, differences] of postings.entries()) {
      const cost = distance * stepCost + position;
      let id = 0;
      for (const difference of differences) {
        id += difference;
        costs.set(id, Math.min(cost, costs.get(id) ?? cost));
      }
    }
  }
  return costs;
}

/** A course in a ranking. */
export interface Ranked {
  readonly id: number;
  readonly cost: number;
}

/** The courses that match every term: the best matches first, and of equal ones the highest id first. */
export function rank(terms: readonly Costs[]): Ranked[] {
  const [fewest, ...others] = terms.toSorted((a, b) => a.size - b.size);
  const found: Ranked[] = [];
  for (const [id, least] of fewest ?? []) {
    const cost = others.reduce((sum, term) => sum + (term.get(id) ?? Number.POSITIVE_INFINITY), least);
    if (cost < Number.POSITIVE_INFINITY) found.push({ id, cost });
  }
  return found.toSorted((a, b) => a.cost - b.cost || b.id - a.id);
}
