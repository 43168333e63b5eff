// Attacks: texts of the catalog, of its address and of its searches are shown literally, and nothing in them runs, loads or leads anywhere.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeReferences } from '../../src/text/character-references.ts';
import { hostedBy } from '../hosts/engines/hosted.ts';
import { githubPagesHost } from '../hosts/engines/netlify.ts';
import { attackCatalog, attackCourses, markup } from './attack.ts';
import { visit as visitAddress } from './chromium.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { announced, filterField, listField, searchField, show, shown, textsOf, titlesIn } from './lists.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';
import { countedIn } from './published.ts';

/** Everything in the page that a catalog must not be able to add. */
const harm = `({
  hit: window.hit ?? null,
  links: [...document.querySelectorAll('a[href], area[href], svg a')]
    .map((link) => new URL(link.href.baseVal ?? link.href, location.href).href)
    .filter((address) => !/^(?:https?|mailto):/iu.test(address)),
  elements: [...document.querySelectorAll('iframe, object, embed, base, video, audio, math, meta[http-equiv="refresh"], main style, main img, main script, main link')]
    .map((element) => element.outerHTML),
  attributes: [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter(({ name }) => /^(?:on|style$|srcdoc$|formaction$)/iu.test(name)).map(({ name }) => element.tagName + ' ' + name)),
  forms: [...document.forms].filter(({ action }) => !action.startsWith(location.origin)).map(({ action }) => action),
  descriptions: [...document.querySelectorAll('.description [id], .description [class], .description form, .description button, .description input')]
    .map((element) => element.outerHTML),
  inline: [...document.scripts].filter(({ src, type }) => src === '' && type !== 'application/ld+json').length,
  policies: document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]').length,
})`;
const none = {
  hit: null,
  links: [],
  elements: [],
  attributes: [],
  forms: [],
  descriptions: [],
  inline: 0,
  policies: 1,
};
const identified = z.array(z.object({ id: z.number(), linkhash: z.string() }));

describeEach(onOneHost('attack'), 'the pages of', ({ addressOf, json, visit }) => {
  it('show titles, names and the title of the site literally', async () => {
    const { page, picture } = await visit('');
    const title = `</title><script>window.hit=20</script> {{policy}} $& "quoted" & more`;
    expect(await page.locator('h1').textContent()).toBe(title);
    expect(await page.title()).toContain(title);
    await page.getByText('"><img src=x onerror=window.hit=21> {{script}} $`').waitFor();
    await isHarmless(page);
    await picture('attack-front');
    for (const path of ['providers/', 'categories/']) {
      await page.goto(addressOf(path));
      const names = await page.locator('main li a').allTextContents();
      expect(names, path).toEqual(expect.arrayContaining(markup.map((name) => decodeReferences(name))));
      await isHarmless(page);
    }
  });

  it('show every list and every question to it safely', async () => {
    const languages = countedIn(json('languages')).map(({ name }) => `languages/${encodeURIComponent(name)}/`);
    const { page } = await visit('');
    const ask = (query: Record<string, string>) => `?${String(new URLSearchParams(query))}`;
    const [script, image] = markup;
    for (const path of [
      'courses/',
      'charts/',
      'categories/1/',
      'categories/101/',
      'providers/1/',
      'providers/3/',
      ...languages,
      ...languages.map((list) => `${list}${ask({ sort: 'newest', page: '2' })}`),
      ...[script, image, 'onerror alert', ...markup].map((q) => `courses/${ask({ q })}`),
      ...markup.map(
        (value) => `courses/${ask({ language: value, level: value, sort: value, page: value, [value]: value })}`,
      ),
      `courses/${ask({ provider: '2', category: '102', author: image })}#${encodeURIComponent(image)}`,
      `embed/${ask({ language: image, query: script, locale: image, filters: 'language provider category' })}`,
      `embed/${ask({ catalog: 'https://evil.example/', sort: image, fields: `${image}=1` })}`,
    ]) {
      await page.goto(addressOf(path));
      if ((await page.locator('course-list > form').count()) > 0) await shown(page);
      else await page.waitForLoadState('networkidle');
      expect({ ...none, elements: [] }, path).toEqual(await harmIn(page, path.startsWith('embed/')));
    }
  });

  it('find, filter and suggest titles and names made of markup', async () => {
    const { page } = await visit('charts/');
    await searchField(page).pressSequentially('alert');
    await page.getByRole('option').first().waitFor();
    await isHarmless(page);
    await searchField(page).press('Enter');
    await announced(page, 'found');
    expect((await textsOf(titlesIn(page))).join()).toContain(markup[0]);
    await isHarmless(page);
    for (const name of ['Language', 'Category', 'Provider']) {
      await show(page, addressOf('courses/'));
      await filterField(page, name).selectOption({ index: 1 });
      await shown(page);
      await isHarmless(page);
    }
    await listField(page).fill(markup[1]);
    await page.waitForURL(/q=/u);
    await shown(page);
    await isHarmless(page);
  });

  it('show every course safely', async () => {
    const latest = identified.parse(json('courses/latest'));
    const hashes = new Map(latest.map(({ id, linkhash }) => [id, linkhash]));
    const { page, picture } = await visit('');
    for (const { id, title, linkurl } of attackCourses) {
      const course = addressOf(`courses/${hashes.get(id)}/`);
      await page.goto(course);
      expect(await page.locator('h1').textContent()).toBe(decodeReferences(title));
      await isHarmless(page);
      await page.locator('.description').getByText('safe').last().waitFor();
      const isWeb = linkurl.startsWith('https://');
      expect(await page.getByRole('link', { name: 'Go to the course' }).count(), linkurl).toBe(isWeb ? 1 : 0);
      await picture(`attack-course-${id}`);
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
  expect(await harmIn(page)).toEqual(none);
}

/** The page for frames leads out of them by a `base` of its own. */
async function harmIn(page: Page, isFrame = false): Promise<unknown> {
  if (isFrame) await page.evaluate(`document.querySelector('base[target=_top]:not([href])').remove()`);
  return page.evaluate(harm);
}
