// Chromium: one browser for a test file, and visits whose faults a page, its network and its policy tell by themselves.
import { join } from 'node:path';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { watchPage } from './faults.ts';

/** A browser of a person's own. */
const chosen = process.env['CHROMIUM'];
/** Where pictures of what a visit sees are put; none are taken without. */
const pictures = process.env['SCREENSHOTS'];

export interface Visit {
  readonly page: Page;
  /** One line for everything that went wrong so far: no test is done without `expect(visit.faults).toEqual([])`. */
  readonly faults: string[];
  /** Takes a picture of what is to be seen, where pictures are wanted. */
  readonly picture: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Chromium {
  readonly browser: Browser;
  /** Opens an address in a context of its own, as a person does who comes for the first time. */
  readonly visit: (address: string, options?: BrowserContextOptions) => Promise<Visit>;
  readonly close: () => Promise<void>;
}

/** A missing browser fails in CI, and is skipped elsewhere with a word on how to get it. */
export function isSkipped(): boolean {
  return chosen === undefined && isMissing('chromium');
}

/** The end of the name of a test that needs the browser. */
export const neededForChromium = isSkipped() ? neededFor('chromium') : '';

export async function openChromium(): Promise<Chromium> {
  const browser = await playwright.launch({
    executablePath: chosen ?? pathOf('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    browser,
    async visit(address, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
      const page = await context.newPage();
      const faults = await watchPage(page, new URL(address).origin);
      await page.goto(address);
      return {
        page,
        faults,
        async picture(name) {
          if (pictures !== undefined)
            await page.screenshot({ path: join(pictures, `browser-${name}.png`), caret: 'initial' });
        },
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
