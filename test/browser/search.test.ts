// Searching: as you type, in the scripts of the catalog, with a typing error, and the results of the client of the package.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openCatalog } from '../../src/library/open-catalog.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { announced, edited, hold, listField, rendered, searchField, show, shown, textsOf, titlesIn } from './lists.ts';

/** What is typed, and a title that must be among the results. */
const searches = {
  arabic: ['الخوارزميات', 'مقدمة في الخوارزميات\u{200f}'],
  chinese: ['器学习', '机器学习从零开始'],
  cyrillic: ['туториал', 'Туториал по Git'],
  thai: ['ออกแบบ', 'การออกแบบอัลกอริทึม'],
  hebrew: ['מבוא לתכנות', 'מבוא לתכנות ב-Python\u{200e}'],
  'vietnamese without accents': ['nhap mon thuat toan', 'Nhập môn thuật toán'],
  'a typing error': ['deep lerning with pytorch', 'Deep Learning with PyTorch'],
  'a typing error in cyrillic': ['туториол git', 'Туториал по Git'],
} as const;

/** How many letters of a query are typed one by one. */
const typed = 3;
/** The most courses that are suggested. */
const suggestions = 6;

const options = (page: Page) => page.getByRole('option');
/** The titles among the suggestions: filters have a number of courses, and the last leads to all results. */
const suggested = async (page: Page) => textsOf(page.locator('[role=option]:has(.quiet) .title'));

describeEach(onOneHost('fields'), 'the search of', ({ addressOf, visit }) => {
  it('suggests while typing the first courses of the results page, in every script', async () => {
    const { page, picture } = await visit('');
    for (const [what, [query, title]] of Object.entries(searches)) {
      const box = searchField(page);
      await box.fill(query.slice(0, -typed));
      await box.pressSequentially(query.slice(-typed));
      await isAmong(options(page), title, what);
      if (what === 'arabic') await picture('suggestions');
      await box.press('Enter');
      await page.waitForURL(({ searchParams }) => searchParams.get('q') === query);
      await isAmong(titlesIn(page), title, what);
      const first = (await textsOf(titlesIn(page))).slice(0, suggestions);
      expect(await listField(page).inputValue()).toBe(query);
      // Until the last letter counts, those of the letters before it may be shown.
      await page.goto(addressOf(''));
      await box.pressSequentially(query);
      await expect.poll(async () => suggested(page), { message: what }).toEqual(first);
    }
  });

  it('opens a suggested course, all results, or a filter that a word names', async () => {
    const { page } = await visit('charts/');
    await searchField(page).fill('python');
    const first = page.locator('[role=option]:has(.quiet)').first();
    const title = rendered((await first.locator('.title').textContent()) ?? '');
    await first.click();
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    expect((await textsOf(page.locator('h1')))[0]).toBe(title);
    await searchField(page).fill('curso spanish');
    await options(page)
      .filter({ hasText: /^Spanish · \d+ courses?/u })
      .click();
    await page.waitForURL(addressOf('courses/?q=curso&language=Spanish'));
    await announced(page, 'courses found');
    const found = await textsOf(page.locator('course-list .by').filter({ visible: true }));
    for (const row of found) expect(row).toContain('Spanish');
    await searchField(page).fill('python');
    await options(page)
      .filter({ hasText: /^All [\d,]+ results$/u })
      .click();
    await page.waitForURL(addressOf('courses/?q=python'));
  });

  it('finds what the client of the package finds, in the same order', async () => {
    const catalog = await openCatalog(addressOf(''));
    // A visitor who prefers no language of the catalog.
    const { page } = await visit('courses/', { languages: ['tlh'] });
    for (const request of [
      { query: 'python' },
      { query: 'introd' },
      { query: 'data structures', language: 'English' },
      { query: 'videos.example machine' },
      { query: '"?" -' },
      { query: 'kurs', sort: 'newest', fields: { level: 'advanced' } },
      { query: '', language: 'German', fields: { price: 'free' } },
      { query: 'kurs', language: 'German', sort: 'title' },
      { query: 'algoritm', category: 1 },
    ] as const) {
      const { fields = {}, query, ...others } = { sort: undefined, language: undefined, ...request };
      const { total, courses } = await catalog.search({ ...request, limit: 20 });
      const parameters = { q: query, ...others, ...fields };
      const asked = Object.entries(parameters).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      await show(page, addressOf(`courses/?${String(new URLSearchParams(asked))}`));
      const titles = total === 0 ? [] : await textsOf(titlesIn(page));
      expect(titles, JSON.stringify(request)).toEqual(courses.map(({ title }) => rendered(title)));
      await announced(page, new RegExp(`^${total.toLocaleString('en')} course`, 'u'));
    }
  });

  it('puts courses in a language of the reader first', async () => {
    const { page } = await visit('courses/?q=python', { languages: ['es-MX'] });
    await shown(page);
    const rows = await textsOf(page.locator('course-list .by').filter({ visible: true }));
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row).toContain('Spanish');
  });

  it('names a way out where nothing is found', async () => {
    const { page, picture } = await visit('courses/?q=python+qqqxzzzqx&language=German');
    await announced(page, '0 courses found');
    expect(await page.locator('.empty').filter({ visible: true }).textContent()).toContain(
      'No course passes all these filters',
    );
    await picture('nothing-found');
    await page.getByRole('link', { name: /^Search without “qqqxzzzqx” · \d+ courses/u }).click();
    await page.waitForURL(addressOf('courses/?q=python&language=German'));
    await announced(page, /^[1-9]\d* courses? found/u);
    await show(page, addressOf('courses/?q=qqqxzzzqx+spanish'));
    await announced(page, '0 courses found');
    await page.getByRole('link', { name: /^Spanish · \d+ courses$/u }).click();
    await page.waitForURL(addressOf('courses/?language=Spanish'));
    await show(page, addressOf('languages/German/?q=qqqxzzzqx'));
    await page.getByRole('link', { name: 'Browse all courses' }).click();
    await page.waitForURL(addressOf('courses/'));
  });

  it('says below the field that nothing was found, and that loading failed', async () => {
    const { page, faults } = await visit('');
    const status = page.locator('form[role=search]').getByRole('status');
    await page.route('**/search/**', (route) => route.abort('aborted'));
    await searchField(page).fill('zq');
    await status.getByText('The search could not be loaded').waitFor();
    await page.unroute('**/search/**');
    await searchField(page).fill('qqqxzzzqx');
    await status.getByText('0 courses found').waitFor();
    await searchField(page).fill('introduction');
    await options(page).first().waitFor();
    await status.getByText(/^[1-9]\d* courses found/u).waitFor();
    expect(faults.splice(0).filter((fault) => !fault.includes('Failed to load resource'))).toEqual([]);
  });

  it('lets a later text win over an earlier one, whose answer is slow', async () => {
    const found = await (await openCatalog(addressOf(''))).search({ query: 'structures' });
    const total = found.total.toLocaleString('en');
    const { page } = await visit('');
    const box = searchField(page);
    await box.fill('introduction');
    await options(page).first().waitFor();
    const send = await hold(page, '**/search/terms/**');
    const asked = page.waitForRequest('**/search/terms/**');
    await box.fill('vietnamese');
    await asked;
    await box.fill('structures');
    send();
    await page.locator('form[role=search]').getByRole('status').getByText(`${total} courses found`).waitFor();
    await options(page)
      .filter({ hasText: `All ${total} results` })
      .waitFor();
    expect(await box.getAttribute('aria-activedescendant')).toBe(null);
    await box.press('ArrowUp');
    await options(page)
      .filter({ hasText: `All ${total} results` })
      .and(page.getByRole('option', { selected: true }))
      .waitFor();
  });

  it('shortens very long titles, which browsers take minutes to lay out', async () => {
    const long = edited((courses) => courses.replaceAll(/"title":"/gu, `$&${'ab'.repeat(20_000)}`));
    const before = async (page: Page) => page.route('**/search/courses/*.json', long);
    const { page } = await visit('courses/?q=introduction', { before });
    await shown(page);
    const expected = `${'ab'.repeat(1000)}…`;
    expect(new Set(await textsOf(titlesIn(page)))).toEqual(new Set([expected]));
    await searchField(page).fill('introd');
    await options(page).first().waitFor();
    expect(new Set(await suggested(page))).toEqual(new Set([expected]));
  });
});

/** Waits until a title is among the matches. */
async function isAmong(found: Locator, title: string, what: string): Promise<void> {
  await found
    .filter({ hasText: title })
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`${what}: ${title} is not among ${(await textsOf(found)).join(' | ')}`);
    });
}
