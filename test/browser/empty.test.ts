// Empty: a catalog without any records says so in every view.
import { expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { describeEach, onOneHost } from './deployments.ts';
import { show } from './views.ts';

const views = {
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
  '#/search/algebra/': ['The catalog has no courses yet.'],
} as const;

describeEach(onOneHost('empty'), 'the page of', ({ addressOf, visit }) => {
  it('says in every view that there is nothing, and shows no empty boxes', async () => {
    await visit('', async ({ page, picture }) => {
      const main = page.getByRole('main');
      for (const [fragment, sentences] of Object.entries(views)) {
        await show(page, addressOf(fragment));
        for (const sentence of sentences) await main.getByText(sentence).waitFor();
        expect(await main.locator('svg, table, input, ol:empty, ul:empty, .figures').count(), fragment).toBe(0);
        expect(await axeFaults(page), fragment).toEqual([]);
        await picture(`empty-${fragment.replaceAll(/\W+/gu, '-')}`);
      }
    });
  });
});
