// Looks: every kind of page in light and dark, at two widths, with large text, in forced colors, from right to left and on paper; and nothing jumps.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults, colorFaults } from './axe.ts';
import { coursesOf, parentIn } from './published.ts';
import { describeEach, onEveryHost, onOneHost, onSomeHosts, type Deployment } from './deployments.ts';
import { searchField, show, shown } from './lists.ts';

/** Elements wider than the window, if any; what is cut off or scrolls by itself is not. */
const overflow = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1)
    .filter((element) => element.checkVisibility() && element.closest('.visually-hidden, .skip, .bar') === null)
    .map((element) => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 60))`;
/** Words of links, buttons and headings that a line break divides, although a line of the page has room for them. */
const brokenWords = `[...document.querySelectorAll('body :is(a, button, h1, h2, summary, dt, label):not(.address, .developers *, [download])')].flatMap((element) => {
  if (!element.checkVisibility()) return [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/\\p{L}{2,25}/gu)) {
      if (/[^\\p{Script=Latin}\\p{Script=Arabic}\\p{Script=Cyrillic}]/u.test(word)) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      const length = [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0);
      if (tops.size > 1 && length < innerWidth * 0.8) broken.push(word + ' in ' + element.outerHTML.slice(0, 80));
    }
  }
  return broken;
})`;
const background = `getComputedStyle(document.body).backgroundColor`;
/** Visible texts on paper that are not black on white. */
const notBlack = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const { color, fill, clipPath } = getComputedStyle(element);
  const isText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  if (!isText || !element.checkVisibility() || clipPath !== 'none') return [];
  const paint = element.closest('svg') ? fill : color;
  const papers = [];
  for (let under = element; under !== null; under = under.parentElement) papers.push(getComputedStyle(under).backgroundColor);
  const paper = papers.find((one) => one !== 'rgba(0, 0, 0, 0)');
  return paint === 'rgb(0, 0, 0)' && paper === 'rgb(255, 255, 255)' ? [] : [paint + ' on ' + paper + ': ' + element.outerHTML.slice(0, 90)];
})`;
/** Sums up how far content jumped without a choice of the visitor, from the start of the page. */
const watchShifts = `window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput).map(({ value, sources }) =>
  value.toFixed(4) + ' ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 60)).join(' | ')))).observe({ type: 'layout-shift', buffered: true });`;
const lines = z.array(z.string());

const phone = { width: 320, height: 700 };
const desktop = { width: 1280, height: 800 };
const windows = [
  { viewport: phone, colorScheme: 'dark' },
  { viewport: desktop, colorScheme: 'light' },
] as const;

/** A page of every kind. */
function pagesOf({ catalog, json }: Pick<Deployment, 'catalog' | 'json'>): Record<string, string> {
  const language = catalog === 'attack' || catalog === 'arabic' ? 'العربية' : 'English';
  const [course = '', other = ''] = coursesOf(json('courses/latest'));
  const query = `language=${encodeURIComponent(language)}`;
  /** Those that depend on what courses have; the others are the same in every catalog. */
  const ofContent = {
    front: '',
    category: `categories/${parentIn(json('categories'))}/`,
    list: `languages/${encodeURIComponent(language)}/`,
    course: `courses/${course}/`,
    charts: 'charts/',
    search: `courses/?q=e&${query}&nope=1`,
  };
  if (catalog !== 'sample') return ofContent;
  return {
    ...ofContent,
    courses: 'courses/',
    categories: 'categories/',
    providers: 'providers/',
    languages: 'languages/',
    'other course': `courses/${other}/`,
    nothing: 'courses/?q=qqqxzzzqx',
    frame: `embed/?${query}&filters=provider`,
    downloads: 'downloads/',
    missing: '404.html',
  };
}

/** Goes to a page and waits for its list, if it has one with a search. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if ((await page.locator('course-list > form').count()) > 0) await shown(page);
  else if ((await page.locator('course-list').count()) > 0) await page.locator('course-list li').first().waitFor();
}

describeEach(onSomeHosts('sample', 'fields', 'attack', 'arabic'), 'every page of', (deployment) => {
  const { catalog, addressOf, visit } = deployment;

  it('is never wider than the window of a phone or a desktop, breaks no word at 200 %, and passes axe', async () => {
    const found: string[] = [];
    const { page, picture } = await visit('');
    const session = await page.context().newCDPSession(page);
    const examine = async (name: string, { viewport, colorScheme }: (typeof windows)[number]) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const report = async (what: string, check: Promise<unknown>) =>
        found.push(
          ...lines
            .parse(await check)
            .slice(0, 5)
            .map((line) => `${name}, ${colorScheme}, ${what}: ${line}`),
        );
      await report('wide', page.evaluate(overflow));
      // The report of axe differs between windows only in colors and in what a phone hides.
      await report('axe', catalog === 'sample' || viewport === phone ? axeFaults(page) : colorFaults(page));
      await picture(`${catalog}-${viewport.width}-${name}`);
      if (viewport === desktop) return;
      // As on a phone whose owner has set text to twice its size.
      await page.setViewportSize({ width: 360, height: 700 });
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await report('wide at 200 %', page.evaluate(overflow));
      if (catalog !== 'attack') await report('broken word at 200 %', page.evaluate(brokenWords));
      await picture(`${catalog}-200-${name}`);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    };
    for (const [name, path] of Object.entries(pagesOf(deployment))) {
      await open(page, addressOf(path));
      for (const window of windows) await examine(name, window);
    }
    await page.goto(addressOf('charts/'));
    await page.setViewportSize(desktop);
    await searchField(page).fill('e');
    await page.getByRole('option').first().waitFor();
    await examine('suggestions', windows[1]);
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.dir')).toBe(catalog === 'arabic' ? 'rtl' : 'ltr');
  });
});

describeEach(onOneHost('fields'), 'the pages of', ({ addressOf, visit }) => {
  it.each([desktop, phone])('do not jump while they load, at $width pixels,', async (viewport) => {
    const before = async (page: Page) => page.addInitScript(watchShifts);
    const { page } = await visit('', { viewport, before });
    for (const path of [
      '',
      'courses/',
      'languages/English/',
      'courses/?q=python',
      'courses/?language=German&level=beginner',
    ]) {
      await open(page, addressOf(path));
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(300);
      expect(lines.parse(await page.evaluate('shifts')), path).toEqual([]);
    }
  });

  it('have a menu on phones, which opens without a script, and closes', async () => {
    const { page, picture } = await visit('languages/', { viewport: phone });
    const link = page.getByRole('navigation', { name: 'Catalog' }).getByRole('link', { name: 'Providers' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await picture('menu');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL(addressOf('providers/'));
    expect(await page.evaluate(`document.querySelector('header').getBoundingClientRect().height`)).toBeLessThan(80);
  });

  it('show what is chosen, marked and current in forced colors too', async () => {
    const { page, picture } = await visit('courses/?language=German', { viewport: { width: 1280, height: 600 } });
    await shown(page);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await axeFaults(page)).toEqual([]);
    const looksOf = async (selector: string): Promise<unknown> =>
      page.evaluate(`(({ outline, border, textDecoration, fontWeight }) => ({ outline, border, textDecoration, fontWeight }))(
        getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`);
    expect(await looksOf('nav [aria-current]')).not.toEqual(await looksOf('nav a:not([aria-current])'));
    await searchField(page).fill('python');
    await page.getByRole('option').first().waitFor();
    await searchField(page).press('ArrowDown');
    expect(await looksOf('[aria-selected=true]')).not.toEqual(await looksOf('[aria-selected=false]'));
    await picture('forced-colors');
  });
});

describeEach(onEveryHost('sample'), 'the theme of', ({ host, visit }) => {
  it('can be switched to the other, which is remembered', async () => {
    // One host for each theme that a system may start with.
    const colorScheme = host === 'preview' ? 'light' : 'dark';
    const { page } = await visit('', { colorScheme });
    const button = page.getByRole('button', { name: 'Dark theme' });
    const before = await page.evaluate(background);
    expect(await button.getAttribute('aria-pressed')).toBe(String(colorScheme === 'dark'));
    await button.click();
    const after = await page.evaluate(background);
    expect(after).not.toBe(before);
    await page.reload();
    expect(await page.evaluate(background)).toBe(after);
    const another = await page.context().newPage();
    await another.goto(`${page.url()}courses/`);
    expect(await another.evaluate(background)).toBe(after);
    expect(await another.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')).toBe(
      String(colorScheme === 'light'),
    );
  });
});

describeEach(onSomeHosts('sample', 'fields'), 'on paper', (deployment) => {
  const { catalog, addressOf, visit } = deployment;

  it('every page is black on white in every theme, without controls, in', async () => {
    const { page, picture } = await visit('', { viewport: { width: 794, height: 1123 } });
    await page.getByRole('button', { name: 'Dark theme' }).click();
    for (const [name, path] of Object.entries(pagesOf(deployment))) {
      if (name === 'frame' || name === 'missing') continue;
      await page.emulateMedia({ media: 'screen' });
      await open(page, addressOf(path));
      await page.emulateMedia({ media: 'print' });
      expect(lines.parse(await page.evaluate(notBlack)), name).toEqual([]);
      const fields = page.getByRole('combobox').or(page.getByRole('searchbox')).or(page.getByRole('textbox'));
      const ways = page.getByRole('button').or(page.getByRole('navigation', { name: /^(?:Catalog|Pages)$/u }));
      expect(await fields.or(ways).filter({ visible: true }).count(), name).toBe(0);
      await picture(`paper-${catalog}-${name}`);
    }
    await page.emulateMedia({ media: 'screen' });
    await show(page, addressOf('courses/'));
  });
});
