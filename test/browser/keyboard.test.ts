// Keyboard only: from the front page through a search, filters, pages of results, a course, another theme and back, with the focus always to be seen.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEach, onOneHost } from './deployments.ts';
import { announced, searchField, shown, textsOf, titlesIn, waitForQuery } from './lists.ts';

/** The element in focus, whether the focus is visible, and whether it is on the screen. */
const focusProbe = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return {
    name: (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim().slice(0, 99),
    tag: element.localName,
    id: element.id,
    role: element.getAttribute('role') ?? '',
    isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    isOnScreen: width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  };
})()`;
const texts = { name: z.string(), tag: z.string(), id: z.string(), role: z.string() };
const focus = z.object({ ...texts, isMarked: z.boolean(), isOnScreen: z.boolean() });
type Focus = z.infer<typeof focus>;

/** The most stops that a user may have to pass to reach an element. */
const maxStops = 60;

describeEach(onOneHost('fields'), 'the keyboard alone', ({ addressOf, visit }) => {
  it('leads past the header, from the front page to a course and back, in', async () => {
    const { page, picture } = await visit('');
    expect((await tabTo(page, () => true)).name).toBe('Skip to the content');
    await picture('skip');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(true);
    const { name } = await tabTo(page, ({ tag }) => tag === 'a', 'main .courses');
    await picture('focus');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    expect((await textsOf(page.locator('h1')))[0]).toBe(name);
    // Back is a key of the browser, not of the page: a headless browser has none.
    await page.goBack();
    await page.waitForURL(addressOf('#content'));
  });

  it('searches with suggestions, filters, turns pages and removes what is chosen in', async () => {
    const { page } = await visit('charts/');
    await page.keyboard.press('/');
    const box = searchField(page);
    expect(await box.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.type('python');
    await page.getByRole('option').nth(1).waitFor();
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    expect(await box.inputValue()).toBe('python');
    await page.keyboard.type(' ');
    await page.getByRole('option').nth(1).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    const chosen = page.getByRole('option', { selected: true });
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    const title = (await textsOf(chosen.locator('.title')))[0] ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Go to the course' }).waitFor();
    expect((await textsOf(page.locator('h1')))[0]).toBe(title);

    await tabTo(page, ({ name }) => name === 'Search courses');
    await page.keyboard.type('python');
    await page.keyboard.press('Enter');
    await page.waitForURL(addressOf('courses/?q=python'));
    await shown(page);
    await tabTo(page, ({ name, tag }) => tag === 'select' && name === 'Level');
    await pressOnceOffered(page, 'B');
    await waitForQuery(page, '?q=python&level=beginner');
    await shown(page);
    expect(await focusOn(page)).toMatchObject({ name: 'Level', tag: 'select' });
    await page.keyboard.press('Home');
    await waitForQuery(page, '?q=python');
    await shown(page);
    expect(await focusOn(page)).toMatchObject({ name: 'Level', tag: 'select' });
    await pressOnceOffered(page, 'B');
    await waitForQuery(page, '?q=python&level=beginner');
    await shown(page);

    await tabTo(page, ({ name }) => name.startsWith('Next'));
    await page.keyboard.press('Enter');
    await waitForQuery(page, '?q=python&level=beginner&page=2');
    await announced(page, 'page 2 of');
    // The link is gone; the list begins where the focus is now.
    expect((await focusOn(page)).role).toBe('status');
    await tabTo(page, ({ tag }) => tag === 'a', 'course-list .courses');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, ({ name }) => name.startsWith('Remove the filter Level'), undefined, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await waitForQuery(page, '?q=python');
    await expect.poll(async () => (await focusOn(page)).role).toBe('status');
    expect(await titlesIn(page).count()).toBeGreaterThan(1);
  });

  it('opens more filters and the code of a list, and switches the theme in', async () => {
    const { page } = await visit('languages/English/');
    await tabTo(page, ({ name }) => name === 'Dark theme');
    await page.keyboard.press('Space');
    const button = page.getByRole('button', { name: 'Dark theme' });
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await shown(page);
    await tabTo(page, ({ tag, name }) => tag === 'summary' && name === 'More filters');
    await page.keyboard.press('Enter');
    await tabTo(page, ({ tag, name }) => tag === 'select' && name === 'Start');
    await pressOnceOffered(page, 'U');
    await waitForQuery(page, '?start_date=upcoming');
    await shown(page);
    expect(await focusOn(page)).toMatchObject({ name: 'Start', tag: 'select', isOnScreen: true });
  });
});

/** Goes from stop to stop, within what matches `inside` if that is given; each must show that it has the focus. */
async function tabTo(page: Page, isThere: (focus: Focus) => boolean, inside = '*', key = 'Tab'): Promise<Focus> {
  const passed: string[] = [];
  const isInside = `document.activeElement.closest(${JSON.stringify(inside)}) !== null`;
  while (passed.length < maxStops) {
    await page.keyboard.press(key);
    const on = await focusOn(page);
    expect(on, `after ${passed.at(-1)}`).toMatchObject({ name: on.name, isMarked: true, isOnScreen: true });
    if (isThere(on) && (await page.evaluate(isInside))) return on;
    passed.push(on.name);
  }
  throw new Error(`not among the first ${maxStops} stops: ${passed.join(' | ')}`);
}

/** Types a letter in the field of values that has the focus, once one of them begins with it: they are loaded after the field is shown. */
async function pressOnceOffered(page: Page, letter: string): Promise<void> {
  const inFocus = page.locator('select:focus');
  await inFocus
    .locator('option', { hasText: new RegExp(`^${letter}`, 'u') })
    .first()
    .waitFor({ state: 'attached' });
  await page.keyboard.press(letter);
}

async function focusOn(page: Page): Promise<Focus> {
  return focus.parse(await page.evaluate(focusProbe));
}
