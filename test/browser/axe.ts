// Axe: the accessibility faults that it finds.
import { readFileSync } from 'node:fs';
import type { ContextObject, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** Its script runs in the page only. */
const source = 'node_modules/axe-core/axe.min.js';
const everything: ContextObject = { include: ['html'] };
/** Later items of a long list have the colors of the first. */
const firstItems: ContextObject = { include: ['html'], exclude: ['li:nth-child(n + 30)'] };

/** Waits until a page shows the latest emulation: colors in transition are not those that users see. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
})`;

/** One line for each fault in what is shown. */
export async function axeFaults(page: Page): Promise<string[]> {
  return runAxe(page, everything, {});
}

/** The same for colors only. */
export async function colorFaults(page: Page): Promise<string[]> {
  return runAxe(page, firstItems, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function runAxe(page: Page, context: ContextObject, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(readFileSync(source, 'utf8'));
  const args = [context, { resultTypes: ['violations'], ...options }].map((word) => JSON.stringify(word));
  const found = await page.evaluate(`${settled}.then(() => axe.run(${args.join(', ')})).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) =>
      id + ' (' + help + '): ' + html.slice(0, 200) + ' ' + failureSummary)))`);
  return z.array(z.string()).parse(found);
}
