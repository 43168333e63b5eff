// Axe: what it finds that keeps people from reading a page or using it.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const run = `axe.run().then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
  nodes.slice(0, 3).map(({ html, failureSummary }) => id + ' (' + help + '): ' + html.slice(0, 200) + ' ' + failureSummary)))`;

/** A line for each thing that is wrong with what is shown. */
export async function saidByAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe.source);
  return z.array(z.string()).parse(await page.evaluate(run));
}
