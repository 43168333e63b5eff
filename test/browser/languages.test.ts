// The languages of the catalog page: that of the visitor in every screen, also from right to left, and the page before its script runs.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { localeOf } from '../../src/text/locales/locales.ts';
import { localeTags } from '../../src/text/locales/tags.ts';
import { axeFaults } from './axe.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { coursesOf } from './published.ts';
import { headingOf, hold, show, textsOf } from './screens.ts';

const screens = ['#/', '#/categories/', '#/languages/', '#/charts/', '#/courses/', '#/search/', '#/search/a/', '#/x/'];
const languageOf = (page: Page) => page.evaluate('document.documentElement.lang + " " + document.documentElement.dir');
const isWithin = 'document.documentElement.scrollWidth <= innerWidth';

describeEach(onOneHost('sample'), 'the page of', ({ visit }) => {
  it.each(localeTags)('is in the language of a visitor who reads %s', async (tag) => {
    const { text, dir } = localeOf(tag);
    const { page, picture } = await visit('', { languages: ['tlh', `${tag}-XX`, 'en'] });
    await headingOf(page).waitFor();
    expect(await languageOf(page)).toBe(`${tag}-XX ${dir}`);
    await page
      .getByRole('navigation', { name: text('frame.navigation') })
      .getByText(text('nav.charts'))
      .waitFor();
    await page.getByRole('heading', { name: text('start.latest') }).waitFor();
    await picture(`language-${tag}`);
  });

  it('is in its own language for a visitor who reads none of these, and if the messages cannot be loaded', async () => {
    const { page } = await visit('', { languages: ['tlh'] });
    await headingOf(page).waitFor();
    expect(await languageOf(page)).toBe('en ltr');
    for (const odd of ['C', 'en-US@posix']) {
      const search = await visit('#/search/a/', { languages: [odd] });
      await headingOf(search.page).getByText('Search: a').waitFor();
      expect(await languageOf(search.page)).toBe('en ltr');
    }
    const other = await visit('', {
      languages: ['de'],
      before: async (opened) => opened.route('**/assets/de-*', async (route) => route.abort()),
    });
    await headingOf(other.page).waitFor();
    expect(await languageOf(other.page)).toBe('en ltr');
    expect(
      other.faults.splice(0).filter((fault) => !fault.includes('assets/de-') && !fault.includes('ERR_FAILED')),
    ).toEqual([]);
  });
});

describeEach(onOneHost('sample'), 'the page of', ({ addressOf, json, visit }) => {
  it.each(['ar', 'de'])('passes axe and fits in every screen for who reads %s', async (tag) => {
    const { page, picture } = await visit('', { languages: [tag] });
    for (const screen of [...screens, `#/courses/view/${coursesOf(json('courses/latest'))[0]}/`]) {
      await show(page, addressOf(screen));
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(isWithin), `${screen} at ${width} pixels`).toBe(true);
        await picture(`screen-${tag}-${width}-${screen.replaceAll(/\W+/gu, '-')}`);
      }
      // Its report on a language is that of any width.
      expect(await axeFaults(page), screen).toEqual([]);
    }
  });

  it('finds courses by the name of their language in that of the visitor', async () => {
    const countOf = async (tag: string, word: string) => {
      const { page } = await visit(`#/search/${word}/`, { languages: [tag] });
      await headingOf(page).waitFor();
      return /\d+/u.exec((await page.locator('.under-heading').textContent()) ?? '')?.[0];
    };
    const english = await countOf('en', 'english');
    expect(Number(english)).toBeGreaterThan(1);
    expect(await countOf('fr', 'anglais')).toBe(english);
    expect(await countOf('ar', 'الإنجليزية')).toBe(english);
  });

  it.each([1280, 375])('shows its lists before its script runs, where they stay, at %i pixels', async (width) => {
    let run = () => {};
    const { page } = await visit('', {
      viewport: { width, height: 800 },
      before: async (opened) => void (run = await hold(opened, '**/api/**')),
    });
    const before = await positionsIn(page);
    run();
    await headingOf(page).waitFor();
    expect(before.length).toBeGreaterThan(30);
    expect((await positionsIn(page)).slice(0, before.length)).toEqual(before);
  });
});

/** The texts of the start screen with their positions. */
async function positionsIn(page: Page): Promise<string[]> {
  const found = page.locator('.top a, .screen h1, .screen h2, .courses a, .items a, .figures strong, .all a');
  await found.first().waitFor();
  const texts = await textsOf(found);
  const places: unknown = await found.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect()].map(({ x, y }) => `${x} ${y}`)[0]),
  );
  return z
    .array(z.string())
    .parse(places)
    .map((place, at) => `${texts[at]} ${place}`);
}
