// Failing and empty: a host that fails for one list of the start screen or for all, and a catalog without any records.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { show, waitForScreen } from './screens.ts';

const lists = {
  'courses/latest': 'Latest courses',
  categories: 'Categories',
  providers: 'Providers',
  languages: 'Languages',
} as const;

describeEach(onOneHost('sample'), 'the page of', ({ visit }) => {
  it.each(Object.entries(lists))(
    'shows the other lists if %s cannot be loaded, and this one on retry',
    async (path, title) => {
      const { page, faults, picture } = await visit('', { before: failing(path) });
      await waitForScreen(page, 'Courses of the world');
      const failed = page.getByRole('region', { name: title, exact: true });
      const sentence = failed.getByText(`The ${title.toLowerCase()} could not be loaded.`);
      await sentence.waitFor();
      await failed.getByText('answered with status 500').waitFor();
      for (const other of Object.values(lists).filter((one) => one !== title)) {
        const items = page.getByRole('region', { name: other, exact: true }).getByRole('listitem');
        expect(await items.count(), other).toBeGreaterThan(0);
      }
      expect(await axeFaults(page)).toEqual([]);
      await picture(`failing-${title}`);
      const again = failed.getByRole('button', { name: `Try again (${title})` });
      // The sentence stays until the answer is there.
      await Promise.all([page.waitForResponse((answer) => answer.status() === 500), again.click()]);
      await sentence.waitFor();
      await page.unroute('**/api/**');
      await again.click();
      await failed.getByRole('listitem').first().waitFor();
      expect(await sentence.count()).toBe(0);
      // The browser reports the responses that failed.
      const others = faults.splice(0).filter((fault) => !/status 500|status of 500/u.test(fault));
      expect(others).toEqual([]);
    },
  );

  it('shows an error if nothing can be loaded, and loads it on retry', async () => {
    const { page, faults } = await visit('', { before: failing('**') });
    await waitForScreen(page, 'This could not be loaded');
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForScreen(page, 'Courses of the world');
    expect(faults.splice(0).filter((fault) => !/status 500|status of 500/u.test(fault))).toEqual([]);
  });

  it('shows its lists where a screen was asked for if its script cannot be loaded', async () => {
    const { page, faults } = await visit('#/courses/', {
      before: async (opened) => opened.route('**/assets/main-*.js', async (route) => route.abort()),
    });
    await page.locator('.screen .courses a').first().waitFor();
    expect(faults.splice(0).filter((fault) => !/assets\/main-|ERR_FAILED|preload/u.test(fault))).toEqual([]);
  });

  it('asks to reload the page if a script of it is gone, as after an upgrade of the site', async () => {
    const { page, faults } = await visit('');
    await waitForScreen(page, 'Courses of the world');
    await page.route('**/assets/list-screen-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByRole('link', { name: 'Computing' }).first().click();
    await waitForScreen(page, 'This could not be loaded');
    await page.getByText('Reload the page: the site may have changed').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await waitForScreen(page, 'Computing');
    expect(faults.splice(0).filter((fault) => !/list-screen|status of 404|preload/u.test(fault))).toEqual([]);
  });

  it('shows what the host has now, and recovers from JSON that is not of the API', async () => {
    const { page } = await visit('#/providers/');
    const open = async (screen: string) => {
      await page.getByRole('navigation', { name: 'Catalog' }).getByRole('link', { name: screen }).click();
    };
    let json: unknown = null;
    await waitForScreen(page, 'Providers');
    await page.route('**/api/v1/providers/', (route) => route.fulfill({ json }));
    await open('Languages');
    await waitForScreen(page, 'Languages');
    await open('Providers');
    await waitForScreen(page, 'This could not be loaded');
    json = [{ id: 1, name: 'University of Tomorrow', course_count: 3 }];
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForScreen(page, 'Providers');
    expect(await page.getByRole('main').getByRole('listitem').textContent()).toContain('University of Tomorrow');
  });
});

/** From the start the host answers with an error for these paths of the API. */
function failing(path: string) {
  return async (page: Page) =>
    page.route('**/api/**', async (route) => {
      const isMeant = path === '**' || route.request().url().endsWith(`/api/v1/${path}/`);
      if (isMeant) await route.fulfill({ status: 500, body: 'broken' });
      else await route.continue();
    });
}

/** What a catalog without any records says in every screen. */
const screens = {
  '#/': [
    'The catalog is empty: nothing has been added yet.',
    'There are no courses yet.',
    'There are no categories yet.',
    'There are no providers yet.',
    'There are no languages yet.',
  ],
  '#/categories/': ['There are no categories yet.'],
  '#/providers/': ['There are no providers yet.'],
  '#/languages/': ['There are no languages yet.'],
  '#/charts/': ['There are no courses to chart yet.'],
  '#/search/algebra/': ['There are no courses yet.'],
} as const;

describeEach(onOneHost('empty'), 'the page of', ({ addressOf, visit }) => {
  it('says in every screen that there is nothing, and shows no empty boxes', async () => {
    const { page, picture } = await visit('');
    const main = page.getByRole('main');
    for (const [fragment, sentences] of Object.entries(screens)) {
      await show(page, addressOf(fragment));
      for (const sentence of sentences) await main.getByText(sentence).waitFor();
      expect(await main.locator('svg, table, input, ol:empty, ul:empty, .figures').count(), fragment).toBe(0);
      expect(await axeFaults(page), fragment).toEqual([]);
      await picture(`empty-${fragment.replaceAll(/\W+/gu, '-')}`);
    }
  });
});
