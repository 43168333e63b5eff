// Empty: a catalog that nothing was put into yet says so in every view.
import { describe, expect, it } from 'vitest';
import { saidByAxe } from './axe.ts';
import { openStage, someShowingsOf } from './stage.ts';
import { show } from './views.ts';

const stage = openStage('empty');

const views = {
  '#/': [
    'The catalog is empty: nothing was put into it yet.',
    'There are no courses yet.',
    'There are no categories yet.',
    'There are no providers yet.',
    'There are no languages yet.',
  ],
  '#/categories/': ['There are no categories yet.'],
  '#/providers/': ['There are no providers yet.'],
  '#/languages/': ['There are no languages yet.'],
  '#/charts/': ['There are no courses yet, and so nothing to draw.'],
  '#/search/algebra/': ['The catalog has no courses yet.'],
} as const;

describe.each(someShowingsOf('empty'))('the page of %s', (_, showing) => {
  it.skipIf(showing.isSkipped).each(Object.entries(views))(
    'says at %s that there is nothing, and shows no empty boxes',
    async (fragment, sentences) => {
      await stage.visit(showing, '', async ({ page, picture }) => {
        await show(page, `${stage.site('empty').at[showing.host]}${fragment}`);
        const main = page.getByRole('main');
        for (const sentence of sentences) await main.getByText(sentence).waitFor();
        expect(await main.locator('svg, table, input, ol:empty, ul:empty, .figures').count()).toBe(0);
        expect(await saidByAxe(page)).toEqual([]);
        await picture(`empty-${fragment.replaceAll(/\W+/gu, '-')}`);
      });
    },
  );
});
