// The budget: what a browser loads before the first list is on the screen, and for the first letter of a search.
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onOneHost } from './deployments.ts';
import { coursesIn, headingOf, searchBox } from './views.ts';

/** In bytes, compressed: scripts and style sheets together. */
const budget = 60_000;
/** In bytes, compressed: index files for the first letter. */
const firstLetter = 100_000;

describeEach(onOneHost('sample', 'real'), 'the page of', ({ visit }) => {
  it(`loads less than ${budget} bytes of scripts and styles before the first list, and tens of kilobytes for the first letter`, async () => {
    await visit('', async ({ page, responses }) => {
      await headingOf(page).waitFor();
      await coursesIn(page, 'Latest courses').first().waitFor();
      const loaded = responses.filter((one) => ['script', 'stylesheet'].includes(one.request().resourceType()));
      const size = await sizeOf(loaded);
      // Both kinds are present, so the sum is not of nothing.
      expect(new Set(loaded.map((one) => one.request().resourceType())).size).toBe(2);
      expect(size).toBeGreaterThan(2000);
      expect(size).toBeLessThan(budget);

      const before = responses.length;
      await searchBox(page).pressSequentially('c');
      await page.getByRole('option').first().waitFor();
      const forLetter = await sizeOf(responses.slice(before));
      expect(forLetter).toBeGreaterThan(0);
      expect(forLetter).toBeLessThan(firstLetter);
    });
  });
});

async function sizeOf(responses: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
