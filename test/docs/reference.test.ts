// The reference in a browser: it renders the contract, sends requests to its own address, and is accessible.
import { createServer } from 'node:http';
import { join } from 'node:path';
import fs from 'fs-extra';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axeFaults, colorFaults } from '../browser/axe.ts';
import { visit, type Visit, type VisitOptions } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { githubPagesHost } from '../hosts/engines/netlify.ts';
import { listen } from '../ports.ts';
import { deployedAt, contract } from './contract.ts';

const listed = ['Providers-providers', 'Categories-category'] as const;

describe.skipIf(isChromiumMissing).each(['', '/open%20data/x'])(
  `the reference at the path "%s"${neededForChromium}`,
  (prefix) => {
    let site: DocsSite;
    beforeAll(async () => {
      site = await openDocs(prefix);
      return site.close;
    });

    it("shows the document's texts literally, and links back to the catalog", async () => {
      const { page } = await reading(site);
      expect(await page.title()).toBe('API reference: Courses of <b>Example</b>');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Courses of <b>Example</b>');
      const links = await page.locator('header a').evaluateAll((all) => all.map((a) => Reflect.get(a, 'href')));
      expect(links).toEqual([`${site.baseUrl}/`, `${site.baseUrl}/openapi.json`]);
      await page.getByRole('link', { name: 'Catalog', exact: true }).click();
      expect(await page.title()).toBe('Catalog');
    });

    it('tries operations at its own address, not at that of the document, with their parameters', async () => {
      const { page } = await reading(site);
      await openOperation(page, 'Providers-providers');
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      const response = page.locator('.live-responses-table');
      await response.waitFor();
      expect(await response.locator('.response-col_status').last().innerText()).toBe('200');
      expect(JSON.parse(await response.locator('.highlight-code').innerText().then(jsonIn))).toEqual(providers);
      expect(await page.locator('.request-url pre').innerText()).toBe(`${site.baseUrl}/api/v1/providers/`);
      expect(await page.locator(panel).last().innerText()).toBe(`curl '${site.baseUrl}/api/v1/providers/'`);

      await openOperation(page, 'Categories-category');
      const category = page.locator('#operations-Categories-category');
      await category.getByRole('button', { name: 'Try it out' }).click();
      await category.getByPlaceholder('page').fill('1');
      await category.getByRole('button', { name: 'Execute' }).click();
      const url = category.locator('.request-url pre');
      expect(await url.innerText()).toBe(`${site.baseUrl}/api/v1/categories/7/?page=1`);
      expect(await category.locator('.live-responses-table .response-col_status').last().innerText()).toBe('200');
    });

    it('opens the operation that its address names, and shows samples with that address in three languages', async () => {
      const { page } = await visit(`${site.baseUrl}/docs/#/Categories/category`);
      await page.getByText('Number of the page.').waitFor();
      await openOperation(page, 'Providers-providers');
      expect(new URL(page.url()).hash).toBe('#/Providers/providers');
      const panels = page.locator(panel);
      expect(await panels.allInnerTexts()).toEqual([
        `curl --fail ${site.baseUrl}/api/v1/providers/`,
        `curl --fail ${site.baseUrl}/api/v1/categories/7/`,
      ]);
      expect(await page.locator('.samples [role=tab]').allInnerTexts()).toEqual([...languages, ...languages]);
      await page.getByRole('tab', { name: 'Python' }).first().click();
      for (const text of await panels.allInnerTexts()) expect(text).toMatch(/^import urllib\.request\nurllib/u);
      expect(await page.locator('main').innerText()).not.toContain(deployedAt);
    });
  },
);

describe.skipIf(isChromiumMissing)(`the reference${neededForChromium}`, () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await openDocs('');
    return site.close;
  });

  it('is usable with the keyboard alone', async () => {
    const { page } = await reading(site);
    const steps = [
      ['/api/v1/providers/', page.getByRole('button', { name: 'Try it out' })],
      ['Try it out', page.getByRole('button', { name: 'Execute' })],
      ['Execute', page.locator('.live-responses-table')],
    ] as const;
    for (const [step, shown] of steps) {
      await tabTo(page, step);
      await page.keyboard.press('Enter');
      await shown.waitFor();
    }
    await tabTo(page, 'curl');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('Python');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('curl');
    await page.keyboard.press('ArrowLeft');
    for (const text of await page.locator(panel).allInnerTexts()) expect(text).toContain('import ');
  });

  it('shows HEAD and OPTIONS on request', async () => {
    const { page } = await reading(site);
    const head = page.getByText('Headers alone');
    expect(await head.isVisible()).toBe(false);
    await page.getByRole('checkbox').check();
    expect(await head.isVisible()).toBe(true);
  });

  it.each(['light', 'dark'] as const)(
    'has a switch to the other theme, which is remembered: from %s',
    async (colorScheme) => {
      const looks = { light: 'rgb(255, 255, 255), pressed: false', dark: 'rgb(28, 32, 34), pressed: true' };
      const other = colorScheme === 'light' ? 'dark' : 'light';
      const { page, picture } = await reading(site, { colorScheme });
      expect(await lookOf(page)).toBe(looks[colorScheme]);
      await switchOf(page).press('Enter');
      expect(await lookOf(page)).toBe(looks[other]);
      await openOperation(page, 'Categories-category');
      expect(await axeFaults(page)).toEqual([]);
      await picture(`docs-switched-to-${other}`);
      await page.reload();
      expect(await lookOf(page)).toBe(looks[other]);
      await switchOf(page).click();
      expect(await lookOf(page)).toBe(looks[colorScheme]);
    },
  );

  it('passes axe, light and dark, on a phone and a desktop', async () => {
    const { page, picture } = await reading(site);
    for (const name of listed) {
      await openOperation(page, name);
      await page.locator('.try-out__btn:not(.cancel)').click();
      await page.locator('.opblock.is-open .execute').last().click();
    }
    await page.locator('.live-responses-table').nth(1).waitFor();
    await page.getByRole('button', { name: 'Schemas' }).click();
    await page.getByText('Refusal').waitFor();
    for (const [colorScheme, width, faultsOn] of [
      ['light', 1280, axeFaults],
      ['dark', 1280, colorFaults],
      ['dark', 360, colorFaults],
      ['light', 360, axeFaults],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await faultsOn(page), `${colorScheme}, ${width} pixels`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await picture(`docs-${colorScheme}-${width}`);
    }
  });

  it('shows an error if its document is missing', async () => {
    const { baseUrl, close } = await openDocs('', false);
    onTestFinished(close);
    const document = `${baseUrl}/openapi.json`;
    const { page, faults } = await visit(`${baseUrl}/docs/`);
    const text = `The OpenAPI document cannot be shown: ${document} answers with status 404`;
    expect(await page.getByRole('alert').innerText()).toBe(text);
    expect(faults.splice(0)).toContain(`status 404: ${document}`);
  });
});

/** The renderer's own tabs. */
const panel = '.samples [role=tabpanel]';
const languages = ['curl', 'JavaScript', 'Python'];

/** Opens the reference and waits until it shows the document. */
async function reading({ baseUrl }: DocsSite, options: VisitOptions = {}): Promise<Visit> {
  const visited = await visit(`${baseUrl}/docs/`, options);
  await visited.page.getByRole('button', { name: 'GET /api/v1/providers/ All providers' }).waitFor();
  return visited;
}

function switchOf(page: Page): Locator {
  return page.getByRole('button', { name: 'Dark theme', exact: true });
}

/** The background of the page, and the label of the switch. */
async function lookOf(page: Page): Promise<string> {
  const pressed = await switchOf(page).getAttribute('aria-pressed');
  return `${String(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'))}, pressed: ${pressed}`;
}

async function openOperation(page: Page, name: string): Promise<void> {
  await page.locator(`#operations-${name} .opblock-summary-control`).click();
}

/** The renderer adds a button to the text. */
function jsonIn(text: string): string {
  return text.slice(text.search(/[[{]/u));
}

async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).includes(text)) return;
  }
  throw new Error(`The Tab key does not lead to ${text}`);
}

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.textContent'));
}

export interface DocsSite {
  /** With the prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export const providers = [{ id: 1, name: 'A & B', external_id: '', course_count_catalog: 0, course_count: 2 }];
const list = { count: 2, next: null, previous: null, results: [], title: 'Computing' };

export async function openDocs(prefix: string, hasDocument = true): Promise<DocsSite> {
  const folder = makeFolder();
  fs.copySync('lib/published/docs', join(folder, 'docs'));
  writeFiles(folder, {
    ...(hasDocument && { 'openapi.json': JSON.stringify(contract) }),
    '404.html': '{"detail":"Not found."}',
    'index.html': '<!doctype html><link rel="icon" href="data:," /><title>Catalog</title>',
    'api/v1/providers/index.json': JSON.stringify(providers),
    'api/v1/categories/7/index.json': JSON.stringify(list),
  });
  const { url, close } = await listen(createServer(await githubPagesHost({ deployed: folder, prefix })));
  return {
    baseUrl: `${url}${prefix}`,
    close: async () => {
      await close();
      removeFolder(folder);
    },
  };
}
