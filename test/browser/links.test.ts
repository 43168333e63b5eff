// Links: whatever any page of a site leads to or loads is there, also without course pages; feeds and JSON can be read; nothing leads to a `#/`.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { decodeReferences } from '../../src/text/character-references.ts';
import { describeEach, onSomeHosts } from './deployments.ts';

/** Pages let only their own policy make documents from texts. */
const parse = `const policy = trustedTypes.createPolicy('static-course-catalog', { createHTML: (text) => text });
  const parse = (text, type) => new DOMParser().parseFromString(policy.createHTML(text), type);`;

/** The addresses in a page: of links, scripts, styles, pictures and forms. */
const addressesIn = `(text, address) => {
  const page = parse(text, 'text/html');
  const all = [...page.querySelectorAll('[href]:not(base), [src], form[action]')];
  return {
    ids: [...page.querySelectorAll('[id]')].map(({ id }) => id),
    links: all.filter((one) => one.rel !== 'canonical').map((one) => new URL(one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action'), address).href),
  };
}`;
/** Follows everything from these pages on, the front page first, as fast as the host answers; one line for each address that leads to nothing. */
const crawl = `(async (root, ...others) => {
  ${parse}
  const addressesIn = ${addressesIn};
  const [seen, faults, ids, fragments] = [new Set([root, ...others]), [], new Map(), []];
  let pages = 0;
  const read = async (address, from) => {
    const answer = await fetch(address);
    if (!answer.ok) return faults.push(answer.status + ' ' + address + ' in ' + from);
    const type = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    if (/json/.test(type)) JSON.parse(text);
    if (/xml/.test(type) && parse(text, 'application/xml').querySelector('parsererror')) faults.push('no XML: ' + address);
    if (!type.startsWith('text/html')) return;
    pages += 1;
    const found = addressesIn(text, address);
    ids.set(address, new Set(found.ids));
    for (const link of found.links) {
      // Those of the API reference are its own.
      if (/#[!/]/.test(link) && !link.startsWith(root + 'docs/#/')) faults.push(link + ' in ' + address);
      if (!link.startsWith(root)) {
        if (link.startsWith(new URL(root).origin)) faults.push('leaves the site: ' + link + ' in ' + address);
        continue;
      }
      const [whole, fragment = ''] = link.split('#');
      if (fragment !== '') fragments.push([whole, decodeURIComponent(fragment), address]);
      if (!seen.has(whole)) todo.push([whole, address]), seen.add(whole);
    }
  };
  const todo = [...seen].map((start) => [start, 'the start']);
  for (let next = todo.splice(0, 40); next.length > 0; next = todo.splice(0, 40)) await Promise.all(next.map((one) => read(...one)));
  for (const [address, id, from] of fragments) if (ids.get(address)?.has(id) === false) faults.push('no #' + id + ' in ' + address + ', for ' + from);
  return { pages, faults, seen: [...seen] };
})`;
const crawled = z.object({ pages: z.number(), faults: z.array(z.string()), seen: z.array(z.string()) });

/** Reads a feed as a browser parses it: the title of each course, and whether it is valid. */
const readAtom = `${parse} fetch(document.querySelector('link[type="application/atom+xml"]').href)
  .then((response) => response.text())
  .then((text) => {
    const feed = parse(text, 'application/xml');
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
const titled = z.array(z.object({ title: z.string(), linkhash: z.string() }));

describeEach(
  onSomeHosts('sample', 'attack', 'withoutCoursePages'),
  'the links of',
  ({ catalog, addressOf, json, visit }) => {
    const hasCoursePages = catalog !== 'withoutCoursePages';

    it('lead to something from every page, and to every course', async () => {
      const { page } = await visit('');
      // No page links to the page for frames.
      const starts = JSON.stringify(['', 'embed/'].map(addressOf));
      const { pages, faults, seen } = crawled.parse(await page.evaluate(`${crawl}(...${starts})`));
      expect(faults).toEqual([]);
      const courses = seen.filter((address) => /\/courses\/[\da-f]{32}\/$/u.test(address));
      const latest = titled.parse(json('courses/latest')).map(({ linkhash }) => addressOf(`courses/${linkhash}/`));
      expect(courses).toEqual(expect.arrayContaining(hasCoursePages ? latest : []));
      expect(courses.length > 0).toBe(hasCoursePages);
      expect(pages).toBeGreaterThan(latest.length);
      for (const path of ['api/v1/', 'feed.xml', 'embed/course-list.js', 'charts/', 'docs/', 'providers/'])
        expect(
          seen.some((address) => address.startsWith(addressOf(path))),
          path,
        ).toBe(true);
    });

    it('have readable feeds of the latest courses, and a title that leads to the course or its page', async () => {
      const titles = titled.parse(json('courses/latest')).map(({ title }) => decodeReferences(title));
      const { page } = await visit('');
      expect(atom.parse(await page.evaluate(readAtom)).titles).toEqual(titles);
      expect(jsonFeed.parse(await page.evaluate(readJsonFeed)).items.map(({ title }) => title)).toEqual(titles);
      const href = await page.locator('.courses a.title[href]').first().getAttribute('href');
      expect(href).toMatch(hasCoursePages ? /^courses\/[\da-f]{32}\/$/u : /^https?:\/\/(?!127)/u);
    });
  },
);
