// Another browser: Firefox shows the catalog page, a search with filters, a list for other pages, the page of a course and the API reference, without a fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPreview, type Preview } from '../../src/preview/preview.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { eventLimit } from '../helpers/limits.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { coursesOf } from './published.ts';

/** Where the tests start searching for a free port. */
const firstPort = 25_800;
const results = '.courses > li';
const shown = 'main[aria-busy="false"] h1';

describe.skipIf(isMissing('firefox-esr'))(`Firefox${neededFor('firefox-esr')}`, () => {
  let out = '';
  let preview: Preview;
  let browser: Browser;
  beforeAll(async () => {
    out = await sharedBuild('data', { pages: true, coursePages: true });
    preview = await openPreview({ out, port: firstPort }, () => {});
    browser = await launch({
      browser: 'firefox',
      executablePath: pathOf('firefox-esr'),
      timeout: eventLimit,
      protocolTimeout: eventLimit,
      defaultViewport: { width: 1280, height: 800 },
    });
    return async () => {
      await browser.close();
      await preview.close();
    };
  });
  const json = (path: string): unknown => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));

  /** Opens an address below the site until the end of the test, which fails if the page reports anything. */
  async function visit(path: string): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(eventLimit);
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== preview.url && protocol !== 'data:') faults.push(`request to ${request.url()}`);
    });
    onTestFinished(async () => {
      await page.close();
      expect(faults).toEqual([]);
    });
    await page.goto(`${preview.url}/${path}`);
    return page;
  }

  const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent.trim());

  it('shows the catalog page, with the latest courses', async () => {
    const page = await visit('');
    await page.waitForSelector(shown);
    const latest = await page.$$eval('a.title[href^="#/courses/view/"]', (all) =>
      all.map((one) => one.getAttribute('href')),
    );
    expect(latest).toEqual(coursesOf(json('courses/latest')).map((linkhash) => `#/courses/view/${linkhash}/`));
  });

  it('shows a list of the element, with its filter', async () => {
    const page = await visit('embed/?language=Espa%C3%B1ol&filters=provider&limit=100');
    await page.waitForSelector('course-list >>> li .title');
    const links = await page.$$eval('course-list >>> li .title', (all) => all.map((one) => one.getAttribute('href')));
    const linkhashes = coursesOf(json('languages/Español/courses'));
    expect(new Set(links)).toEqual(new Set(linkhashes.map((linkhash) => `${preview.url}/courses/${linkhash}/`)));
    expect(await page.$eval('course-list >>> label', (element) => element.firstChild?.textContent)).toBe('Provider');
  });

  it('finds as one types, and narrows a search by a filter', async () => {
    const page = await visit('');
    await page.waitForSelector(shown);
    await page.locator('::-p-aria([name="Search courses"][role="combobox"])').fill('introduction');
    await page.waitForSelector('[role="option"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`location.hash === '#/search/introduction/'`);
    await page.waitForSelector(results);
    const label = '.facet li > label';
    const count = await page.$eval(`${label} .count`, (element) => Number(element.firstChild?.textContent));
    await page.click(`${label} input`);
    await page.waitForFunction(`location.hash.startsWith('#/search/introduction/?category=')`);
    await page.waitForFunction(`document.querySelector('.under-heading').textContent.startsWith('${count} course')`);
    expect((await page.$$(results)).length).toBe(Math.min(count, 10));
  });

  it('shows the page of a course, and leads to its place in the catalog', async () => {
    const [linkhash = ''] = coursesOf(json('courses/latest'));
    const page = await visit(`courses/${linkhash}/`);
    expect(json(`courses/view/${linkhash}`)).toMatchObject({ title: await textOf(page, 'h1') });
    const title = await textOf(page, 'h1');
    await page.click(`a[href$="#/courses/view/${linkhash}/"]`);
    await page.waitForSelector(shown);
    expect(await textOf(page, shown)).toBe(title);
  });

  it('shows the API reference, which sends a request', async () => {
    const page = await visit('docs/');
    expect((await page.$$('details.try')).length).toBeGreaterThan(5);
    await page.click('details.try summary');
    await page.click('details.try form button');
    await page.waitForSelector('.answer');
    expect(await textOf(page, '.answer')).toMatch(/^200 OK/u);
  });
});
