// Links: the JSON behind everything shown, the feeds, and addresses without a screen.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { decodeReferences } from '../../src/text/character-references.ts';
import { words } from '../helpers/words.ts';
import { coursesOf } from './published.ts';
import { describeEach, onOneHost, onSomeHosts } from './deployments.ts';
import { coursesIn, show, stepOf, waitForScreen } from './screens.ts';

/** Reads a feed as a browser parses it: the title of each course, and whether it is valid. */
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

describeEach(onSomeHosts('sample', 'varied'), 'the page of', ({ addressOf, json, visit }) => {
  it('leads from everything shown to the JSON behind it, and links readable feeds of the latest courses', async () => {
    const titles = titled.parse(json('courses/latest')).map(({ title }) => decodeReferences(title));
    const [linkhash = ''] = coursesOf(json('courses/latest'));
    const { page } = await visit('');
    const requested = new Set<string>();
    const screens = words`#/ #/categories/ #/providers/ #/languages/ #/languages/English/courses/`;
    for (const fragment of [...screens, `#/courses/view/${linkhash}/`]) {
      await show(page, addressOf(fragment));
      const links = page.locator('main a[href*="api/v1/"]');
      const found = await links.evaluateAll((all) => all.map((a) => Reflect.get(a, 'href')));
      const addresses = z.array(z.string()).parse(found);
      expect(addresses.length, fragment).toBeGreaterThan(0);
      for (const address of addresses) requested.add(address);
    }
    expect(requested.size).toBeGreaterThan(8);
    for (const url of requested) {
      const response = await page.context().request.get(url);
      expect(`${response.status()} ${response.headers()['content-type']} ${url}`).toBe(`200 application/json ${url}`);
      const path = new URL(url).pathname.slice(new URL(addressOf('')).pathname.length + 'api/v1/'.length);
      const file: unknown = json(decodeURIComponent(path));
      // A preview replaces the base URL in the links between pages.
      expect(withoutLinks(await response.json())).toEqual(withoutLinks(file));
    }
    expect(atom.parse(await page.evaluate(readAtom)).titles).toEqual(titles);
    expect(jsonFeed.parse(await page.evaluate(readJsonFeed)).items.map(({ title }) => title)).toEqual(titles);
  });
});

describeEach(onOneHost('sample'), 'the page of', ({ visit }) => {
  it('goes from a course to its JSON, and back', async () => {
    const { page } = await visit('');
    const first = coursesIn(page, 'Latest courses').first();
    const title = (await first.textContent()) ?? '';
    await first.click();
    await waitForScreen(page, title);
    const links = page.getByRole('main').getByRole('link', { name: /\/api\/v1\/courses\/view\// });
    await links.first().click();
    await page.waitForURL(/\/api\/v1\/courses\/view\/\w+\/$/u);
    const body: unknown = JSON.parse((await page.locator('pre').textContent()) ?? '');
    expect(body).toMatchObject({ title });
    await page.goBack();
    await waitForScreen(page, title);
  });

  it('says so if an address has no screen, and leads back', async () => {
    const { page } = await visit('#/nothing/of/this/kind/');
    await waitForScreen(page, 'Not found');
    await page.getByRole('main').getByRole('link', { name: /start/iu }).click();
    await waitForScreen(page, 'Courses of the world');
    expect(await stepOf(page, 'Next').count()).toBe(0);
  });
});

function withoutLinks(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (['next', 'previous'].includes(key) ? null : value)));
}
