// Attacks: texts of the catalog are shown literally, and nothing in them runs, loads or leads anywhere.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localeOf } from '../../src/text/locales/locales.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { words } from '../helpers/words.ts';
import { hostedBy } from '../hosts/engines/hosted.ts';
import { githubPagesHost } from '../hosts/engines/netlify.ts';
import { attackCatalog, attackCourses, markup } from './attack.ts';
import { visit as visitAddress } from './chromium.ts';
import { countedIn } from './published.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';
import { coursesIn, headingOf, show, textsOf, searchBox } from './screens.ts';

/** Everything in the page that a catalog must not be able to add. */
const harm = `({
  hit: window.hit ?? null,
  links: [...document.querySelectorAll('a[href], area[href], svg a')]
    .map((link) => new URL(link.href.baseVal ?? link.href, location.href).href)
    .filter((address) => !/^https?:/iu.test(address)),
  elements: [...document.querySelectorAll('iframe, object, embed, base, video, audio, math, meta[http-equiv="refresh"], main style, main img, main script, main link')]
    .map((element) => element.outerHTML),
  attributes: [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter(({ name }) => /^(?:on|style$|srcdoc$|formaction$|action$)/iu.test(name)).map(({ name }) => element.tagName + ' ' + name)),
  descriptions: [...document.querySelectorAll('.description [id], .description [class], .description form, .description button, .description input')]
    .map((element) => element.outerHTML),
  policies: document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]').length,
})`;
const none = { hit: null, links: [], elements: [], attributes: [], descriptions: [], policies: 1 };
const identified = z.array(z.object({ id: z.number(), linkhash: z.string() }));

describeEach(onOneHost('attack'), 'the page of', ({ host, addressOf, json, visit }) => {
  it('shows titles, names and the title of the site literally', async () => {
    const { page, picture } = await visit('');
    const title = `</title><script>window.hit=20</script> {{policy}} $& "quoted" & more`;
    expect(await headingOf(page).textContent()).toBe(title);
    expect(await page.title()).toBe(title);
    await page.getByText('"><img src=x onerror=window.hit=21> {{script}} $`').waitFor();
    for (const region of ['Categories', 'Providers']) {
      const texts = await page.getByRole('region', { name: region, exact: true }).locator('bdi').allTextContents();
      expect(texts).toEqual(expect.arrayContaining([...markup]));
    }
    await isHarmless(page);
    await picture(`attack-start-${host}`);
  });

  it('has the start screen in its HTML, literally', async () => {
    const { page } = await visit('');
    const read = `fetch('./').then((answer) => answer.text()).then((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      return [...body.querySelectorAll('main bdi, h1')].map((element) => element.innerHTML);
    })`;
    const texts = z.array(z.string()).parse(await page.evaluate(read));
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) expect(text).not.toMatch(/[<>]/u);
  });

  it.each(['en', 'ar'])('shows every list safely to who reads %s', async (tag) => {
    const languages = countedIn(json('languages')).map(({ name }) => encodeURIComponent(name));
    const { page } = await visit('', { languages: [tag] });
    const title = localeOf(tag === 'ar' ? 'ar' : 'en').text('failure.title');
    const lists = words`#/categories/ #/providers/ #/languages/ #/charts/ #/categories/1/ #/categories/2/
      #/categories/101/ #/providers/1/courses/ #/providers/3/courses/`;
    for (const fragment of [
      ...lists,
      ...languages.map((name) => `#/languages/${name}/courses/page/2/`),
      `#/search/${encodeURIComponent('onerror alert')}/`,
      `#/search/${encodeURIComponent(markup[0])}/`,
      `#/${encodeURIComponent('"><img src=x onerror=window.hit=22>')}/`,
    ]) {
      await show(page, addressOf(fragment));
      expect(await headingOf(page).textContent(), fragment).not.toBe(title);
      await isHarmless(page);
    }
  });

  it('finds and opens titles made of markup', async () => {
    const { page } = await visit('');
    await searchBox(page).pressSequentially('alert');
    await page.getByRole('option').first().waitFor();
    await isHarmless(page);
    await searchBox(page).press('Enter');
    await coursesIn(page, 'Results').first().waitFor();
    expect((await textsOf(coursesIn(page, 'Results'))).join()).toContain(markup[0]);
    await isHarmless(page);
  });

  it('shows every course safely', async () => {
    const latest = identified.parse(json('courses/latest'));
    const hashes = new Map(latest.map(({ id, linkhash }) => [id, linkhash]));
    const { page, picture } = await visit('');
    for (const { id, title, linkurl } of attackCourses) {
      const course = addressOf(`#/courses/view/${hashes.get(id)}/`);
      await show(page, course);
      expect(await headingOf(page).textContent()).toBe(decodeReferences(title));
      await isHarmless(page);
      await page.getByRole('region', { name: 'Description' }).getByText('safe').last().waitFor();
      await page.getByRole('main').getByText(linkurl.trim(), { exact: true }).waitFor();
      const name = markup[(id - 1) % markup.length] ?? '';
      const details = page.getByRole('region', { name: 'Details' }).getByRole('link');
      expect(await details.allTextContents()).toEqual(expect.arrayContaining([name, `${name}/${name} below`]));
      const isWeb = linkurl.startsWith('https://');
      expect(await page.getByRole('link', { name: 'Go to the course' }).count(), linkurl).toBe(isWeb ? 1 : 0);
      await picture(`attack-course-${id}-${host}`);
      // What remains of links without an address.
      for (const link of await page.locator('.description a:not([href])').all()) await link.click();
      await isHarmless(page);
      expect(page.url()).toBe(course);
    }
  });
});

describe.skipIf(isChromiumMissing)(`a host that sends the API as pages${neededForChromium}`, () => {
  it('runs nothing of a catalog in index.html', async () => {
    const chosen = { indexFile: 'index.html' } as const;
    const plan = { host: 'github-pages', prefix: '', serve: githubPagesHost, data: attackCatalog(), chosen } as const;
    const { baseUrl, dist } = await hostedBy(plan);
    const views = readdirSync(join(dist, 'api/v1/courses/view')).map((name) => `courses/view/${name}/`);
    const { page } = await visitAddress(`${baseUrl}/api/v1/`);
    for (const path of [...views, 'courses/latest/', 'categories/', 'providers/', 'providers/1/courses/']) {
      const response = await page.goto(`${baseUrl}/api/v1/${path}`);
      expect(response?.headers()['content-type'], path).toMatch(/^text\/html/u);
      const elements = await page.evaluate('[...document.querySelectorAll("body *")].map((one) => one.outerHTML)');
      expect([elements, await page.evaluate('window.hit ?? null')], path).toEqual([[], null]);
    }
  });
});

async function isHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(harm)).toEqual(none);
}
