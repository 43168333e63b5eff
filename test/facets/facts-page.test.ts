// Facts in the catalog page as a visitor meets them: filters that are loaded on demand, orders, rows, and the screen of a course.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { linkhashOf } from '../../src/catalog/course.ts';
import { axeFaults } from '../browser/axe.ts';
import { describeEach, onOneHost } from '../browser/deployments.ts';
import { coursesIn, headingOf, show, textsOf, waitForScreen } from '../browser/screens.ts';
import { attack, audiences, dayIn, factsCatalog, factsIn } from './facts-catalog.ts';
import { left, readSource } from './source.ts';

const phone = { width: 375, height: 760 };
const isHit = 'window.hit ?? null';

/** The terms and descriptions of the details of a course, on the page and on a screen. */
const readDetails = `[...document.querySelectorAll('.details > div')].map((row) => [
  row.querySelector('dt').textContent,
  [...(row.querySelector('ul')?.children ?? [row.querySelector('dd')])].map((one) => one.textContent.replaceAll('\\u00a0', ' ').trim()).join('; '),
])`;
const details = z.array(z.tuple([z.string(), z.string()]));

describeEach(onOneHost('facts'), 'the facts of', ({ addressOf, visit }) => {
  it('load nothing before a filter is opened, then its file alone, and that of a choice in the address', async () => {
    const { page, responses } = await visit('');
    await headingOf(page).waitFor();
    const loaded = () => responses.flatMap((response) => /search\/facts.*/u.exec(response.url())?.[0] ?? []);
    expect(loaded()).toEqual([]);
    await show(page, addressOf('#/courses/'));
    expect(loaded()).toEqual(['search/facts.json']);
    await page.getByRole('button', { name: 'Level' }).click();
    await page
      .getByRole('list', { name: 'Level' })
      .getByRole('checkbox', { name: /^Beginner/u })
      .check();
    await page.waitForURL(/\?level=beginner$/u);
    const { courses } = await readSource(factsCatalog);
    const beginners = left(courses, [{ kind: 'level', value: 'beginner' }]);
    await page.locator('.under-heading').getByText(`${beginners.length} courses`).waitFor();
    expect(loaded()).toEqual(['search/facts.json', 'search/facts/level.json']);

    const other = await visit('#/courses/?price=free&level=beginner&utm_source=x');
    await headingOf(other.page).waitFor();
    const free = left(beginners, [{ kind: 'price', value: 'free' }]);
    await other.page.locator('.under-heading').getByText(`${free.length} courses`).waitFor();
    await other.page.getByRole('link', { name: 'Remove the filter Price: Free' }).click();
    await other.page.waitForURL(/\?level=beginner/u);
    await other.page.locator('.under-heading').getByText(`${beginners.length} courses`).waitFor();
    await other.page.getByRole('link', { name: 'Clear all' }).click();
    await other.page.locator('.under-heading').getByText('3,000 courses').waitFor();
    expect(await other.page.getByRole('button', { name: 'Level' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('filter a list and a search, in the words of the visitor', async () => {
    const { courses } = await readSource(factsCatalog);
    const { page, picture } = await visit('#/languages/German/courses/?level=advanced', { languages: ['de'] });
    await headingOf(page).waitFor();
    const found = left(courses, [
      { kind: 'language', value: 'German' },
      { kind: 'level', value: 'advanced' },
    ]);
    await page.locator('.under-heading').getByText(`${found.length} Kurse`).waitFor();
    await page.getByRole('link', { name: /Niveau: Fortgeschrittene/u }).waitFor();
    await page.getByRole('button', { name: 'Untertitel' }).click();
    await page.getByRole('list', { name: 'Untertitel' }).getByText('Spanisch').waitFor();
    for (const row of await textsOf(page.locator('.courses .facts'))) expect(row).toContain('Fortgeschrittene');
    await picture('facts-filters');
    await show(page, addressOf('#/search/python/?price=free'));
    const rows = await textsOf(page.locator('.courses .facts'));
    expect(rows.length).toBe(10);
    for (const row of rows) expect(row).toContain('Kostenlos');
  });

  it('say that a file failed, and load it again', async () => {
    const { page, faults } = await visit('#/courses/');
    await headingOf(page).waitFor();
    await page.route('**/search/facts/price.json', (route) => route.fulfill({ status: 500, body: 'broken' }));
    const button = page.getByRole('button', { name: 'Price' });
    await button.click();
    await page.getByText('More could not be loaded. Try again.').waitFor();
    await page.unroute('**/search/facts/price.json');
    await button.click();
    await button.click();
    await page.getByRole('list', { name: 'Price' }).getByRole('checkbox', { name: /^Free/u }).waitFor();
    await expect.poll(() => faults.length).toBe(2);
    faults.splice(0);
  });

  it('sort by the soonest start, courses without one to come last, and the newest first of equal ones', async () => {
    const { courses } = await readSource(factsCatalog);
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Start: soonest first');
    await page.waitForURL(/\?sort=start_date$/u);
    const today = dayIn(0);
    const keyOf = (id: number) => {
      const { start_date } = factsIn(id);
      return start_date >= today ? start_date : '9999';
    };
    const soonest = courses.toSorted(
      (one, other) =>
        keyOf(one.id).localeCompare(keyOf(other.id)) || other.date.localeCompare(one.date) || other.id - one.id,
    );
    await expectTitles(page, soonest);
    expect(keyOf(soonest[0]?.id ?? 0)).toBe(today);
  });

  it('do not sort by prices in several currencies, and offer no order where no course has a fact', async () => {
    const { page } = await visit('#/courses/?sort=price');
    await headingOf(page).waitFor();
    const orders = await textsOf(page.getByRole('combobox', { name: 'Sort by' }).getByRole('option'));
    expect(orders).toEqual(['Newest', 'Title (up to 200 courses)', 'Start: soonest first']);
  });

  it('find one of a thousand values, and show texts that look like markup or are very long', async () => {
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    await page.getByRole('button', { name: 'For whom' }).click();
    await page.getByRole('searchbox', { name: 'Find a value' }).fill(`group ${audiences - 1}`);
    await page.getByRole('list', { name: 'For whom' }).getByRole('checkbox').check();
    await page.locator('.under-heading').getByText('3 courses').waitFor();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.getByRole('searchbox', { name: 'Find a value' }).fill('a long text');
    await page.getByRole('list', { name: 'For whom' }).getByText('a long text').waitFor();
    await show(page, addressOf(`#/courses/?level=${encodeURIComponent(attack)}&price=${encodeURIComponent(attack)}`));
    expect(await headingOf(page).textContent()).toBe('All courses');
    await page.getByRole('link', { name: `Remove the filter Level: ${attack}` }).waitFor();
    await page.getByText('No course passes all these filters.').waitFor();
    expect(await page.evaluate(isHit)).toBeNull();
  });

  it('are on the screen of a course, as on its page', async () => {
    const { page, picture } = await visit('');
    const labels = new Set(['Level', 'Price', 'Duration', 'Format', 'Start', 'Prerequisites', 'Subtitles', 'For whom']);
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const linkhash = linkhashOf(factsIn(id).linkurl);
      const shownAt = async (path: string) => {
        await page.goto(addressOf(path));
        await page.locator(path.startsWith('#') ? `main[aria-busy="false"] h1` : 'h1').waitFor();
        const shown = details.parse(await page.evaluate(readDetails));
        return shown.filter(([label]) => labels.has(label));
      };
      const onPage = await shownAt(`courses/${linkhash}/`);
      expect(await shownAt(`#/courses/view/${linkhash}/`)).toEqual(onPage);
      expect(onPage.length).toBeGreaterThan(1);
    }
    await page.locator('.details').first().scrollIntoViewIfNeeded();
    await picture('facts-course');
    expect(await page.evaluate(isHit)).toBeNull();
  });

  it.each([
    ['de', 'Niveau', 'Fortgeschrittene', 'Preis', '5,00 €'],
    ['ar', 'المستوى', 'متقدم', 'السعر', '5.00 €'],
  ])('are there in the words of who reads %s', async (tag, level, advanced, price, amount) => {
    const { courses } = await readSource(factsCatalog);
    const { id = 0 } =
      courses.find((course) => factsIn(course.id).level === 'advanced' && factsIn(course.id).price === '5 EUR') ?? {};
    const { page, picture } = await visit(`#/courses/view/${linkhashOf(factsIn(id).linkurl)}/`, { languages: [tag] });
    await headingOf(page).waitFor();
    const shown = new Map(details.parse(await page.evaluate(readDetails)));
    expect(shown.get(level)).toBe(advanced);
    expect(shown.get(price)).toContain(amount);
    await picture(`facts-course-${tag}`);
  });

  it('leave the rest of a course where they cannot be loaded, and say so', async () => {
    const { page, faults } = await visit('');
    await headingOf(page).waitFor();
    await page.route('**/search/courses/**', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await show(page, addressOf(`#/courses/view/${linkhashOf(factsIn(3).linkurl)}/`));
    await page.getByText('Not everything could be loaded').waitFor();
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    await expect.poll(() => faults.length).toBe(2);
    faults.splice(0);
  });

  it('pass axe in light and dark, with a filter open in the sheet of a phone too', async () => {
    const { page, picture } = await visit('#/courses/?level=beginner');
    await headingOf(page).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('list', { name: 'Start' }).waitFor();
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await axeFaults(page)));
    }
    await picture('facts-dark');
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    faults.push(...(await axeFaults(page)));
    await picture('facts-sheet');
    expect(faults).toEqual([]);
  });
});

describeEach(onOneHost('varied'), 'a catalog without facts:', ({ addressOf, visit }) => {
  it('loads nothing of them, and has no filter or order more', async () => {
    const { page, responses } = await visit('#/courses/?level=beginner');
    await waitForScreen(page, 'Courses');
    await page.locator('.under-heading').getByText('3,000 courses').waitFor();
    expect(await page.locator('.facet [aria-expanded]').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).getByRole('option').count()).toBe(2);
    await coursesIn(page, 'Results').first().click();
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    await show(page, addressOf('#/search/python/'));
    expect(responses.map((response) => response.url()).filter((url) => /facts/u.test(url))).toEqual([]);
  });
});

async function expectTitles(page: Page, courses: readonly { readonly title: string }[]): Promise<void> {
  const titles = courses.slice(0, 10).map(({ title }) => title.replaceAll(/\s+/gu, ' ').trim());
  await expect.poll(async () => textsOf(coursesIn(page, 'Results'))).toEqual(titles);
}
