// Ranking and matching files: the pure parts of the search, compared with simpler implementations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchingFiles } from '../../src/library/search/match-terms.ts';
import { rank, costsOf, type Match } from '../../src/library/search/ranking.ts';

describe('ranking', () => {
  it('puts exact terms before others, titles before the rest, and newer courses before older ones', () => {
    const exact: Match = { distance: 0, postings: [[2, 5], [1]] };
    const longer: Match = { distance: 1, postings: [[3], [6]] };
    expect(rank([costsOf([longer, exact])]).map(({ id }) => id)).toEqual([7, 2, 1, 3, 6]);
  });

  it('finds the courses that have every term, each once, the lowest cost first', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyMatch, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), (terms) => {
        const found = rank(terms.map(costsOf)).map(({ id }) => id);
        const ids = Array.from({ length: 30 }, (_, id) => id).filter((id) =>
          terms.every((matches) => lowestCost(matches, id) < Number.POSITIVE_INFINITY),
        );
        expect(found.toSorted((one, other) => one - other)).toEqual(ids);
        const costs = found.map((id) => terms.reduce((sum, matches) => sum + lowestCost(matches, id), 0));
        const inOrder = found.every((id, at) => {
          const [next, cost, later] = [found[at + 1], costs[at] ?? 0, costs[at + 1] ?? 0];
          return next === undefined || cost < later || (cost === later && id > next);
        });
        expect(inOrder).toBe(true);
      }),
    );
  });
});

describe('the term files of a prefix', () => {
  it('are those whose range has a term with this prefix', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(term), term, fc.integer({ min: 1, max: 9 }), (some, prefix, limit) => {
        const firsts = ['', ...some.toSorted()];
        const files = matchingFiles(firsts, prefix, limit);
        const touched = firsts.filter((first, at) => {
          const end = firsts[at + 1];
          return first.startsWith(prefix) || (first <= prefix && (end === undefined || end > prefix));
        });
        expect(files).toEqual(touched.slice(0, limit));
      }),
    );
  });
});

/** Ids from 0 to 29, as in the index. */
const anyMatch: fc.Arbitrary<Match> = fc
  .record({
    distance: fc.integer({ min: 0, max: 3 }),
    inTitle: fc.uniqueArray(fc.integer({ min: 0, max: 29 })),
    elsewhere: fc.uniqueArray(fc.integer({ min: 0, max: 29 })),
  })
  .map(({ distance, inTitle, elsewhere }) => ({
    distance,
    postings: [differences(inTitle), differences(elsewhere.filter((id) => !inTitle.includes(id)))],
  }));

function lowestCost(matches: readonly Match[], id: number): number {
  const costs = matches.flatMap(({ distance, postings }) =>
    postings.flatMap((ids, position) => (sums(ids).includes(id) ? [64 * distance + position] : [])),
  );
  return Math.min(...costs);
}

function differences(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other).map((id, at, all) => id - (all[at - 1] ?? 0));
}

function sums(held: readonly number[]): number[] {
  return held.map((_, at) => held.slice(0, at + 1).reduce((sum, difference) => sum + difference, 0));
}
