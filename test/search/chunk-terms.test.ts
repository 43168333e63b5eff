// The terms of a chunk: the memo that all chunks share stays small, whatever texts a catalog has.
import { expect, it } from 'vitest';
import { TermsBuilder, type TermMemo } from '../../src/outputs/search/chunk-terms.ts';

it('the memo of terms is cleared before it grows without end, and every term is still found', () => {
  const memo: TermMemo = new Map();
  const terms = new TermsBuilder(memo);
  let most = 0;
  for (let course = 0; course < 1200; course += 1) {
    const title = Array.from({ length: 100 }, (_, word) => `word${course}x${word}`).join(' ');
    terms.add(course, { title, others: [], names: [] });
    most = Math.max(most, memo.size);
  }
  expect(most).toBeGreaterThan(10_000);
  expect(most).toBeLessThanOrEqual(50_000);
  expect(terms.finish().ends).toHaveLength(120_000);
});
