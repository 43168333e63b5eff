// The filters of a list as markup: which fields there are, what is chosen, and that every text is a text.
import { describe, expect, it } from 'vitest';
import { filterBar, filterChips, type Filter, type FilterValue } from '../../src/outputs/shared/filter-bar.ts';

const words = {
  sort: 'Sort by',
  moreFilters: 'More filters',
  moreValues: (count: number) => `and ${count} more`,
};

const value = (name: string, others: Partial<FilterValue> = {}): FilterValue => {
  return { value: name.toLowerCase(), name, count: '3', isChosen: false, ...others };
};
const filter = (name: string, ...values: readonly FilterValue[]): Filter => ({ name, label: name, values });

const barOf = (...filters: readonly Filter[]) => filterBar({ filters, sorts: [] }, words).toString();

/** The names of the fields, in order, and a bar where the others begin. */
function fieldsIn(bar: string): string[] {
  return [...bar.matchAll(/<select name="(\w+)"|<details/gu)].map(([, name]) => name ?? '|');
}

describe('the bar of filters', () => {
  it('has a field with the values and their counts, those below others indented', () => {
    expect(barOf(filter('Subject', value('Science'), value('Biology', { isBelow: true })))).toBe(
      '<select name="Subject" aria-label="Subject"><option value="">Subject</option><option value="science">Science (3)</option><option value="biology">\u2003Biology (3)</option></select>',
    );
  });

  it('shows what is chosen', () => {
    const bar = barOf(filter('Level', value('Beginner', { isChosen: true }), value('Advanced')));
    expect(bar).toContain('<select name="Level" aria-label="Level" class="chosen">');
    expect(bar).toContain('<option value="beginner" selected>');
  });

  it('has no field for a single value that is not chosen, and an empty one for values that are to come', () => {
    const bar = barOf(filter('None'), filter('One', value('a')), filter('Chosen', value('a', { isChosen: true })), {
      name: 'Coming',
      label: 'Coming',
      values: undefined,
    });
    expect(fieldsIn(bar)).toEqual(['Chosen', 'Coming']);
  });

  it('has the first six filters beside each other, and the others in a part that opens', () => {
    const filters = Array.from({ length: 8 }, (_, index) => filter(`f${index}`, value('a'), value('b')));
    expect(fieldsIn(barOf(...filters))).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', '|', 'f6', 'f7']);
  });

  it('has no more than 500 values and chosen ones, and says how many it leaves out', () => {
    const values = Array.from({ length: 600 }, (_, index) => value(`v${index}`, { isChosen: index === 599 }));
    const bar = barOf(filter('Provider', ...values));
    expect(bar.match(/<option/gu)).toHaveLength(1 + 501 + 1);
    expect(bar).toContain('<option value="v599" selected>');
    expect(bar).toContain('<option disabled>and 99 more</option>');
  });

  it('has the orders of the courses, if there are several', () => {
    const sort = { value: 'newest', name: 'Newest', isChosen: false, isDisabled: false };
    const title = { value: 'title', name: 'Title', isChosen: true, isDisabled: true };
    expect(filterBar({ filters: [], sorts: [sort] }, words).toString()).toBe('');
    expect(filterBar({ filters: [], sorts: [sort, title] }, words).toString()).toBe(
      '<select name="sort" aria-label="Sort by"><option value="newest">Newest</option><option value="title" selected disabled>Title</option></select>',
    );
  });

  it('has names as texts', () => {
    const attack = '"><img src=x onerror=hit()>';
    const bar = barOf(filter('Provider', value(attack), value('b')));
    const chips = filterChips([{ href: attack, name: attack, action: attack }], { href: attack, name: attack }, attack);
    for (const markup of [bar, chips.toString()]) expect(markup).not.toContain('<img');
  });
});

describe('the chosen values', () => {
  it('are links that remove them, with one that removes all; none where nothing is chosen', () => {
    const clear = { href: '?', name: 'Clear all' };
    expect(filterChips([], clear, 'Filters').toString()).toBe('');
    const chips = filterChips([{ href: '?q=sql', name: 'Spanish', action: 'Remove' }], clear, 'Filters').toString();
    expect([...chips.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual(['?q=sql', '?']);
  });
});
