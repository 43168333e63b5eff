// Attacks: texts of the catalog are shown as they were typed, and nothing of them runs, loads or leads anywhere.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { attackCourses, markup } from './attack.ts';
import { countedIn } from './published.ts';
import { openStage, showingsOf } from './stage.ts';
import { coursesIn, headingOf, show, textsOf } from './views.ts';

const stage = openStage('attack');

/** Everything in the page that no catalog may bring there. */
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

describe.each(showingsOf('attack'))('the page of %s', (_, showing) => {
  const address = (fragment: string) => `${stage.site('attack').at[showing.host]}${fragment}`;

  it.skipIf(showing.isSkipped)('shows titles, names and the title of the site as typed', async () => {
    await stage.visit(showing, '', async ({ page, picture }) => {
      const title = `</title><script>window.hit=20</script> {{policy}} $& "quoted" & more`;
      expect(await headingOf(page).textContent()).toBe(title);
      expect(await page.title()).toBe(title);
      await page.getByText('"><img src=x onerror=window.hit=21> {{script}} $`').waitFor();
      for (const region of ['Categories', 'Providers']) {
        const texts = await page.getByRole('region', { name: region, exact: true }).locator('bdi').allTextContents();
        expect(texts).toEqual(expect.arrayContaining([...markup]));
      }
      await isHarmless(page);
      await picture(`attack-start-${showing.host}`);
    });
  });

  it.skipIf(showing.isSkipped)('shows every list of it', async () => {
    const languages = countedIn(stage.site('attack').json('languages')).map(({ name }) => encodeURIComponent(name));
    await stage.visit(showing, '', async ({ page }) => {
      for (const fragment of [
        '#/categories/',
        '#/providers/',
        '#/languages/',
        '#/charts/',
        '#/categories/1/',
        '#/categories/2/',
        '#/categories/101/',
        '#/providers/1/courses/',
        '#/providers/3/courses/',
        ...languages.map((name) => `#/languages/${name}/courses/page/2/`),
        `#/search/${encodeURIComponent('onerror alert')}/`,
        `#/search/${encodeURIComponent(markup[0])}/`,
        `#/${encodeURIComponent('"><img src=x onerror=window.hit=22>')}/`,
      ]) {
        await show(page, address(fragment));
        expect(await headingOf(page).textContent(), fragment).not.toBe('This could not be loaded');
        await isHarmless(page);
      }
    });
  });

  it.skipIf(showing.isSkipped)('finds and opens titles made of markup', async () => {
    await stage.visit(showing, '', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Search courses' }).pressSequentially('alert');
      await page.getByRole('option').first().waitFor();
      await isHarmless(page);
      await page.getByRole('combobox', { name: 'Search courses' }).press('Enter');
      await coursesIn(page, 'Results').first().waitFor();
      expect((await textsOf(coursesIn(page, 'Results'))).join()).toContain(markup[0]);
      await isHarmless(page);
    });
  });

  it.skipIf(showing.isSkipped)('shows every course safely', async () => {
    await stage.visit(showing, '', async ({ page, picture }) => {
      for (const { id, title, linkurl } of attackCourses) {
        const course = address(`#/courses/view/${linkhashOf(id)}/`);
        await show(page, course);
        expect(await headingOf(page).textContent()).toBe(title);
        await isHarmless(page);
        await page.getByRole('region', { name: 'Description' }).getByText('safe').last().waitFor();
        await page.getByRole('main').getByText(linkurl.trim(), { exact: true }).waitFor();
        const name = markup[(id - 1) % markup.length] ?? '';
        const details = page.getByRole('region', { name: 'Details' }).getByRole('link');
        expect(await details.allTextContents()).toEqual(expect.arrayContaining([name, `${name}/${name} below`]));
        const isWeb = linkurl.startsWith('https://');
        expect(await page.getByRole('link', { name: 'Go to the course' }).count(), linkurl).toBe(isWeb ? 1 : 0);
        await picture(`attack-course-${id}-${showing.host}`);
        // What is left of links without an address.
        for (const link of await page.locator('.description a:not([href])').all()) await link.click();
        await isHarmless(page);
        expect(page.url()).toBe(course);
      }
    });
  });
});

function linkhashOf(id: number): string {
  const latest = z.array(z.object({ id: z.number(), linkhash: z.string() }));
  const found = latest.parse(stage.site('attack').json('courses/latest')).find((course) => course.id === id);
  if (!found) throw new Error(`course ${id} is not among the latest`);
  return found.linkhash;
}

async function isHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(harm)).toEqual(none);
}
