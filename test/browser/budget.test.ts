// The budget: what a browser loads before the first list is on the screen.
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openStage, showingsOf } from './stage.ts';
import { coursesIn, headingOf } from './views.ts';

/** In bytes, compressed: scripts and styles together. */
const budget = 60_000;
const stage = openStage('sample', 'real');

describe.each(showingsOf('sample', 'real'))('the page of %s', (_, showing) => {
  it.skipIf(showing.isSkipped)(
    `loads less than ${budget} bytes of script and style before the first list`,
    async () => {
      await stage.visit(showing, 'feed.json', async ({ page }) => {
        const loaded: Response[] = [];
        page.on('response', (response) => {
          if (['script', 'stylesheet'].includes(response.request().resourceType())) loaded.push(response);
        });
        await page.goto(stage.site(showing.catalog).at[showing.host]);
        await headingOf(page).waitFor();
        await coursesIn(page, 'Latest courses').first().waitFor();
        const bodies = await Promise.all([...loaded].map((response) => response.body()));
        const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
        // Both kinds are among them: the sum is one of something.
        expect(new Set(loaded.map((response) => response.request().resourceType())).size).toBe(2);
        expect(bytes).toBeGreaterThan(2000);
        expect(bytes).toBeLessThan(budget);
      });
    },
  );
});
