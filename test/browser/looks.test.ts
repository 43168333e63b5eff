// Looks: two widths, two themes, and what axe has to say of every view in both.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
const runAxe = `axe.run().then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
  nodes.slice(0, 3).map(({ html, failureSummary }) => id + ' (' + help + '): ' + html.slice(0, 200) + ' ' + failureSummary)))`;
const lines = z.array(z.string());

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

/** What axe finds does not depend on the host. */
const examined = someShowingsOf('sample', 'real', 'attack').filter(([, { host }]) => host === 'preview');

describe.each(examined)('every view of %s', (_, showing) => {
  it.skipIf(showing.isSkipped)('gives axe nothing to say, light or dark', async () => {
    const found: string[] = [];
    const viewport = { width: showing.catalog === 'sample' ? 360 : 1280, height: 800 };
    const use = async ({ page }: Visit) => {
      const examine = async (view: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const said = lines.parse(await page.evaluate(runAxe));
          found.push(...said.map((line) => `${view}, ${colorScheme}: ${line}`));
        }
      };
      await page.evaluate(axe.source);
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
