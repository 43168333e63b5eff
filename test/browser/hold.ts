// Slow hosts: answers that come only when a test wants them.
import type { Page } from 'playwright-core';

/** Holds back the answers to these requests until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(url, async (route) => {
    await sent;
    await route.continue();
  });
  return () => send();
}
