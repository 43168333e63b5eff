// Returning: more rows and filters are there again, and the focus goes on where the user left off.
import { expect, it } from 'vitest';
import { describeEach, onOneHost } from './deployments.ts';
import { coursesIn, headingOf, hold, searchBox, waitForScreen } from './screens.ts';

describeEach(onOneHost('sample'), 'the page of', ({ visit }) => {
  it('goes on with the first new result, and shows all of them again on the way back', async () => {
    const { page } = await visit('#/search/introduction/');
    const results = coursesIn(page, 'Results');
    const more = page.getByRole('button', { name: 'Show more' });
    await results.first().waitFor();
    const send = await hold(page, '**/search/courses/**');
    await more.click();
    await searchBox(page).click();
    expect(await results.count()).toBe(10);
    send();
    await results.nth(10).waitFor();
    expect(await searchBox(page).evaluate((box) => box.matches(':focus'))).toBe(true);
    await more.click();
    await results.nth(20).and(page.locator(':focus')).waitFor();
    expect(await results.count()).toBe(27);
    expect(await more.count()).toBe(0);
    await page.getByRole('status').getByText('27 of 27 shown').waitFor();
    const last = results.nth(26);
    const title = (await last.textContent()) ?? '';
    await last.click();
    await waitForScreen(page, title);
    await page.goBack();
    await waitForScreen(page, 'Search: introduction');
    expect(await results.count()).toBe(27);
    const { y = -1 } = (await last.boundingBox()) ?? {};
    expect(y, 'on the screen').toBeGreaterThan(0);
    expect(y, 'on the screen').toBeLessThan(800);
  });

  it('filters a list again on the way back', async () => {
    const { page } = await visit('#/providers/');
    const filter = page.getByRole('searchbox', { name: 'Filter providers' });
    await filter.fill('open');
    const items = page.getByRole('list', { name: 'providers' }).getByRole('link');
    const all = await items.allTextContents();
    await items.first().click();
    await waitForScreen(page, all[0] ?? 'a provider');
    await page.goBack();
    await waitForScreen(page, 'Providers');
    expect(await filter.inputValue()).toBe('open');
    expect(await items.allTextContents()).toEqual(all);
    await headingOf(page).and(page.locator(':focus')).waitFor();
  });
});
