// The address of a list: it follows every choice, whoever goes back, forward, reloads or copies it sees the same, and nobody a blank page.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onOneHost } from './deployments.ts';
import {
  announced,
  expectedCourses,
  filterField,
  hold,
  listField,
  rendered,
  scrolled,
  show,
  shown,
  textsOf,
  titlesIn,
  waitForQuery,
} from './lists.ts';

const stepOf = (page: Page, name: string) =>
  page.locator('course-list').getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters', exact: true }).getByRole('link');

describeEach(onOneHost('fields'), 'the addresses of', ({ addressOf, visit }) => {
  it('restore choices, courses and the place on the page on the way back and forward, and after a reload', async () => {
    const { page } = await visit('courses/');
    await shown(page);
    const steps: { query: string; titles: string[]; top: number }[] = [];
    /** Scrolls to what leads on from this list, and keeps how far that was. */
    const remember = async (query: string, next: Locator) => {
      await waitForQuery(page, query);
      await shown(page);
      await next.scrollIntoViewIfNeeded();
      steps.push({ query, titles: await textsOf(titlesIn(page)), top: Math.round(await scrolled(page)) });
      return next;
    };
    await (await remember('', filterField(page, 'Language'))).selectOption('English');
    await (await remember('?language=English', stepOf(page, 'Next page'))).click();
    await (await remember('?language=English&page=2', stepOf(page, 'Next page'))).click();
    await (await remember('?language=English&page=3', titlesIn(page).nth(12))).click();
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    const isAt = async ({ query, titles, top }: (typeof steps)[number]) => {
      await waitForQuery(page, query);
      await expect.poll(async () => textsOf(titlesIn(page)), { message: query }).toEqual(titles);
      await expect.poll(async () => Math.round(await scrolled(page)), { message: query }).toBe(top);
    };
    for (const step of steps.toReversed()) {
      await page.goBack();
      await isAt(step);
    }
    expect(await filterField(page, 'Language').inputValue()).toBe('');
    for (const step of steps.slice(1)) {
      await page.goForward();
      await isAt(step);
    }
    expect(await filterField(page, 'Language').inputValue()).toBe('English');
    await page.reload();
    await isAt(steps[3] ?? { query: 'none', titles: [], top: 0 });
    expect(new Set(steps.map(({ titles }) => titles.join('\n'))).size).toBe(4);
    expect(Math.min(...steps.slice(1).map(({ top }) => top))).toBeGreaterThan(100);
  });

  it('keep each other while courses are loading, and typing makes one step back', async () => {
    const { page } = await visit('courses/');
    await shown(page);
    await listField(page).pressSequentially('python', { delay: 200 });
    await waitForQuery(page, '?q=python');
    await shown(page);
    const send = await hold(page, '**/search/courses/**');
    await filterField(page, 'Language').selectOption('Hindi');
    await filterField(page, 'Level').selectOption({ index: 1 });
    await filterField(page, 'Sort by').selectOption('newest');
    await page.waitForURL(/\?q=python&language=Hindi&level=\w+&sort=newest$/u);
    send();
    await shown(page);
    await chips(page).filter({ hasText: 'Hindi' }).click();
    await page.waitForURL(/\?q=python&level=\w+&sort=newest$/u);
    await chips(page).filter({ hasText: 'Clear all' }).click();
    await waitForQuery(page, '?q=python&sort=newest');
    for (const query of [
      /q=python&level=\w+&sort=newest$/u,
      /q=python&language=Hindi&level=\w+&sort=newest$/u,
      /q=python&language=Hindi&level=\w+$/u,
      /q=python&language=Hindi$/u,
      /q=python$/u,
      /courses\/$/u,
    ]) {
      await page.goBack();
      await page.waitForURL(query);
    }
    await expect.poll(async () => listField(page).inputValue()).toBe('');
  });

  it('have their text in the field before anything is found', async () => {
    const { page } = await visit('courses/');
    const send = await hold(page, '**/search/**');
    await page.goto(addressOf('courses/?q=python&language=German'));
    await announced(page, 'Loading');
    expect(await listField(page).inputValue()).toBe('python');
    send();
    await announced(page, 'courses found');
  });

  it('may have several values of a filter, each of which can be removed', async () => {
    const choices = ['French', 'Thai'].map((value) => ({ kind: 'language', value }));
    const both = await expectedCourses(choices);
    const { page } = await visit('courses/?language=French&language=Thai&utm_source=x');
    await announced(page, `${both.length} courses`);
    expect(await textsOf(titlesIn(page))).toEqual(both.slice(0, 20).map(({ title }) => rendered(title)));
    const link = chips(page).filter({ hasText: 'French' });
    expect(await link.textContent()).toContain('Remove the filter Language:');
    const opened = page.context().waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    const other = await opened;
    await other.waitForURL(addressOf('courses/?language=Thai'));
    await other.close();
    await link.click();
    await waitForQuery(page, '?language=Thai');
    await announced(page, `${(await expectedCourses(choices.slice(1))).length} courses`);
  });

  it('may be wrong in every part, which is said above the courses', async () => {
    const markup = '<img src=x onerror=window.hit=1>';
    const parts = { language: 'Klingon', page: '-1', sort: 'beauty', level: markup, [markup]: '1', year: '' };
    const { page, picture } = await visit(`courses/?${String(new URLSearchParams(parts))}`);
    await page.locator('.ignored').waitFor();
    const said = await page.locator('.ignored').textContent();
    for (const part of ['language=Klingon', 'page=-1', 'sort=beauty', `level=${markup}`]) expect(said).toContain(part);
    expect(said).toContain(markup.slice(0, 20));
    expect(await titlesIn(page).count()).toBe(100);
    await picture('ignored');
    for (const [query, part] of [
      ['?page=151', 'page=151'],
      ['?page=1e3', 'page=1e3'],
      ['?page=2&page=3', 'page=3'],
      ['?q=%E0%A4%A&page=0', 'page=0'],
      ['?sort=title', 'sort=title'],
      [`?${'x'.repeat(7000)}=1`, 'xxx'],
    ] as const) {
      await show(page, addressOf(`courses/${query}`));
      await page.locator('.ignored').getByText(part).waitFor();
      expect(await page.locator('main li').filter({ visible: true }).count(), query).toBeGreaterThan(3);
    }
    // A list knows its own courses only.
    await show(page, addressOf('languages/German/?language=French&year=1900'));
    await page.locator('.ignored').getByText('year=1900').waitFor();
    expect(await page.evaluate('window.hit ?? null')).toBe(null);
  });

  it('leave the courses of the file where they ask for nothing that is known, on every page of a list', async () => {
    const { page } = await visit('courses/page/2/');
    await shown(page);
    const ofFile = await textsOf(titlesIn(page));
    expect(ofFile).toHaveLength(100);
    await show(page, addressOf('courses/page/2/?utm_source=letter'));
    expect(await textsOf(titlesIn(page))).toEqual(ofFile);
    expect(await page.locator('.ignored').count()).toBe(0);
    await show(page, addressOf('courses/page/2/?from=letter&language=Klingon'));
    expect(await textsOf(page.locator('.ignored bdi'))).toEqual(['from=letter', 'language=Klingon']);
    expect(await textsOf(titlesIn(page))).toEqual(ofFile);
    await filterField(page, 'Language').selectOption('German');
    await page.waitForURL(addressOf('courses/?language=German'));
    await page.goBack();
    await expect.poll(async () => textsOf(titlesIn(page))).toEqual(ofFile);
  });

  it('go on in one order where there are too many courses for that which was asked for', async () => {
    const { page } = await visit('courses/?q=python&sort=newest');
    const orders: string[][] = [];
    for (const sort of ['', '&sort=title']) {
      await show(page, addressOf(`courses/?q=e${sort}`));
      const first = await textsOf(titlesIn(page));
      await stepOf(page, 'Next page').click();
      await waitForQuery(page, '?q=e&page=2');
      await shown(page);
      orders.push([...first, ...(await textsOf(titlesIn(page)))]);
    }
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[0]).toHaveLength(40);
  });

  it('may have a text of 100 kB, with whose words nothing is found', async () => {
    const { page } = await visit('courses/');
    await shown(page);
    await listField(page).fill('python qqqxzz '.repeat(7200));
    await announced(page, '0 courses found');
    await page.getByRole('link', { name: 'Browse all courses' }).click();
    await page.waitForURL(addressOf('courses/'));
    await expect.poll(async () => titlesIn(page).count()).toBeGreaterThan(99);
  });

  it('lead from the later pages of a list to its first, and to the file again without a query', async () => {
    const { page } = await visit('languages/English/page/2/');
    await shown(page);
    const ofFile = await textsOf(titlesIn(page));
    await filterField(page, 'Level').selectOption('beginner');
    await page.waitForURL(addressOf('languages/English/?level=beginner'));
    await announced(page, 'courses');
    await page.goBack();
    await page.waitForURL(addressOf('languages/English/page/2/'));
    await expect.poll(async () => textsOf(titlesIn(page))).toEqual(ofFile);
    await filterField(page, 'Level').selectOption('beginner');
    await page.waitForURL(addressOf('languages/English/?level=beginner'));
    await shown(page);
    await chips(page).filter({ hasText: 'Clear all' }).click();
    await page.waitForURL(addressOf('languages/English/'));
    await expect.poll(async () => titlesIn(page).count()).toBe(100);
  });
});
