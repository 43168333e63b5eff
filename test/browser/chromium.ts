// Visits to a page in the Chromium of the run, whose tests fail if the page, its network or its policy reports a fault.
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { eventLimit } from '../helpers/limits.ts';
import { startService } from '../helpers/shared.ts';
import { watchPage, type Watch, type Watched } from './page-faults.ts';

/** The folder for pictures of visits; none are taken without it. */
const pictures = process.env['SCREENSHOTS'];

/** A test that provokes faults removes them from this list. */
export interface Visit extends Watched {
  readonly page: Page;
  /** Takes a picture of the screen if pictures are requested. */
  readonly picture: (name: string) => Promise<void>;
}

export interface VisitOptions extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The visitor's languages, the preferred one first. */
  readonly languages?: readonly string[];
  /** Prepares the page before it loads anything. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** A page in a context of its own. Creating one takes the browser longer than most tests do. */
interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly watch: Watch;
}

/** Those of this process: they stay open for the next test file, until the process ends. */
let browser: Promise<Browser> | undefined;
const idleTabs: Tab[] = [];

/** Opens an address as a new visitor until the end of the test, which fails if anything went wrong meanwhile. */
export async function visit(
  address: string,
  { viewport = { width: 1280, height: 800 }, colorScheme = 'light', languages = ['en-US'], before }: VisitOptions = {},
): Promise<Visit> {
  const tab = idleTabs.pop() ?? (await openTab());
  const { page } = tab;
  const { origin } = new URL(address);
  const watched = tab.watch(origin);
  onTestFinished(async ({ task }) => {
    // The page of a failed test may be in any state.
    if (task.result?.state === 'fail' || watched.faults.length > 0) await page.context().close();
    else await forget(tab, origin).then(() => idleTabs.push(tab));
    expect(watched.faults).toEqual([]);
  });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, media: null, forcedColors: null });
  await tab.session.send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage: languages.join(',') });
  await before?.(page);
  await page.goto(address);
  return { page, ...watched, picture: (name) => takePicture(page, name) };
}

async function openTab(): Promise<Tab> {
  browser ??= startService({ program: 'chromium' }).then((endpoint) => chromium.connect(endpoint));
  const context = await (await browser).newContext({ locale: 'en-US' });
  context.setDefaultTimeout(eventLimit);
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page), watch: await watchPage(page) };
}

/** Leaves nothing of a visit for the next: neither what the page stored nor what the browser cached. */
async function forget({ page, session }: Tab, origin: string): Promise<void> {
  const others = page.context().pages();
  await Promise.all(others.filter((other) => other !== page).map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `browser-${name}.png`), caret: 'initial' });
}
