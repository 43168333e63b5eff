// Searching: as you type, in the scripts of the catalogs, with a typing error, and at an address of its own.
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openStage, showingsOf } from './stage.ts';
import { coursesIn, headingOf, textsOf, waitForView } from './views.ts';

const stage = openStage('sample', 'real');

/** What is typed, and a title that has to be among what is found. */
const searches = {
  sample: {
    japanese: ['線型代数', '線型代数学 A'],
    arabic: ['العربية', 'TESSA (العربية)'],
    'french without accents': ['tessa francais', 'TESSA (Français)'],
    'the name of a provider': ['african virtual electronics', 'Electronics'],
    'a typing error': ['climete change', 'Climate change'],
  },
  real: {
    arabic: ['الخوارزميات', 'سلسة الخوارزميات وحل المشاكل المستوى الاول'],
    chinese: ['深度学习', '动手学深度学习'],
    cyrillic: ['туториал', 'Туториал по SOLID'],
    thai: ['เบื้องต้น node', 'สอน Node.js เบื้องต้น'],
    hebrew: ['מבוא לתכנות', 'מבוא לתכנות בשפת C++&lrm;'],
    'vietnamese without accents': ['lap trinh autoit', 'Học lập trình AutoIt'],
    'a typing error': ['deep lerning with pytorch', 'Deep Learning with PyTorch'],
    'a typing error in cyrillic': ['туториол solid', 'Туториал по SOLID'],
  },
} as const;

/** Of index files that the first letter loads, in bytes, compressed. */
const firstLetter = 100_000;

describe.each(showingsOf('sample', 'real'))('the search of %s', (_, showing) => {
  const cases = Object.entries(showing.catalog === 'real' ? searches.real : searches.sample);

  it.skipIf(showing.isSkipped)('finds as you type, and opens what was found', async () => {
    await stage.visit(showing, '', async ({ page, picture }) => {
      await headingOf(page).waitFor();
      for (const [what, [query, title]] of cases) {
        const box = boxOf(page);
        await box.fill('');
        await box.pressSequentially(query);
        const option = page
          .getByRole('option')
          .filter({ has: page.getByText(title, { exact: true }) })
          .first();
        await option.waitFor().catch(async () => {
          throw new Error(`${what}: ${title} is not among ${(await textsOf(page.getByRole('option'))).join(' | ')}`);
        });
        if (what === 'arabic') await picture(`typing-${showing.catalog}-${showing.host}`);
        await option.click();
        await waitForView(page, title);
        expect(await headingOf(page).textContent(), what).toBe(title);
      }
    });
  });

  it.skipIf(showing.isSkipped)(
    'has results at an address that can be shared, or says that there are none',
    async () => {
      await stage.visit(showing, '', async ({ page }) => {
        await headingOf(page).waitFor();
        for (const [what, [query, title]] of cases) {
          await boxOf(page).fill(query);
          await boxOf(page).press('Enter');
          await waitForView(page, query);
          expect(await textsOf(coursesIn(page, 'Results')), what).toContain(title);
        }
        const results = await textsOf(coursesIn(page, 'Results'));
        await stage.visit(showing, new URL(page.url()).hash, async (other) => {
          await headingOf(other.page).waitFor();
          expect(await textsOf(coursesIn(other.page, 'Results'))).toEqual(results);
          await coursesIn(other.page, 'Results').first().click();
          await waitForView(other.page, results[0] ?? 'a result');
          await other.page.goBack();
          await coursesIn(other.page, 'Results').first().waitFor();
        });
        await boxOf(page).fill('qqqxzzzqx');
        await boxOf(page).press('Enter');
        await waitForView(page, 'qqqxzzzqx');
        await page.getByRole('main').getByText('Nothing was found').waitFor();
        expect(await coursesIn(page, 'Results').count()).toBe(0);
      });
    },
  );

  it.skipIf(showing.isSkipped)('tells below the box that nothing was found or that it failed', async () => {
    await stage.visit(showing, '', async ({ page, faults, picture }) => {
      await headingOf(page).waitFor();
      const isSeen = async (text: string) => {
        const told = page.getByRole('search').getByRole('status').filter({ hasText: text });
        await told.waitFor();
        const { height } = (await told.boundingBox()) ?? { height: 0 };
        return height > 20;
      };
      await page.route('**/search/**', (route) => route.abort('aborted'));
      await boxOf(page).fill('zq');
      expect(await isSeen('The search could not be loaded')).toBe(true);
      await page.unroute('**/search/**');
      // The browser tells of the files that were refused to it.
      expect(faults.splice(0).filter((fault) => !fault.includes('Failed to load resource'))).toEqual([]);
      await boxOf(page).fill('qqqxzzzqx');
      expect(await isSeen('0 courses found')).toBe(true);
      await picture(`nothing-${showing.catalog}-${showing.host}`);
      await boxOf(page).fill('introduction');
      await page.getByRole('option').first().waitFor();
      expect(await isSeen('found')).toBe(false);
      await boxOf(page).press('Tab');
      expect(await page.getByRole('search').getByRole('status').textContent()).toBe('');
    });
  });

  it.skipIf(showing.isSkipped)('keeps what is typed before the first view is there', async () => {
    await stage.visit(showing, '', async ({ page }) => {
      let send = () => {};
      const typed = new Promise<void>((resolve) => (send = resolve));
      await page.route('**/api/v1/courses/latest/', async (route) => {
        await typed;
        await route.continue();
      });
      await page.reload();
      await boxOf(page).pressSequentially('in');
      send();
      await headingOf(page).waitFor();
      await page.getByRole('option').first().waitFor();
      expect(await boxOf(page).inputValue()).toBe('in');
    });
  });

  it.skipIf(showing.isSkipped)('loads tens of kilobytes for the first letter', async () => {
    await stage.visit(showing, '', async ({ page }) => {
      await headingOf(page).waitFor();
      const loaded: Response[] = [];
      page.on('response', (response) => void loaded.push(response));
      await boxOf(page).pressSequentially('c');
      await page.getByRole('option').first().waitFor();
      const bodies = await Promise.all([...loaded].map((response) => response.body()));
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(firstLetter);
    });
  });
});

function boxOf(page: Page) {
  return page.getByRole('combobox', { name: 'Search courses' });
}
