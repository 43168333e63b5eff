// Typing errors: the bounded count equals the definition.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/text/edit-distance.ts';

describe('typing errors', () => {
  it.each([
    ['python', 'python', 0],
    ['pyhton', 'python', 1],
    ['pthon', 'python', 1],
    ['pythoon', 'python', 1],
    ['pithon', 'python', 1],
    ['ptyhno', 'python', 2],
    ['', 'ab', 2],
    ['java', 'perl', 3],
  ])('between "%s" and "%s" number %i', (typed, term, edits) => {
    expect(editDistance(typed, term, 2)).toBe(edits);
  });

  it.each([
    ['pyth', 'python', 0],
    ['pyht', 'python', 1],
    ['progarmm', 'programming', 1],
    ['xxxx', 'python', 3],
  ])('between "%s" and a prefix of "%s" number %i', (typed, term, edits) => {
    expect(editDistance(typed, term, 2, true)).toBe(edits);
  });

  it('are counted up to the bound by the definition', () => {
    fc.assert(
      fc.property(word, word, bound, (typed, term, limit) => {
        expect(editDistance(typed, term, limit)).toBe(Math.min(limit + 1, naiveEdits(typed, term)));
      }),
      { numRuns: 1000 },
    );
  });

  it('of an unfinished word are the fewest for any prefix', () => {
    fc.assert(
      fc.property(word, word, bound, (typed, term, limit) => {
        const beginnings = Array.from({ length: term.length + 1 }, (_, end) => term.slice(0, end));
        const fewest = Math.min(...beginnings.map((beginning) => naiveEdits(typed, beginning)));
        expect(editDistance(typed, term, limit, true)).toBe(Math.min(limit + 1, fewest));
      }),
      { numRuns: 1000 },
    );
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
const bound = fc.integer({ min: 0, max: 3 });

/** By the definition, for whole words, without a bound. */
function naiveEdits(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return naiveEdits(a, b);
  const isSwap = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  const swapped = isSwap ? naiveEdits(a.slice(1), b.slice(1)) : Number.POSITIVE_INFINITY;
  return 1 + Math.min(naiveEdits(a, other), naiveEdits(one, b), naiveEdits(a, b), swapped);
}
