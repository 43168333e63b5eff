// Counts: what the page shows beside every value is what the source holds, for random choices in all courses and in lists.
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEach, onOneHost } from '../browser/deployments.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { shown } from '../browser/lists.ts';
import { fieldKinds, fieldsCatalog, wordsOf } from './fields-catalog.ts';
import { counted, kinds, left, readSource, type Choice, type Source } from './source.ts';

const selections = 60;

/** The number of courses, and for each value the names of its path and its number of courses. */
const readFilters = `[
  document.querySelector('course-list .count[role=status]').textContent.split(' · ')[0],
  ...[...document.querySelectorAll('course-list .bar select:not([name=sort], [name=audience])')].flatMap((select) => {
    let top = '';
    return [...select.options].slice(1).map(({ text, textContent }) => {
      const isBelow = textContent.startsWith('\\u2003');
      if (!isBelow) top = text.replace(/ \\([\\d,]+\\)$/u, '');
      return [select.ariaLabel, ...(isBelow ? [top] : []), text.trim()].join(' > ');
    });
  }),
]`;
const lines = z.array(z.string());

/** Puts a list in the place of the one on the page, and waits for all of its filters: those to load have no value yet. */
const openList = `async (list, query) => {
  history.replaceState(null, '', location.pathname + query);
  const before = document.querySelector('course-list');
  const next = before.cloneNode(true);
  for (const part of next.querySelectorAll('.bar, .chosen-filters, .count, .results')) part.remove();
  if (list === '') next.removeAttribute('list');
  else next.setAttribute('list', list);
  next.removeAttribute('aria-busy');
  before.replaceWith(next);
  const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
  while (next.ariaBusy !== 'false') await wait();
  const details = next.querySelector('details');
  if (details) details.open = true;
  while ([...next.querySelectorAll('.bar select:not([name=audience])')].some(({ options }) => options.length < 2)) await wait();
}`;

/** A list, or all courses, and what is chosen there. */
interface Selection {
  readonly list: Choice | undefined;
  readonly choices: readonly Choice[];
}

const ofLists = new Set(['language', 'category', 'provider']);

describeEach(onOneHost('varied', 'fields'), 'the filters of', ({ catalog, visit }) => {
  const all = catalog === 'fields' ? [...kinds, ...fieldKinds] : kinds;
  it(`show for ${selections} random choices what a count over the source gives`, async () => {
    const source = await readSource(catalog === 'fields' ? fieldsCatalog : undefined);
    const { page } = await visit('courses/');
    await shown(page);
    // Nothing is laid out or painted: only texts are read.
    await page.evaluate(`document.querySelector('main').hidden = true`);
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
    choice.filter(({ kind }) => ofLists.has(kind)),
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
  const name = list === undefined ? '' : `${list.kind}:${list.value}`;
  const query = new URLSearchParams(choices.map(({ kind, value }): [string, string] => [kind, value]));
  const asked = JSON.stringify([name, choices.length === 0 ? '' : `?${String(query)}`]);
  return lines.parse(await page.evaluate(`(${openList})(...${asked}).then(() => ${readFilters})`));
}

/** The lines that the page must show: the number of courses, and each value that leaves some. */
function expected({ courses, names, above }: Source, { list, choices }: Selection, all: readonly string[]): string[] {
  const listed = list === undefined ? courses : left(courses, [list]);
  const total = left(listed, choices).length;
  return [
    // Without a choice, the courses are those of the file.
    choices.length === 0 ? '' : `${inWords(total)} ${total === 1 ? 'course' : 'courses'}`,
    ...all.flatMap((kind) => {
      const chosen = choices.flatMap((choice) => (choice.kind === kind ? [[choice.value, 0] as const] : []));
      const counts = [...new Map([...chosen, ...counted(left(listed, choices, kind), kind)])].filter(
        ([value]) => list?.kind !== kind || list.value !== value,
      );
      const isUseful = counts.length > 1 || counts.some(([value]) => chosen.some(([one]) => one === value));
      if (!isUseful) return [];
      return counts.map(([value, count]) => {
        const top = kind === 'category' ? above.get(value) : undefined;
        const isUnder = top !== undefined && counts.some(([other]) => other === top);
        const path = [labels[kind] ?? kind, ...(isUnder ? [nameOf(kind, top)] : []), nameOf(kind, value)];
        return `${path.join(' > ')} (${inWords(count)})`;
      });
    }),
  ];

  function nameOf(kind: string, value: string): string {
    return decodeReferences(names.get(`${kind} ${value}`) ?? (kind in filters ? value : wordsOf(value)));
  }
}

const filters = { language: 'Language', category: 'Category', provider: 'Provider', year: 'Year' } as const;
const labels: Readonly<Record<string, string>> = {
  ...filters,
  level: 'Level',
  price: 'Price',
  format: 'Format',
  start_date: 'Start',
  subtitles: 'Subtitles',
};

function inWords(number: number): string {
  return number.toLocaleString('en-US');
}
