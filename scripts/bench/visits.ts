// Owns what is measured in a browser: what a page loads, compressed, and how soon the filters are painted.
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { z } from 'zod';

/** What a page has loaded: bytes, compressed by gzip, of each response. */
export interface Load {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
}

/** How much slower than this machine a phone computes, and its network, as Lighthouse emulates them: milliseconds, and bytes a second. */
const slowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Visits addresses one after another in one window, as a new visitor, and returns what each loads beyond those before. */
export async function loadsOf(browser: Browser, addresses: readonly string[]): Promise<Load[][]> {
  const page = await (await browser.newContext()).newPage();
  const known = new Set<string>();
  const loads: Load[][] = [];
  let pending: Promise<Load>[] = [];
  page.on('response', (response) => {
    if (known.has(response.url())) return;
    known.add(response.url());
    const type = response.request().resourceType();
    const sized = async () => ({ url: response.url(), type, bytes: gzipSync(await response.body()).length });
    pending.push(sized());
  });
  for (const address of addresses) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    // A change of the fragment alone is no navigation.
    await page.waitForTimeout(1000);
    loads.push(await Promise.all(pending));
    pending = [];
  }
  await page.context().close();
  return loads;
}

export function sumOf(loads: readonly Load[], isCounted: (load: Load) => boolean = () => true): number {
  return loads.reduce((sum, load) => sum + (isCounted(load) ? load.bytes : 0), 0);
}

/** Looks at each frame whether the filters are there; the next task after that frame runs when it has been painted. */
const watchFilters = `window.painted = new Promise((resolve) => {
  const look = () => requestAnimationFrame(() => {
    if (!document.querySelector('main fieldset')) return look();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/facets/'));
      resolve(performance.now() - Math.min(...files.map(({ responseEnd }) => responseEnd)));
    };
    port2.postMessage(null);
  });
  look();
});`;

/**
 * Milliseconds from the arrival of the first facet file to the first paint of the filters, with the processor and the network of a
 * phone: without that network, the file would arrive before the script that reads it.
 */
export async function firstPaintOfFilters(browser: Browser, site: string, from: 'nowhere' | 'front'): Promise<number> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.addInitScript(watchFilters);
  const session = await page.context().newCDPSession(page);
  if (from === 'front') {
    await page.goto(`${site}/`);
    await page.waitForLoadState('networkidle');
  }
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${site}/#/courses/`);
  const milliseconds = z.number().parse(await page.evaluate('window.painted'));
  await page.context().close();
  return milliseconds;
}
