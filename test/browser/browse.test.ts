// Browsing: from the start through the lists to a course and back, as a person does, held against the files of the API.
import { describe, expect, it } from 'vitest';
import { categoriesIn, countedIn, coursesOf } from './published.ts';
import { openStage, showingsOf } from './stage.ts';
import {
  coursesIn,
  goToLast,
  hashesOf,
  headingOf,
  inWords,
  stepOf,
  textsOf,
  waitForPage,
  waitForView,
} from './views.ts';

const stage = openStage('sample', 'real');

describe.each(showingsOf('sample', 'real'))('the page of %s', (_, showing) => {
  const lists = { sample: 'English', real: 'Spanish' } as const;
  const language = showing.catalog === 'real' ? lists.real : lists.sample;
  const list = `#/languages/${language}/courses/`;

  it.skipIf(showing.isSkipped)(
    'shows the latest courses, the categories, the providers and the languages',
    async () => {
      const { json } = stage.site(showing.catalog);
      await stage.visit(showing, '', async ({ page, picture }) => {
        await waitForView(page, 'Courses of the world');
        expect(await hashesOf(coursesIn(page, 'Latest courses'))).toEqual(coursesOf(json('courses/latest')));
        for (const [region, all] of [
          ['Categories', categoriesIn(json('categories'))],
          ['Providers', countedIn(json('providers'))],
          ['Languages', countedIn(json('languages'))],
        ] as const) {
          const shown = await textsOf(page.getByRole('region', { name: region, exact: true }).getByRole('listitem'));
          expect(shown.length).toBeGreaterThan(5);
          const known = all.map(({ name, course_count }) => `${name} ${inWords(course_count)} courses`);
          for (const text of shown) expect(known.filter((line) => text.startsWith(line))).not.toEqual([]);
        }
        await picture(`start-${showing.catalog}-${showing.host}`);
      });
    },
  );

  it.skipIf(showing.isSkipped)('walks a list to its end, and shows each of its courses once', async () => {
    const { json } = stage.site(showing.catalog);
    const count = countedIn(json('languages')).find(({ name }) => name === language)?.course_count ?? 0;
    await stage.visit(showing, '', async ({ page, picture }) => {
      const region = page.getByRole('region', { name: 'Languages', exact: true });
      await region.getByRole('link', { name: language, exact: true }).click();
      const seen: string[] = [];
      let pages = 1;
      for (; ; pages += 1) {
        await page.waitForURL((url) => url.hash === (pages === 1 ? list : `${list}page/${pages}/`));
        await waitForPage(page, pages);
        const links = coursesIn(page, `Courses of ${language}`);
        const hashes = await hashesOf(links);
        expect(hashes).toEqual(coursesOf(json(`languages/${language}/courses/page/${pages}`)));
        seen.push(...hashes);
        const next = stepOf(page, 'Next');
        if ((await next.getAttribute('aria-disabled')) === 'true') break;
        await next.click();
      }
      expect(pages).toBeGreaterThan(5);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      expect(await headingOf(page).textContent()).toBe(language);
      await picture(`list-${showing.catalog}-${showing.host}`);
    });
  });

  it.skipIf(showing.isSkipped)('goes back and forward, and stays where it is on reload', async () => {
    await stage.visit(showing, list, async ({ page }) => {
      await waitForPage(page, 1);
      await stepOf(page, 'Next').click();
      await waitForPage(page, 2);
      const links = coursesIn(page, `Courses of ${language}`);
      const title = (await links.first().textContent()) ?? '';
      const hashes = await hashesOf(links);
      await links.first().click();
      await waitForView(page, title);
      await page.goBack();
      await waitForPage(page, 2);
      expect(await hashesOf(links)).toEqual(hashes);
      await page.goBack();
      await waitForPage(page, 1);
      await page.goForward();
      await waitForPage(page, 2);
      await page.goForward();
      await waitForView(page, title);
      await page.reload();
      await waitForView(page, title);
      await page.goBack();
      await waitForPage(page, 2);
      expect(await hashesOf(links)).toEqual(hashes);
    });
  });

  it.skipIf(showing.isSkipped)('has addresses that show the same to somebody else', async () => {
    await stage.visit(showing, list, async ({ page }) => {
      await goToLast(page);
      const links = coursesIn(page, `Courses of ${language}`);
      const [{ hash }, hashes] = [new URL(page.url()), await hashesOf(links)];
      await stage.visit(showing, hash, async (other) => {
        await waitForView(other.page, language);
        expect(await hashesOf(coursesIn(other.page, `Courses of ${language}`))).toEqual(hashes);
      });
    });
  });
});
