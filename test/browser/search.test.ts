// Searching: as you type, in the scripts of the catalogs, with a typing error, and at an address of its own.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onSomeHosts, onOneHost } from './deployments.ts';
import { coursesIn, headingOf, hold, searchBox, textsOf, waitForScreen } from './screens.ts';

/** What is typed, and a title that must be among the results. */
const searches = {
  sample: {
    japanese: ['線型代数', '線型代数学 A'],
    arabic: ['العربية', 'TESSA (العربية)'],
    'french without accents': ['tessa francais', 'TESSA (Français)'],
    'the name of a provider': ['african virtual electronics', 'Electronics'],
    'a typing error': ['climete change', 'Climate change'],
  },
  varied: {
    arabic: ['الخوارزميات', 'مقدمة في الخوارزميات\u{200f}'],
    chinese: ['器学习', '机器学习从零开始'],
    cyrillic: ['туториал', 'Туториал по Git'],
    thai: ['ออกแบบ', 'การออกแบบอัลกอริทึม'],
    hebrew: ['מבוא לתכנות', 'מבוא לתכנות ב-Python\u{200e}'],
    'vietnamese without accents': ['nhap mon thuat toan', 'Nhập môn thuật toán'],
    'a typing error': ['deep lerning with pytorch', 'Deep Learning with PyTorch'],
    'a typing error in cyrillic': ['туториол git', 'Туториал по Git'],
  },
} as const;

/** How many letters of a query are typed one by one. */
const typed = 3;

describeEach(onSomeHosts('sample', 'varied'), 'the search of', ({ catalog, host, visit }) => {
  const cases = Object.entries(catalog === 'varied' ? searches.varied : searches.sample);

  it('finds as you type, has results at an address that can be shared, and opens a result', async () => {
    const { page, picture } = await visit('');
    const box = searchBox(page);
    await headingOf(page).waitFor();
    for (const [what, [query, title]] of cases) {
      await box.fill(query.slice(0, -typed));
      await box.pressSequentially(query.slice(-typed));
      await isAmongOptions(page, title, what);
      if (what === 'arabic') await picture(`typing-${catalog}-${host}`);
      await box.press('Enter');
      await waitForScreen(page, query);
      expect(await textsOf(coursesIn(page, 'Results')), what).toContain(title);
    }
    const results = await textsOf(coursesIn(page, 'Results'));
    const other = await visit(new URL(page.url()).hash);
    await headingOf(other.page).waitFor();
    expect(await textsOf(coursesIn(other.page, 'Results'))).toEqual(results);
    await coursesIn(other.page, 'Results').first().click();
    await waitForScreen(other.page, results[0] ?? 'a result');
    await other.page.goBack();
    await coursesIn(other.page, 'Results').first().waitFor();
    for (const [what, [query, title]] of cases.slice(0, 2)) {
      await box.fill(query);
      await (await isAmongOptions(page, title, what)).click();
      await waitForScreen(page, title);
      expect(await headingOf(page).textContent(), what).toBe(title);
    }
  });
});

describeEach(onOneHost('sample'), 'the search of', ({ catalog, visit }) => {
  it('shows that there are no results', async () => {
    const { page } = await visit('#/search/qqqxzzzqx/');
    await waitForScreen(page, 'qqqxzzzqx');
    await page.getByRole('main').getByText('Nothing was found').waitFor();
    expect(await coursesIn(page, 'Results').count()).toBe(0);
  });

  it('finds nothing for signs alone, and says that those of other searches are ignored', async () => {
    const signs = await visit(`#/search/${encodeURIComponent('"?" -')}/`);
    await signs.page.getByRole('main').getByText('Nothing was found').waitFor();
    const note = 'Quotes and minus signs are ignored.';
    for (const [query, isNoted] of [
      ['"climate change"', true],
      ['climate -change', true],
      ['climate-change', false],
    ] as const) {
      const { page } = await visit(`#/search/${encodeURIComponent(query)}/`);
      await waitForScreen(page, query);
      expect(await textsOf(coursesIn(page, 'Results')), query).toContain('Climate change');
      expect([query, await page.getByRole('main').getByText(note).count()]).toEqual([query, Number(isNoted)]);
    }
  });

  it('shows below the box that there are no results or that loading failed', async () => {
    const { page, faults, picture } = await visit('');
    await headingOf(page).waitFor();
    const isSeen = async (text: string) => {
      const message = page.getByRole('search').getByRole('status').filter({ hasText: text });
      await message.waitFor();
      const { height } = (await message.boundingBox()) ?? { height: 0 };
      return height > 20;
    };
    await page.route('**/search/**', (route) => route.abort('aborted'));
    await searchBox(page).fill('zq');
    expect(await isSeen('The search could not be loaded')).toBe(true);
    await page.unroute('**/search/**');
    // The browser reports the files that failed to load.
    expect(faults.splice(0).filter((fault) => !fault.includes('Failed to load resource'))).toEqual([]);
    await searchBox(page).fill('qqqxzzzqx');
    expect(await isSeen('0 courses found')).toBe(true);
    await picture(`nothing-${catalog}`);
    await searchBox(page).fill('introduction');
    await page.getByRole('option').first().waitFor();
    expect(await isSeen('found')).toBe(false);
    await searchBox(page).press('Tab');
    expect(await page.getByRole('search').getByRole('status').textContent()).toBe('');
  });

  it('shows what is searched for before its files arrive', async () => {
    let send = () => {};
    const before = async (page: Page) => {
      send = await hold(page, '**/facets/courses.json');
    };
    const { page } = await visit('#/search/introduction/', { before });
    const loading = page.locator('main[aria-busy="true"]');
    await loading.getByRole('heading', { name: 'introduction' }).waitFor();
    expect(await loading.getByText('Loading').count()).toBe(1);
    const filters = loading.getByRole('complementary', { name: 'Filters' });
    expect(await filters.isVisible(), 'their place is kept').toBe(true);
    expect(await filters.getByRole('checkbox').count()).toBe(0);
    send();
    await waitForScreen(page, 'introduction');
    expect(await page.getByRole('main').getByText('Loading').count()).toBe(0);
    expect(await coursesIn(page, 'Results').count()).toBeGreaterThan(0);
  });

  it('shortens very long titles, which browsers take minutes to lay out, in its results and as you type', async () => {
    const before = async (page: Page) =>
      page.route('**/search/courses/*.json', async (route) => {
        const response = await route.fetch();
        const courses = (await response.text()).replaceAll(/"title":"/gu, `$&${'ab'.repeat(20_000)}`);
        await route.fulfill({ response, body: courses });
      });
    const { page } = await visit('#/search/introduction/', { before });
    await coursesIn(page, 'Results').first().waitFor();
    const expected = `${'ab'.repeat(1000)}…`;
    expect(new Set(await textsOf(coursesIn(page, 'Results')))).toEqual(new Set([expected]));
    await searchBox(page).fill('introd');
    await page.getByRole('option').first().waitFor();
    expect((await page.getByRole('option').first().textContent())?.slice(0, 2001)).toBe(expected);
  });

  it('keeps what is typed before the first screen is shown', async () => {
    let send = () => {};
    const before = async (page: Page) => {
      send = await hold(page, '**/api/v1/courses/latest/');
    };
    const { page } = await visit('', { before });
    await searchBox(page).pressSequentially('in');
    send();
    await headingOf(page).waitFor();
    await page.getByRole('option').first().waitFor();
    expect(await searchBox(page).inputValue()).toBe('in');
  });
});

/** Waits until a title is among the suggestions during typing. */
async function isAmongOptions(page: Page, title: string, what: string): Promise<Locator> {
  const options = page.getByRole('option');
  const option = options.filter({ has: page.getByText(title, { exact: true }) }).first();
  await option.waitFor().catch(async () => {
    throw new Error(`${what}: ${title} is not among ${(await textsOf(options)).join(' | ')}`);
  });
  return option;
}
