// Looks: two widths, two themes, and the report of axe on every screen in both.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults, colorFaults } from './axe.ts';
import { coursesOf, parentIn } from './published.ts';
import { describeEach, onEveryHost, onOneHost, type Deployment } from './deployments.ts';
import { headingOf, show, searchBox } from './screens.ts';

/** Elements wider than the window, if any. */
const overflow = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 60))`;
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
/** The fields below each course of a printed list. */
const addresses = `[...document.querySelectorAll('.courses > li')].map((row) => JSON.parse(getComputedStyle(row, '::after').content))`;
const lines = z.array(z.string());
const linked = z.array(z.object({ linkurl: z.string() }));

const phone = 360;
const windows = [{ width: phone, colorScheme: 'dark' } as const, { width: 1280, colorScheme: 'light' } as const];

/** The screens whose elements depend on the catalog; axe finds in the others of any catalog what it finds in those of one. */
const ofContent = new Set(['list', 'course', 'other course', 'charts', 'suggestions']);

/** A screen of every kind. */
function screensOf({ catalog, json }: Deployment): Record<string, string> {
  const language = catalog === 'attack' ? '%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9' : 'English';
  const [course = '', other = ''] = coursesOf(json('courses/latest'));
  return {
    start: '#/',
    categories: '#/categories/',
    providers: '#/providers/',
    languages: '#/languages/',
    category: `#/categories/${parentIn(json('categories'))}/`,
    list: `#/languages/${language}/courses/page/2/`,
    course: `#/courses/view/${course}/`,
    'other course': `#/courses/view/${other}/`,
    search: '#/search/s/',
    charts: '#/charts/',
    'not found': '#/nothing/',
  };
}

describeEach(onOneHost('sample', 'varied', 'attack'), 'every screen of', (deployment) => {
  const { catalog, addressOf, visit } = deployment;

  it('is never wider than the window of a phone or a desktop, and passes axe', async () => {
    const found: string[] = [];
    const { page, picture } = await visit('');
    const examine = async (screen: string) => {
      for (const { width, colorScheme } of windows) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const wide = lines.parse(await page.evaluate(overflow));
        // The report of axe differs between windows only in colors.
        const isWhole = (width === phone) === (catalog === 'sample');
        const isExamined = catalog === 'sample' || ofContent.has(screen);
        const axeFindings = isExamined ? await (isWhole ? axeFaults : colorFaults)(page) : [];
        found.push(...[...wide, ...axeFindings].map((line) => `${screen} at ${width} pixels: ${line}`));
        await picture(`${catalog}-${width}-${screen}`);
      }
    };
    for (const [screen, fragment] of Object.entries(screensOf(deployment))) {
      await show(page, addressOf(fragment));
      await examine(screen);
    }
    await searchBox(page).pressSequentially('s');
    await page.getByRole('option').first().waitFor();
    await examine('suggestions');
    expect(found).toEqual([]);
  });
});

describeEach(onEveryHost('sample'), 'the page of', ({ host, visit }) => {
  it('has a switch to the other theme, which is remembered', async () => {
    // One host for each theme that a system may start with.
    const colorScheme = host === 'preview' ? 'light' : 'dark';
    const { page } = await visit('', { colorScheme });
    await headingOf(page).waitFor();
    const before = await page.evaluate(background);
    expect(await isDark(page)).toBe(colorScheme === 'dark');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    const after = await page.evaluate(background);
    expect(after).not.toBe(before);
    await page.reload();
    await headingOf(page).waitFor();
    expect(await page.evaluate(background)).toBe(after);
    const another = await page.context().newPage();
    await another.goto(page.url());
    await headingOf(another).waitFor();
    expect(await another.evaluate(background)).toBe(after);
    expect(await isDark(another)).toBe(colorScheme === 'light');
  });
});

describeEach(onOneHost('sample', 'attack'), 'on paper,', (deployment) => {
  const { catalog, addressOf, json, visit } = deployment;
  const paper = { viewport: { width: 794, height: 1123 } };

  it('prints black on white in every theme, without controls', async () => {
    const { page, picture } = await visit('', paper);
    await headingOf(page).waitFor();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    for (const [name, fragment] of Object.entries(screensOf(deployment))) {
      await page.emulateMedia({ media: 'screen' });
      await show(page, addressOf(fragment));
      await page.emulateMedia({ media: 'print' });
      expect(lines.parse(await page.evaluate(notBlack)), name).toEqual([]);
      const fields = page.getByRole('combobox').or(page.getByRole('searchbox')).or(page.getByRole('textbox'));
      const ways = page.getByRole('button').or(page.getByRole('navigation', { name: /^(?:Catalog|Pages)$/u }));
      expect(await fields.or(ways).filter({ visible: true }).count(), name).toBe(0);
      await picture(`paper-${catalog}-${name}`);
    }
  });

  it('prints the addresses of courses', async () => {
    const latest = linked.parse(json('courses/latest')).map(({ linkurl }) => linkurl);
    const { page } = await visit('', paper);
    await headingOf(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(lines.parse(await page.evaluate(addresses))).toEqual(latest);
    await show(page, addressOf(screensOf(deployment)['course'] ?? ''));
    const names = page.getByRole('main').locator('bdi');
    expect(await names.getByText(latest[0]?.trim() ?? '', { exact: true }).isVisible()).toBe(true);
  });
});

async function isDark(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')) === 'true';
}
