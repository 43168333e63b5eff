// Links: the JSON behind everything that is shown, the feeds, and addresses that nothing is at.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coursesOf } from './published.ts';
import { openStage, someShowingsOf } from './stage.ts';
import { coursesIn, headingOf, show, stepOf, waitForView } from './views.ts';

const stage = openStage('sample', 'real');

/** Reads a feed as a browser parses it: what it has of each course, and whether it is sound. */
const readAtom = `fetch(document.querySelector('link[type="application/atom+xml"]').href)
  .then((response) => response.text())
  .then((text) => {
    const feed = new DOMParser().parseFromString(text, 'application/xml');
    return {
      isSound: feed.querySelector('parsererror') === null && feed.documentElement.namespaceURI === 'http://www.w3.org/2005/Atom',
      titles: [...feed.querySelectorAll('entry > title')].map((title) => title.textContent),
    };
  })`;
const readJsonFeed = `fetch(document.querySelector('link[type="application/feed+json"]').href).then((response) => response.json())`;

const atom = z.object({ isSound: z.literal(true), titles: z.array(z.string()) });
const jsonFeed = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  items: z.array(z.object({ id: z.string().min(1), title: z.string() })),
});
const titled = z.array(z.object({ title: z.string() }));

describe.each(someShowingsOf('sample', 'real'))('the page of %s', (_, showing) => {
  const address = (fragment: string) => `${stage.site(showing.catalog).at[showing.host]}${fragment}`;

  it.skipIf(showing.isSkipped)('leads from everything shown to the JSON behind it', async () => {
    const [linkhash = ''] = coursesOf(stage.site(showing.catalog).json('courses/latest'));
    await stage.visit(showing, '', async ({ page }) => {
      const asked = new Set<string>();
      const list = '#/languages/English/courses/';
      for (const fragment of [
        '#/',
        '#/categories/',
        '#/providers/',
        '#/languages/',
        list,
        `#/courses/view/${linkhash}/`,
      ]) {
        await show(page, address(fragment));
        const links = await page.getByRole('link', { name: /^JSON of / }).all();
        expect(links.length, fragment).toBeGreaterThan(0);
        for (const link of links) asked.add(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
      }
      expect(asked.size).toBeGreaterThan(10);
      for (const url of asked) {
        const response = await page.context().request.get(url);
        expect(`${response.status()} ${response.headers()['content-type']} ${url}`).toBe(`200 application/json ${url}`);
        const path = new URL(url).pathname.slice(new URL(address('')).pathname.length + 'api/v1/'.length);
        const file: unknown = stage.site(showing.catalog).json(decodeURIComponent(path));
        // A preview puts its own address into the links between pages.
        expect(withoutLinks(await response.json())).toEqual(withoutLinks(file));
      }
    });
  });

  it.skipIf(showing.isSkipped)('goes from a course to its JSON, and back', async () => {
    await stage.visit(showing, '', async ({ page }) => {
      const first = coursesIn(page, 'Latest courses').first();
      const title = (await first.textContent()) ?? '';
      await first.click();
      await waitForView(page, title);
      await page
        .getByRole('main')
        .getByRole('link', { name: /^JSON of / })
        .first()
        .click();
      await page.waitForURL(/\/api\/v1\/courses\/view\/\w+\/$/u);
      const body: unknown = JSON.parse((await page.locator('pre').textContent()) ?? '');
      expect(body).toMatchObject({ title });
      await page.goBack();
      await waitForView(page, title);
    });
  });

  it.skipIf(showing.isSkipped)('names feeds of the latest courses that can be read', async () => {
    const titles = titled.parse(stage.site(showing.catalog).json('courses/latest')).map(({ title }) => title);
    await stage.visit(showing, '', async ({ page }) => {
      await headingOf(page).waitFor();
      expect(atom.parse(await page.evaluate(readAtom)).titles).toEqual(titles);
      expect(jsonFeed.parse(await page.evaluate(readJsonFeed)).items.map(({ title }) => title)).toEqual(titles);
    });
  });

  it.skipIf(showing.isSkipped)('says so where an address names nothing, and leads back', async () => {
    await stage.visit(showing, '#/nothing/of/this/kind/', async ({ page }) => {
      await waitForView(page, 'Not found');
      await page.getByRole('main').getByRole('link', { name: /start/iu }).click();
      await waitForView(page, 'Courses of the world');
      expect(await stepOf(page, 'Next').count()).toBe(0);
    });
  });
});

function withoutLinks(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (['next', 'previous'].includes(key) ? null : value)));
}
