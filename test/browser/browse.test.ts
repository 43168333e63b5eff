// Browsing: from the start through the lists to a course and back, as a user does, compared with the files of the API, and what a browser loads for it.
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onOneHost, onSomeHosts, type Deployment } from './deployments.ts';
import { categoriesIn, countedIn, coursesOf } from './published.ts';
import {
  coursesIn,
  goToLast,
  hashesOf,
  headingOf,
  inWords,
  searchBox,
  stepOf,
  textsOf,
  waitForPage,
  waitForScreen,
} from './screens.ts';

/** A language with many courses. */
const languageOf = ({ catalog }: Deployment) => (catalog === 'varied' ? 'Spanish' : 'English');

describeEach(onSomeHosts('sample', 'varied'), 'the page of', (deployment) => {
  const { catalog, host, json, visit } = deployment;
  const language = languageOf(deployment);

  it('shows the latest courses, the categories, the providers and the languages', async () => {
    const { page, picture } = await visit('');
    await waitForScreen(page, 'Courses of the world');
    expect(await hashesOf(coursesIn(page, 'Latest courses'))).toEqual(coursesOf(json('courses/latest')));
    for (const [region, all] of [
      ['Categories', categoriesIn(json('categories'))],
      ['Providers', countedIn(json('providers'))],
      ['Languages', countedIn(json('languages'))],
    ] as const) {
      const shown = await textsOf(page.getByRole('region', { name: region, exact: true }).getByRole('listitem'));
      expect(shown.length).toBeGreaterThan(5);
      const known = all.map(
        ({ name, course_count }) => `${name} ${inWords(course_count)} ${inWords(course_count)} course`,
      );
      for (const text of shown) expect(known.filter((line) => text.startsWith(line))).not.toEqual([]);
    }
    await picture(`start-${catalog}-${host}`);
  });

  it('walks a list to its end, shows each of its courses once, and shows the last page to a new visitor too', async () => {
    const count = countedIn(json('languages')).find(({ name }) => name === language)?.course_count ?? 0;
    const { page, picture } = await visit('');
    const region = page.getByRole('region', { name: 'Languages', exact: true });
    await region.getByRole('link', { name: language, exact: true }).click();
    const seen: string[][] = [];
    for (let number = 1; ; number += 1) {
      const list = `#/languages/${language}/courses/`;
      await page.waitForURL(({ hash }) => hash === (number === 1 ? list : `${list}page/${number}/`));
      await waitForPage(page, number);
      const hashes = await hashesOf(coursesIn(page, `Courses: ${language}`));
      expect(hashes).toEqual(coursesOf(json(`languages/${language}/courses/page/${number}`)));
      seen.push(hashes);
      const next = stepOf(page, 'Next');
      if ((await next.getAttribute('aria-disabled')) === 'true') break;
      await next.click();
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.flat()).toHaveLength(count);
    expect(new Set(seen.flat()).size).toBe(count);
    expect(await headingOf(page).textContent()).toBe(language);
    await picture(`list-${catalog}-${host}`);
    // A query that chooses nothing, as links from elsewhere have, leaves the list as it is.
    const other = await visit(`${new URL(page.url()).hash}?utm_source=elsewhere`);
    await waitForScreen(other.page, language);
    expect(await hashesOf(coursesIn(other.page, `Courses: ${language}`))).toEqual(seen.at(-1));
  });
});

describeEach(onOneHost('sample', 'varied'), 'the page of', (deployment) => {
  it('goes back and forward, and stays in place on reload', async () => {
    const language = languageOf(deployment);
    const { page } = await deployment.visit(`#/languages/${language}/courses/`);
    await waitForPage(page, 1);
    await goToLast(page);
    await page.goBack();
    await waitForPage(page, 1);
    await stepOf(page, 'Next').click();
    await waitForPage(page, 2);
    const links = coursesIn(page, `Courses: ${language}`);
    const title = (await links.first().textContent()) ?? '';
    const hashes = await hashesOf(links);
    await links.first().click();
    await waitForScreen(page, title);
    await page.goBack();
    await waitForPage(page, 2);
    expect(await hashesOf(links)).toEqual(hashes);
    await page.goBack();
    await waitForPage(page, 1);
    await page.goForward();
    await waitForPage(page, 2);
    await page.goForward();
    await waitForScreen(page, title);
    await page.reload();
    await waitForScreen(page, title);
    await page.goBack();
    await waitForPage(page, 2);
    expect(await hashesOf(links)).toEqual(hashes);
  });
});

/** In bytes, compressed: scripts and style sheets together. */
const budget = 60_000;
/** In bytes, compressed: index files for the first letter. */
const firstLetter = 100_000;

describeEach(onOneHost('sample', 'varied'), 'the page of', ({ visit }) => {
  it(`loads less than ${budget} bytes of scripts and styles before the first list, and tens of kilobytes for the first letter`, async () => {
    const { page, responses } = await visit('');
    await headingOf(page).waitFor();
    await coursesIn(page, 'Latest courses').first().waitFor();
    const loaded = responses.filter((one) => ['script', 'stylesheet'].includes(one.request().resourceType()));
    const size = await sizeOf(loaded);
    // Both kinds are present, so the sum is not of nothing.
    expect(new Set(loaded.map((one) => one.request().resourceType())).size).toBe(2);
    expect(size).toBeGreaterThan(2000);
    expect(size).toBeLessThan(budget);

    const before = responses.length;
    await searchBox(page).pressSequentially('c');
    await page.getByRole('option').first().waitFor();
    const forLetter = await sizeOf(responses.slice(before));
    expect(forLetter).toBeGreaterThan(0);
    expect(forLetter).toBeLessThan(firstLetter);
  });
});

async function sizeOf(responses: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
