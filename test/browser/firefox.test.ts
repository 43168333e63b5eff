// Another browser: Firefox shows a search with suggestions and filters, a list for other pages, the page of a course and the API reference, without a fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPreview, type Preview } from '../../src/preview/preview.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { eventLimit } from '../helpers/limits.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { coursesOf, parentIn } from './published.ts';

/** Where the tests start searching for a free port. */
const firstPort = 25_800;

describe.skipIf(isMissing('firefox-esr'))(`Firefox${neededFor('firefox-esr')}`, () => {
  let out = '';
  let preview: Preview;
  let browser: Browser;
  beforeAll(async () => {
    out = await sharedBuild('data', { pages: true });
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

  it('finds as one types, applies words as filters, and goes back', async () => {
    const page = await visit('');
    await page.locator('main form input[name=q]').fill('introduction', { typingThreshold: 0 });
    await page.waitForSelector('[role="option"]');
    const suggested = await page.$eval('[role="option"]:has(.quiet) .title', (element) => element.textContent);
    await page.keyboard.press('Enter');
    await page.waitForFunction(`location.search === '?q=introduction'`);
    await page.waitForSelector('.results .courses > li');
    expect(await textOf(page, '.results .title')).toBe(suggested);
    await page.waitForSelector('select[name=category] option:nth-child(2)');
    const option = await page.$eval('select[name=category] option:nth-child(2)', (one) => [one.value, one.textContent]);
    const [value = '', label = ''] = option;
    await page.select('select[name=category]', value);
    await page.waitForFunction(`new URLSearchParams(location.search).get('category') === ${JSON.stringify(value)}`);
    const count = /\((\d+)\)$/u.exec(label)?.[1] ?? 'no count';
    await page.waitForFunction(
      `document.querySelector('.count[role=status]').textContent.startsWith('${count} course')`,
    );
    await page.goBack();
    await page.waitForFunction(`document.querySelector('select[name=category]').value === ''`);
    expect(new URL(page.url()).search).toBe('?q=introduction');
    await page.goto(`${preview.url}/courses/?q=italiano+corso&language=Klingon`);
    await page.waitForSelector('.ignored');
    expect(await textOf(page, '.ignored')).toContain('language=Klingon');
  });

  it('filters the page of a category, whose address shows the same to others, and leads to a course', async () => {
    const path = `categories/${parentIn(json('categories'))}/`;
    const page = await visit(path);
    await page.waitForSelector('select[name=language] option:nth-child(2)');
    const language = await page.$eval('select[name=language] option:nth-child(2)', (option) => option.value);
    await page.select('select[name=language]', language);
    await page.waitForFunction(`new URLSearchParams(location.search).get('language') === ${JSON.stringify(language)}`);
    const titlesIn = async (one: Page) => {
      await one.waitForSelector('course-list[aria-busy=false] .results .title');
      return one.$$eval('.results .title', (all) => all.map(({ textContent }) => textContent));
    };
    const titles = await titlesIn(page);
    expect(titles.length).toBeGreaterThan(0);
    const address = page.url().slice(preview.url.length + 1);
    expect(address).toMatch(new RegExp(`^${path}\\?language=[^&]+$`, 'u'));
    expect(await titlesIn(await visit(address))).toEqual(titles);
    await page.click('.results .title');
    await page.waitForFunction(`document.querySelector('a.button') !== null`);
    expect(await textOf(page, 'h1')).toBe(titles[0]);
  });

  it('shows a list of the element in a page for frames, with its filter', async () => {
    const page = await visit('embed/?language=Espa%C3%B1ol&filters=provider&limit=100');
    // `waitForSelector` misses what changes in a shadow root.
    await page.waitForFunction(`document.querySelector('course-list').shadowRoot?.querySelector('li .title')`);
    const links = await page.$$eval('course-list >>> li .title', (all) => all.map((one) => one.getAttribute('href')));
    const linkhashes = coursesOf(json('languages/Español/courses'));
    expect(new Set(links)).toEqual(new Set(linkhashes.map((linkhash) => `${preview.url}/courses/${linkhash}/`)));
    expect(await page.$eval('course-list >>> select', (element) => element.ariaLabel)).toBe('Provider');
  });

  it('shows the page of a course, from a list', async () => {
    const page = await visit('courses/');
    const title = await textOf(page, '.courses .title');
    await page.click('.courses .title');
    await page.waitForFunction(`document.querySelector('a.button') !== null`);
    expect(await textOf(page, 'h1')).toBe(title);
    const linkhash = /[\da-f]{32}/u.exec(page.url())?.[0] ?? '';
    expect(json(`courses/view/${linkhash}`)).toMatchObject({ title });
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
