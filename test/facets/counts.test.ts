// Counts: what the page shows beside every value is what the source holds, for random choices in all courses and in lists.
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEach, onOneHost } from '../browser/deployments.ts';
import { headingOf } from '../browser/screens.ts';
import { counted, kinds, left, readSource, type Choice, type Kind, type Source } from './source.ts';

const selections = 200;

/** The number of courses, and for each value the names of its path and its number of courses. */
const readFilters = `[
  document.querySelector('.under-heading').textContent,
  ...[...document.querySelectorAll('.facet li > label')].map((label) => {
    const nameIn = (one) => one.querySelector('bdi').textContent;
    const above = label.closest('ul ul')?.closest('li').querySelector('label');
    const kind = label.closest('.facet').querySelector('legend').textContent;
    const count = label.querySelector('.count').firstChild.textContent;
    return [kind, ...(above ? [nameIn(above)] : []), nameIn(label)].join(' > ') + ' ' + count;
  }),
]`;
const lines = z.array(z.string());

/** A list, or all courses, and what is chosen there. */
interface Selection {
  readonly list: Choice | undefined;
  readonly choices: readonly Choice[];
}

const paths = {
  language: (value: string) => `languages/${value}/courses`,
  category: (value: string) => `categories/${value}`,
  provider: (value: string) => `providers/${value}/courses`,
};

describeEach(onOneHost('varied'), 'the filters of', ({ visit }) => {
  it(`show for ${selections} random choices what a count over the source gives`, async () => {
    const source = await readSource();
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    // Nothing is laid out or painted: only texts are read.
    await page.evaluate(`document.body.style.display = 'none'`);
    await fc.assert(
      fc.asyncProperty(selectionOf(source), async (selection) => {
        expect((await filtersFor(page, selection)).toSorted()).toEqual(expected(source, selection).toSorted());
      }),
      { numRuns: selections },
    );
  });
});

/** Choices among the values of a few random courses that have all kinds, so that most combinations have courses. */
function selectionOf({ courses }: Source): fc.Arbitrary<Selection> {
  const whole = courses.filter(({ values }) => values.category.size > 0);
  const choice = fc.tuple(fc.nat(), fc.constantFrom(...kinds), fc.nat()).map(([at, kind, which]): Choice => {
    const values = [...(whole[at % whole.length]?.values[kind] ?? [])];
    return { kind, value: values[which % values.length] ?? '' };
  });
  const list = fc.option(
    choice.filter(({ kind }) => kind !== 'year'),
    { nil: undefined },
  );
  return fc.record({ list, choices: fc.array(choice, { maxLength: 4 }) });
}

/** Opens a selection and reads its filters. */
async function filtersFor(page: Page, { list, choices }: Selection): Promise<string[]> {
  const path = list === undefined ? 'courses' : pathOf(list);
  const query = new URLSearchParams(choices.map(({ kind, value }): [string, string] => [kind, value]));
  const fragment = `#/${path}/${choices.length === 0 ? '' : `?${query.toString()}`}`;
  return lines.parse(
    await page.evaluate(`(async () => {
      location.hash = ${JSON.stringify(fragment)};
      const isLoading = () => document.querySelector('main[aria-busy="false"] h1') === null;
      do await new Promise((resolve) => setTimeout(resolve, 5)); while (isLoading());
      return ${readFilters};
    })()`),
  );
}

function pathOf({ kind, value }: Choice): string {
  return kind === 'year' ? 'courses' : paths[kind](encodeURIComponent(value));
}

/** The lines that the page must show: the number of courses, and each value that leaves some. */
function expected({ courses, names, above }: Source, { list, choices }: Selection): string[] {
  const listed = list === undefined ? courses : left(courses, [list]);
  const total = left(listed, choices).length;
  // A list without choices is paged.
  const shown = `${inWords(total)} ${total === 1 ? 'course' : 'courses'}`;
  const pages = list !== undefined && choices.length === 0 ? Math.ceil(total / pageSize) : 1;
  return [
    pages === 1 ? shown : `${shown} · page 1 of ${inWords(pages)}`,
    ...kinds.flatMap((kind) => {
      const counts = [...counted(left(listed, choices, kind), kind)].filter(
        ([value]) => list?.kind !== kind || list.value !== value,
      );
      const isChosen = choices.some((choice) => choice.kind === kind);
      if (counts.length < (isChosen ? 1 : 2)) return [];
      return counts.map(([value, count]) => {
        const top = kind === 'category' ? above.get(value) : undefined;
        const isUnder = top !== undefined && !(list?.kind === kind && list.value === top);
        const path = [titles[kind], ...(isUnder ? [nameOf(kind, top)] : []), nameOf(kind, value)];
        return `${path.join(' > ')} ${inWords(count)}`;
      });
    }),
  ];

  function nameOf(kind: Kind, value: string): string {
    return names.get(`${kind} ${value}`) ?? value;
  }
}

const titles = { language: 'Language', category: 'Category', provider: 'Provider', year: 'Year' };
const pageSize = 25;

function inWords(number: number): string {
  return number.toLocaleString('en-US');
}
