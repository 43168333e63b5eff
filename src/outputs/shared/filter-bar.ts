// The filters of a list of courses as markup: a field for each, their order, and what is chosen.
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';

/** A value of a filter, in words. */
export interface FilterValue {
  readonly value: string;
  readonly name: string;
  /** Its number of courses, in words; undefined where it is not known. */
  readonly count: string | undefined;
  readonly isChosen: boolean;
  /** Whether it is below the value before it. */
  readonly isBelow?: boolean;
}

export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Undefined until they are loaded. */
  readonly values: readonly FilterValue[] | undefined;
}

/** An order of the courses. */
interface SortChoice {
  readonly value: string;
  readonly name: string;
  readonly isChosen: boolean;
  /** Whether there are too many courses for it. */
  readonly isDisabled: boolean;
}

export interface FilterBar {
  readonly filters: readonly Filter[];
  readonly sorts: readonly SortChoice[];
}

interface FilterBarWords {
  readonly sort: string;
  readonly moreFilters: string;
  /** Says how many values are left out. */
  readonly moreValues: (count: number) => string;
}

/** Filters that are shown beside each other; the others are in a part that opens. */
export const mostBeside = 6;
/** Values of a filter: a browser takes too long for more. */
const mostValues = 500;

/** The fields of the filters, each with at least two values or a chosen one, and that of the order. */
export function filterBar({ filters, sorts }: FilterBar, words: FilterBarWords): Markup {
  const fields = filters.map(({ values, ...filter }) => {
    const isUseful = !values || values.length > 1 || values.some(({ isChosen }) => isChosen);
    return isUseful ? [filterField({ values, ...filter }, words)] : [];
  });
  const more = fields.slice(mostBeside).flat();
  const others =
    more.length === 0
      ? []
      : [html`<details class="more-filters"><summary>${words.moreFilters}</summary><div>${more}</div></details>`];
  const options = sorts.map(({ value, name, isChosen, isDisabled }) => {
    return html`<option value="${value}"${flag('selected', isChosen)}${flag('disabled', isDisabled)}>${name}</option>`;
  });
  const sort = sorts.length < 2 ? [] : [html`<select name="sort" aria-label="${words.sort}">${options}</select>`];
  return html`${fields.slice(0, mostBeside).flat()}${others}${sort}`;
}

function filterField({ name, label, values = [] }: Filter, { moreValues }: FilterBarWords): Markup {
  const isChosen = values.some((value) => value.isChosen);
  const options = values
    .filter((value, index) => index < mostValues || value.isChosen)
    .map((value) => {
      const indent = value.isBelow === true ? '\u2003' : '';
      const count = value.count === undefined ? '' : ` (${value.count})`;
      return html`<option value="${value.value}"${flag('selected', value.isChosen)}>${indent}${value.name}${count}</option>`;
    });
  const left = values.length - options.length;
  const rest = left > 0 ? [html`<option disabled>${moreValues(left)}</option>`] : [];
  return html`<select name="${name}" aria-label="${label}"${isChosen ? [html` class="chosen"`] : []}><option value="">${label}</option>${options}${rest}</select>`;
}

function flag(name: string, isSet: boolean): Markup[] {
  return isSet ? [html` ${name}`] : [];
}

/** A value that is chosen, with the address of the list without it. */
interface Chip {
  readonly href: string;
  readonly name: string;
  /** What the link does, for screen readers. */
  readonly action: string;
}

/** The chosen values, each a link that removes it, and a link that removes all. Nothing where none is chosen. */
export function filterChips(chips: readonly Chip[], clear: Pick<Chip, 'href' | 'name'>, label: string): Markup {
  if (chips.length === 0) return html``;
  const links = chips.map(({ href, name, action }) => {
    return html`<li><a href="${href}"><span class="visually-hidden">${action} </span><bdi>${name}</bdi> <span aria-hidden="true">×</span></a></li>`;
  });
  return html`<ul class="chips" aria-label="${label}">${links}<li><a href="${clear.href}">${clear.name}</a></li></ul>`;
}
