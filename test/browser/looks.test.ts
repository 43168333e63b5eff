// Looks: two widths, two themes, and what axe has to say of every view in both.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { saidByAxe } from './axe.ts';
import type { Visit } from './chromium.ts';
import { coursesOf, parentIn } from './published.ts';
import { openStage, someShowingsOf, type Showing } from './stage.ts';
import { headingOf, show } from './views.ts';

const stage = openStage('sample', 'real', 'attack');

/** What is wider than the window, where that is wider than it. */
const overflow = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 60))`;
const background = `getComputedStyle(document.body).backgroundColor`;
/** Texts on paper that are not black on white, where they are to be seen. */
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
/** What paper says of the courses of a list below each. */
const addresses = `[...document.querySelectorAll('.courses > li')].map((row) => JSON.parse(getComputedStyle(row, '::after').content))`;
const lines = z.array(z.string());
const linked = z.array(z.object({ linkurl: z.string() }));

const windows = [
  [360, 'dark'],
  [1280, 'light'],
] as const;

function addressOf({ catalog, host }: Showing, fragment: string): string {
  return `${stage.site(catalog).at[host]}${fragment}`;
}

/** A view of every kind. */
function viewsOf(catalog: Showing['catalog']): Record<string, string> {
  const language = catalog === 'attack' ? '%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9' : 'English';
  const [course = '', other = ''] = coursesOf(stage.site(catalog).json('courses/latest'));
  return {
    start: '#/',
    categories: '#/categories/',
    providers: '#/providers/',
    languages: '#/languages/',
    category: `#/categories/${parentIn(stage.site(catalog).json('categories'))}/`,
    list: `#/languages/${language}/courses/page/2/`,
    course: `#/courses/view/${course}/`,
    'other course': `#/courses/view/${other}/`,
    search: '#/search/s/',
    charts: '#/charts/',
    'not found': '#/nothing/',
  };
}

describe.each(someShowingsOf('sample', 'real', 'attack'))('the page of %s', (_, showing) => {
  it.skipIf(showing.isSkipped)('is never wider than the window of a phone or of a desk', async () => {
    await stage.visit(showing, '', async ({ page, picture }) => {
      for (const [name, fragment] of Object.entries(viewsOf(showing.catalog))) {
        await show(page, addressOf(showing, fragment));
        for (const [width, colorScheme] of windows) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          expect(lines.parse(await page.evaluate(overflow)), `${name} at ${width} pixels`).toEqual([]);
          if (showing.host === 'preview') await picture(`${showing.catalog}-${width}-${name}`);
        }
      }
    });
  });

  it.skipIf(showing.isSkipped)('has a switch to the other theme, which stays', async () => {
    // One host for each theme that a system may begin with.
    const colorScheme = showing.host === 'preview' ? 'light' : 'dark';
    const use = async ({ page }: Visit) => {
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
    };
    await stage.visit(showing, '', use, { colorScheme });
  });
});

/** What a browser prints does not depend on the host. */
const printed = someShowingsOf('sample', 'attack').filter(([, { host }]) => host === 'preview');

describe.each(printed)('on paper, %s', (_, showing) => {
  const paper = { viewport: { width: 794, height: 1123 } };

  it.skipIf(showing.isSkipped)('is black on white in every theme, and without what one clicks', async () => {
    const use = async ({ page, picture }: Visit) => {
      await headingOf(page).waitFor();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('button', { name: 'Dark theme' }).click();
      for (const [name, fragment] of Object.entries(viewsOf(showing.catalog))) {
        await page.emulateMedia({ media: 'screen' });
        await show(page, addressOf(showing, fragment));
        await page.emulateMedia({ media: 'print' });
        expect(lines.parse(await page.evaluate(notBlack)), name).toEqual([]);
        const fields = page.getByRole('combobox').or(page.getByRole('searchbox')).or(page.getByRole('textbox'));
        const ways = page.getByRole('button').or(page.getByRole('navigation', { name: /^(?:Catalog|Pages)$/u }));
        expect(await fields.or(ways).filter({ visible: true }).count(), name).toBe(0);
        await picture(`paper-${showing.catalog}-${name}`);
      }
    };
    await stage.visit(showing, '', use, paper);
  });

  it.skipIf(showing.isSkipped)('says where courses are', async () => {
    const latest = linked.parse(stage.site(showing.catalog).json('courses/latest')).map(({ linkurl }) => linkurl);
    const use = async ({ page }: Visit) => {
      await headingOf(page).waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(lines.parse(await page.evaluate(addresses))).toEqual(latest);
      await show(page, addressOf(showing, viewsOf(showing.catalog)['course'] ?? ''));
      const address = page
        .getByRole('main')
        .locator('bdi')
        .getByText(latest[0]?.trim() ?? '', { exact: true });
      expect(await address.isVisible()).toBe(true);
    };
    await stage.visit(showing, '', use, paper);
  });
});

/** Nor does what axe finds. */
const examined = someShowingsOf('sample', 'real', 'attack').filter(([, { host }]) => host === 'preview');

describe.each(examined)('every view of %s', (_, showing) => {
  it.skipIf(showing.isSkipped)('gives axe nothing to say, light or dark', async () => {
    const found: string[] = [];
    const viewport = { width: showing.catalog === 'sample' ? 360 : 1280, height: 800 };
    const use = async ({ page }: Visit) => {
      const examine = async (view: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const said = await saidByAxe(page);
          found.push(...said.map((line) => `${view}, ${colorScheme}: ${line}`));
        }
      };
      for (const [name, fragment] of Object.entries(viewsOf(showing.catalog))) {
        await show(page, addressOf(showing, fragment));
        await examine(name);
      }
      await page.getByRole('combobox', { name: 'Search courses' }).pressSequentially('s');
      await page.getByRole('option').first().waitFor();
      await examine('suggestions');
    };
    await stage.visit(showing, '', use, { viewport });
    expect(found).toEqual([]);
  });
});

async function isDark(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')) === 'true';
}
