// Typing into the search box: what a slow answer, a finished screen, a low window or forced colors must not take away.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeEach, onOneHost } from './deployments.ts';
import { headingOf, hold, searchBox, waitForScreen } from './screens.ts';

/** Whether nothing covers the middle of the marked suggestion, neither another element nor the end of the window. */
const isMarkInSight = `(() => {
  const option = document.querySelector('[role=option][aria-selected=true]');
  if (option === null) return false;
  const { left, top, width, height } = option.getBoundingClientRect();
  return option.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})()`;

describeEach(onOneHost('sample'), 'the search box of', ({ visit }) => {
  it('offers the keys no course of an earlier text', async () => {
    const { page } = await visit('');
    await headingOf(page).waitFor();
    const box = searchBox(page);
    await box.fill('introduction');
    await messageIn(page, '27 courses found').waitFor({ state: 'attached' });
    const send = await hold(page, '**/search/**');
    await box.fill('structures');
    await messageIn(page, /^$/u).waitFor({ state: 'attached' });
    await page.getByRole('option', { name: 'All results' }).waitFor();
    await box.press('ArrowDown');
    send();
    await messageIn(page, /^\d+ courses found/u).waitFor({ state: 'attached' });
    expect(await marked(page).count()).toBe(0);
    await box.press('ArrowDown');
    await marked(page).getByText('Structures').waitFor();
  });

  it('keeps the focus while a screen finishes loading, and gives it to the screen that it opens', async () => {
    const { page } = await visit('#/categories/');
    await headingOf(page).waitFor();
    const send = await hold(page, '**/api/v1/categories/10/**');
    await page.getByRole('main').getByRole('link', { name: 'Computing', exact: true }).click();
    const box = searchBox(page);
    await box.click();
    await page.keyboard.type('in');
    send();
    await waitForScreen(page, 'Computing');
    await page.keyboard.type(' ');
    expect(await box.inputValue()).toBe('in ');
    // Without the space, which ends the word, more would be found.
    await page.getByRole('option', { name: 'All 15 results' }).click();
    await waitForScreen(page, 'Search: in');
    await page.getByRole('main').getByText('15 courses found').waitFor();
    await headingOf(page).and(page.locator(':focus')).waitFor();
    for (const text of ['in ', '']) {
      await box.fill(text);
      await box.press('Enter');
      expect(await hasFocus(box), `after a search for "${text}", which opens no other screen`).toBe(true);
    }
  });

  it('shows the marked suggestion in a low window, and in forced colors', async () => {
    const { page } = await visit('#/languages/', { viewport: { width: 400, height: 300 } });
    await headingOf(page).waitFor();
    await searchBox(page).fill('introduction');
    await page.getByRole('option', { name: 'All 27 results' }).waitFor();
    await searchBox(page).press('ArrowUp');
    await expect.poll(() => page.evaluate(isMarkInSight)).toBe(true);
    expect(await marked(page).textContent()).toBe('All 27 results');
    await page.emulateMedia({ forcedColors: 'active' });
    const marking = await looksOf(page, '[aria-selected=true]');
    expect(marking).not.toEqual(await looksOf(page, '[aria-selected=false]'));
    const current = await looksOf(page, 'nav [aria-current]');
    expect(current).not.toEqual(await looksOf(page, 'nav a:not([aria-current])'));
    await page.locator('nav [aria-current]').focus();
    expect(await looksOf(page, 'nav [aria-current]'), 'in focus').not.toEqual(current);
  });
});

function messageIn(page: Page, text: string | RegExp): Locator {
  return page.getByRole('search').getByRole('status').filter({ hasText: text });
}

function marked(page: Page): Locator {
  return page.getByRole('option', { selected: true });
}

async function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one.matches(':focus'));
}

/** What sets an element apart where the user chooses the colors, who sees no difference of backgrounds. */
async function looksOf(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const { outline, border, textDecoration } = getComputedStyle(document.querySelector('${selector}'));
    return { outline, border, textDecoration };
  })()`);
}
