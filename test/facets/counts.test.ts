// Counts: what the page shows beside every value is what the source holds, for random choices in all courses and in lists.
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEach, onOneHost } from '../browser/deployments.ts';
import { headingOf } from '../browser/screens.ts';
import { factKinds, factsCatalog, wordsOf } from './facts-catalog.ts';
import { counted, kinds, left, readSource, type Choice, type Source } from './source.ts';

const selections = 200;

/** The number of courses, and for each value the names of its path and its number of courses. */
const readFilters = `[
  document.querySelector('.under-heading').textContent,
  ...[...document.querySelectorAll('.facet li > label')].map((label) => {
    const nameIn = (one) => one.querySelector('bdi').textContent;
    const above = label.closest('ul ul')?.closest('li').querySelector('label');
    const kind = label.closest('.facet').querySelector('legend').textContent.replace(/ [▸▾]$/u, '');
    const count = label.querySelector('.count').firstChild.textContent;
    return [kind, ...(above ? [nameIn(above)] : []), nameIn(label)].join(' > ') + ' ' + count;
  }),
]`;
const lines = z.array(z.string());

/** Opens what is loaded on demand, but for the fact with very many values, and waits for it. */
const openFacts = `
  const all = [...document.querySelectorAll('.facet')].filter((one) => !one.textContent.startsWith('For whom'));
  for (const one of all) one.querySelector('[aria-expanded=false]')?.click();
  while (all.some((one) => !one.querySelector('ul'))) await new Promise((resolve) => setTimeout(resolve, 5));
`;

/** A list, or all courses, and what is chosen there. */
interface Selection {
  readonly list: Choice | undefined;
  readonly choices: readonly Choice[];
}

const paths: Readonly<Record<string, (value: string) => string>> = {
  language: (value: string) => `languages/${value}/courses`,
  category: (value: string) => `categories/${value}`,
  provider: (value: string) => `providers/${value}/courses`,
};

describeEach(onOneHost('varied', 'facts'), 'the filters of', ({ catalog, visit }) => {
  const all = catalog === 'facts' ? [...kinds, ...factKinds] : kinds;
  it(`show for ${selections} random choices what a count over the source gives`, async () => {
    const source = await readSource(catalog === 'facts' ? factsCatalog : undefined);
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    // Nothing is laid out or painted: only texts are read.
    await page.evaluate(`document.body.style.display = 'none'`);
    await fc.assert(
      fc.asyncProperty(selectionOf(source, all), async (selection) => {
        expect((await filtersFor(page, selection)).toSorted()).toEqual(expected(source, selection, all).toSorted());
      }),
      { numRuns: selections },
    );
  });
});

/** Choices among the values of a few random courses that have all kinds, so that most combinations have courses. */
function selectionOf({ courses }: Source, all: readonly string[]): fc.Arbitrary<Selection> {
  const whole = courses.filter(({ values }) => (values['category']?.size ?? 0) > 0);
  const choice = fc.tuple(fc.nat(), fc.constantFrom(...all), fc.nat()).map(([at, kind, which]): Choice => {
    const values = [...(whole[at % whole.length]?.values[kind] ?? [])];
    return { kind, value: values[which % values.length] ?? '' };
  });
  const list = fc.option(
    choice.filter(({ kind }) => kind in paths),
    { nil: undefined },
  );
  return fc.record({
    list,
    choices: fc.array(
      choice.filter(({ value }) => value !== ''),
      { maxLength: 4 },
    ),
  });
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
      ${openFacts}
      return ${readFilters};
    })()`),
  );
}

function pathOf({ kind, value }: Choice): string {
  return paths[kind]?.(encodeURIComponent(value)) ?? 'courses';
}

/** The lines that the page must show: the number of courses, and each value that leaves some. */
function expected({ courses, names, above }: Source, { list, choices }: Selection, all: readonly string[]): string[] {
  const listed = list === undefined ? courses : left(courses, [list]);
  const total = left(listed, choices).length;
  // A list without choices is paged.
  const shown = `${inWords(total)} ${total === 1 ? 'course' : 'courses'}`;
  const pages = list !== undefined && choices.length === 0 ? Math.ceil(total / pageSize) : 1;
  return [
    pages === 1 ? shown : `${shown} · page 1 of ${inWords(pages)}`,
    ...all.flatMap((kind) => {
      const counts = [...counted(left(listed, choices, kind), kind)].filter(
        ([value]) => list?.kind !== kind || list.value !== value,
      );
      const isChosen = choices.some((choice) => choice.kind === kind);
      if (kind in titles && counts.length < (isChosen ? 1 : 2)) return [];
      return counts.map(([value, count]) => {
        const top = kind === 'category' ? above.get(value) : undefined;
        const isUnder = top !== undefined && !(list?.kind === kind && list.value === top);
        const path = [titles[kind] ?? labels[kind], ...(isUnder ? [nameOf(kind, top)] : []), nameOf(kind, value)];
        return `${path.join(' > ')} ${inWords(count)}`;
      });
    }),
  ];

  function nameOf(kind: string, value: string): string {
    return names.get(`${kind} ${value}`) ?? (kind in titles ? value : wordsOf(value));
  }
}

const titles: Readonly<Record<string, string>> = {
  language: 'Language',
  category: 'Category',
  provider: 'Provider',
  year: 'Year',
};
const labels: Readonly<Record<string, string>> = {
  level: 'Level',
  price: 'Price',
  format: 'Format',
  start_date: 'Start',
  subtitles: 'Subtitles',
};
const pageSize = 25;

function inWords(number: number): string {
  return number.toLocaleString('en-US');
}
