// What a visitor loads, in bytes compressed: the front page, a list, and the first search.
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onOneHost } from './deployments.ts';
import { searchField, show } from './lists.ts';

/** A little above what it is: whoever needs more says so here. */
const budgets = {
  sample: { front: 11_000, letter: 47_000, search: 69_000, list: 48_000 },
  varied: { front: 11_000, letter: 74_000, search: 110_000, list: 67_000 },
} as const;

describeEach(onOneHost('sample', 'varied'), 'the pages of', ({ catalog, addressOf, visit }) => {
  it('load no more than their budget', async () => {
    const { page, responses } = await visit('');
    const loadedBy = async (act: () => Promise<unknown>) => {
      const before = responses.length;
      await act();
      await page.waitForLoadState('networkidle');
      return sizeOf(responses.slice(before));
    };
    await page.waitForLoadState('networkidle');
    const front = await sizeOf(responses);
    const letter = await loadedBy(async () => {
      await searchField(page).fill('c');
      await page.getByRole('option').first().waitFor();
    });
    const search = await loadedBy(async () => show(page, addressOf('courses/?q=course')));
    const list = await loadedBy(async () => show(page, addressOf('languages/English/')));
    const loaded = { front, letter, search, list };
    const budget = budgets[catalog === 'varied' ? 'varied' : 'sample'];
    for (const name of ['front', 'letter', 'search', 'list'] as const) {
      expect(loaded[name], name).toBeLessThan(budget[name]);
      // Otherwise it says nothing.
      expect(loaded[name], name).toBeGreaterThan(budget[name] / 2);
    }
  });
});

async function sizeOf(responses: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
