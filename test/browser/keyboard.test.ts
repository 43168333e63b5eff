// Keyboard only: from the load of the page to a course, a search, another page, another theme, and back.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEach, onOneHost } from './deployments.ts';
import { headingOf, waitForPage, waitForScreen } from './screens.ts';

/** The element in focus, whether the focus is visible, and whether it is on the screen. */
const focusProbe = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return {
    name: (element.getAttribute('aria-label') ?? element.textContent).trim(),
    id: element.id,
    href: element.getAttribute('href') ?? '',
    isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    isOnScreen: width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  };
})()`;
const texts = { name: z.string(), id: z.string(), href: z.string() };
const focus = z.object({ ...texts, isMarked: z.boolean(), isOnScreen: z.boolean() });
type Focus = z.infer<typeof focus>;

/** The most stops that a user may have to pass to reach an element. */
const maxStops = 80;

describeEach(onOneHost('sample'), 'the page of', ({ visit }) => {
  it('leads past its header to a course and back', async () => {
    const { page, picture } = await visit('');
    await headingOf(page).waitFor();
    const address = page.url();
    expect((await tabTo(page, () => true)).name).toBe('Skip to the content');
    await picture('skip');
    await page.keyboard.press('Enter');
    expect((await focusOn(page)).id).toBe('content');
    expect(page.url()).toBe(address);
    const { name, href } = await tabTo(page, (on) => on.href.startsWith('#/courses/view/'));
    await picture('focus');
    await page.keyboard.press('Enter');
    await waitForScreen(page, name.replaceAll(/\s+/gu, ' '));
    expect(new URL(page.url()).hash).toBe(href);
    expect((await focusOn(page)).id).toBe('heading');
    // Back is a key of the browser, not of the page: a headless browser has none.
    await page.goBack();
    await waitForScreen(page, 'Courses of the world');
    expect((await focusOn(page)).id).toBe('heading');
  });

  it('searches with the arrow keys, Enter and Escape', async () => {
    const { page } = await visit('');
    await headingOf(page).waitFor();
    await tabTo(page, (on) => on.name === 'Search courses');
    const box = page.getByRole('combobox', { name: 'Search courses' });
    await page.keyboard.type('introduction');
    await page.getByRole('option').nth(1).waitFor();
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    expect(await box.inputValue()).toBe('introduction');
    await page.keyboard.type(' ');
    await page.getByRole('option').nth(1).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    const chosen = page.getByRole('option', { selected: true });
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    const title = (await chosen.locator('.title').textContent()) ?? '';
    await page.keyboard.press('Enter');
    await waitForScreen(page, title.replaceAll(/\s+/gu, ' '));
  });

  it('turns pages and switches the theme', async () => {
    const { page } = await visit('#/languages/English/courses/');
    await waitForPage(page, 1);
    await tabTo(page, (on) => on.name === 'Dark theme');
    await page.keyboard.press('Space');
    expect(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')).toBe('true');
    await tabPastFilters(page);
    await tabTo(page, (on) => on.name === 'Next');
    await page.keyboard.press('Enter');
    await waitForPage(page, 2);
    await tabPastFilters(page);
    const field = page.getByRole('textbox', { name: 'Page' });
    await tabTo(page, async () => field.evaluate((input) => input.matches(':focus')));
    for (const nowhere of ['x', '-3', '2.7', ' ']) {
      await enter(page, nowhere);
      expect(await field.inputValue(), nowhere).toBe('2');
    }
    await enter(page, '4');
    await waitForPage(page, 4);
    expect((await focusOn(page)).id).toBe('heading');
  });
});

async function tabPastFilters(page: Page): Promise<void> {
  await tabTo(page, (on) => on.name === 'Skip the filters');
  await page.keyboard.press('Enter');
  expect((await focusOn(page)).id).toBe('results');
}

/** Replaces the text of the field in focus, and submits it. */
async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Goes from stop to stop; each must show that it has the focus. */
async function tabTo(page: Page, isThere: (focus: Focus) => boolean | Promise<boolean>): Promise<Focus> {
  const passed: string[] = [];
  while (passed.length < maxStops) {
    await page.keyboard.press('Tab');
    const on = await focusOn(page);
    expect(on).toMatchObject({ isMarked: true, isOnScreen: true });
    if (await isThere(on)) return on;
    passed.push(on.name);
  }
  throw new Error(`not among the first ${maxStops} stops: ${passed.join(' | ')}`);
}

async function focusOn(page: Page): Promise<Focus> {
  return focus.parse(await page.evaluate(focusProbe));
}
