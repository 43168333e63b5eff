// Visits: a student finds the free courses for beginners in Spanish from everywhere, and copies an address that shows the same list.
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { readableName } from '../../src/text/character-references.ts';
import { listen } from '../helpers/ports.ts';
import { fieldsIn } from '../filters/fields-catalog.ts';
import type { SourceCourse } from '../filters/source.ts';
import { visit as visitAddress } from './chromium.ts';
import { describeEach, onEveryHost } from './deployments.ts';
import { parentIn } from './published.ts';
import {
  announced,
  expectedCourses,
  filterField,
  pageSize,
  rendered,
  searchField,
  show,
  shown,
  textsOf,
  titlesIn,
  waitForQuery,
} from './lists.ts';

const [spanish, beginner, free] = [
  { kind: 'language', value: 'Spanish' },
  { kind: 'level', value: 'beginner' },
  { kind: 'price', value: 'free' },
] as const;

describeEach(onEveryHost('fields'), 'a visit of', ({ addressOf, json, visit }) => {
  let wanted: SourceCourse[] = [];
  beforeAll(async () => {
    wanted = await expectedCourses([spanish, beginner, free]);
  });

  it('from the page of a course, which a search engine shows', async () => {
    const [course] = await expectedCourses([spanish]);
    const { page, picture } = await visit(`courses/${linkhashOf(fieldsIn(course?.id ?? 0).linkurl)}/`);
    expect(wanted.length).toBeGreaterThan(2);
    await page.getByRole('main').getByRole('link', { name: 'Spanish', exact: true }).click();
    await page.waitForURL(addressOf('languages/Spanish/'));
    await chooseBoth(page);
    await waitForQuery(page, '?level=beginner&price=free');
    await picture('visit-from-course');
    expect(await listed(page)).toEqual(expected());
  });

  it('from the page of a category, which a search engine shows, to one of its courses that are free', async () => {
    const category = { kind: 'category', value: parentIn(json('categories')) };
    const inCategory = await expectedCourses([category, free]);
    expect(inCategory.length).toBeGreaterThan(2);
    const { page, picture } = await visit(`categories/${category.value}/`);
    await shown(page);
    await filterField(page, 'Price').selectOption('free');
    await page.waitForURL(addressOf(`categories/${category.value}/?price=free`));
    await announced(page, `${inCategory.length} courses`);
    await shown(page);
    await picture('visit-from-category');
    const titles = inCategory.slice(0, pageSize).map(({ title }) => rendered(readableName(title)));
    expect(await textsOf(titlesIn(page))).toEqual(titles);
    const other = await page.context().newPage();
    await show(other, page.url());
    expect(await textsOf(titlesIn(other))).toEqual(titles);
    await other.close();
    await titlesIn(page).first().click();
    const course = await page.getByRole('link', { name: 'Go to the course' }).getAttribute('href');
    expect(course).toBe(fieldsIn(inCategory[0]?.id ?? 0).linkurl);
  });

  it('from the list of all courses', async () => {
    const { page } = await visit('courses/');
    await shown(page);
    await filterField(page, 'Language').selectOption('Spanish');
    await waitForQuery(page, '?language=Spanish');
    await chooseBoth(page);
    await waitForChoices(page);
    expect(await listed(page)).toEqual(expected());
  });

  it('from the front page, whose words become filters where nothing else is found', async () => {
    const { page, picture } = await visit('');
    await searchField(page).fill('free beginner spanish');
    await searchField(page).press('Enter');
    await waitForChoices(page);
    await announced(page, 'Spanish');
    await picture('visit-from-front');
    expect(await listed(page)).toEqual(expected());
  });

  it('from a list in a page of another site', async () => {
    const catalog = addressOf('');
    const list = `<script type="module" src="${catalog}embed/course-list.js"></script><course-list catalog="${catalog}" language="Spanish" fields="level=beginner&price=free" limit="2"></course-list>`;
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(list));
    const { url, close } = await listen(other);
    onTestFinished(close);
    const { page, faults } = await visitAddress(url);
    await page.getByRole('link', { name: 'All results' }).click();
    await waitForChoices(page);
    expect(await listed(page)).toEqual(expected());
    // To the page of the other site, the catalog is another host.
    const others = faults
      .splice(0)
      .filter((fault) => !fault.includes(new URL(catalog).host) && !fault.includes('/favicon.ico'));
    expect(others).toEqual([]);
  });

  /** Waits for the list of all courses with the three choices. */
  async function waitForChoices(page: Page): Promise<void> {
    const chosen = [spanish, beginner, free].map(({ kind, value }) => `${kind}=${value}`);
    await page.waitForURL(({ href, search }) => {
      return href.startsWith(addressOf('courses/?')) && search.slice(1).split('&').toSorted().join() === chosen.join();
    });
  }

  /** What the list shows, here and to anybody else at its address, and where its first course is. */
  async function listed(page: Page): Promise<unknown> {
    await announced(page, `${wanted.length} courses`);
    await shown(page);
    const [titles, rows] = [await textsOf(titlesIn(page)), await textsOf(page.locator('course-list .results .labels'))];
    const other = await page.context().newPage();
    await show(other, page.url());
    const elsewhere = await textsOf(titlesIn(other));
    await other.close();
    await titlesIn(page).first().click();
    const course = await page.getByRole('link', { name: 'Go to the course' }).getAttribute('href');
    return { titles, elsewhere, others: rows.filter((row) => !/Free.*Beginner/u.test(row)), course };
  }

  /** What it has to show, by the source. */
  function expected(): unknown {
    const titles = wanted.slice(0, pageSize).map(({ title }) => rendered(title));
    return { titles, elsewhere: titles, others: [], course: fieldsIn(wanted[0]?.id ?? 0).linkurl };
  }
});

async function chooseBoth(page: Page): Promise<void> {
  await shown(page);
  await filterField(page, 'Level').selectOption('beginner');
  await filterField(page, 'Price').selectOption('free');
}
