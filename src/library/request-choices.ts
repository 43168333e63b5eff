// What a request chooses by, as the filters have it: values by any of their names, ranges, and an error for what the catalog does not have. Loaded with the first search that has any.
import { dayMonthOrYear, isDayKind } from '../catalog/date.ts';
import { choicesOfValue, choiceWords, localDay } from '../outputs/filters/field-choices.ts';
import { isFilterName, type PublishedField } from '../outputs/filters/file-format.ts';
import type { Choice } from '../outputs/filters/filters.ts';
import type { Range } from './catalog.ts';
import { otherValues, type NamedValue } from './other-values.ts';
import type { Within } from './search/filter-and-sort.ts';
import type { Search } from './search/search.ts';
import type { ValueNames } from './search/value-names.ts';

type Field = Pick<PublishedField, 'name' | 'kind'> & Partial<PublishedField>;

/** What is known of the catalog. */
interface Known {
  readonly search: Pick<Search, 'filter'>;
  readonly fields: () => Promise<readonly PublishedField[]>;
  readonly names: () => Promise<ValueNames>;
}

/** Reads what is chosen of filters and fields, which may be values that the catalog does not have. Fields of other names than those of the catalog it takes for texts. */
export async function choicesOf(
  chosen: Iterable<readonly [name: string, choice: unknown]>,
  mayBeUnknown: boolean,
  { search, fields, names }: Known,
) {
  /** The values that courses of the catalog have, the most frequent first. */
  const valuesOf = async ({ name, words = [], kind }: Field): Promise<NamedValue[]> => {
    const all = await search.filter({ query: '', choices: [], sort: 'newest' });
    if (!isFilterName(name)) await all.loadField(name);
    const { nameOf } = await names();
    const counted = (all.counts(name) ?? []).map(([value]): NamedValue => {
      return [value, (isFilterName(name) ? nameOf(name, value) : undefined) ?? value];
    });
    const known = choiceWords.filter((word) => isWordOf(word, kind));
    return [...new Map([...counted, ...[...words, ...known].map((word): NamedValue => [word, word])])];
  };
  const choices: Choice[] = [];
  const within: Within[] = [];
  for (const [name, choice] of chosen) {
    const asked: readonly unknown[] = choice === undefined ? [] : [choice].flat();
    if (asked.length === 0) continue;
    const known = isFilterName(name) ? undefined : (await fields()).find((field) => field.name === name);
    const field: Field = known ?? { name, kind: 'text' };
    const ranges = asked.flatMap((one) => rangeOf(one, field) ?? []);
    const texts = asked.filter((one) => rangeOf(one, field) === undefined).map((one) => textOf(one, field));
    const found = texts.length === 0 ? [] : await valuesOf(field);
    const values = texts.flatMap((text) => {
      const matching = matches(text, field, found);
      return matching.length > 0 ? matching : otherValues(text, field, found, mayBeUnknown, rangesOf(field));
    });
    if (ranges.length === 0) {
      choices.push(...values.map((value): Choice => [name, value]));
      continue;
    }
    const today = localDay(new Date());
    const others = (value: string) => choicesOfValue(field.kind, value, today).some((one) => values.includes(one));
    const isWithin = [others, ...ranges.map((range) => withinOf(range, field))];
    within.push([name, (value) => isWithin.some((is) => is(value))]);
  }
  return { choices, within };
}

/** Whether a word is a choice of a price, or else of a day. */
function isWordOf(word: (typeof choiceWords)[number], kind: Field['kind']): boolean {
  return word === 'free' || word === 'paid' ? kind === 'price' : isDayKind(kind);
}

function textOf(asked: unknown, { kind }: Field): string {
  if (typeof asked === 'boolean') return asked ? 'yes' : 'no';
  return kind === 'price' && String(asked) === '0' ? 'free' : String(asked);
}

/** The values that have a name, in any case. */
function matches(text: string, { name }: Field, values: readonly NamedValue[]): string[] {
  // Any year may have a course.
  if (values.some(([value]) => value === text) || (name === 'year' && /^\d{4}$/u.test(text))) return [text];
  const key = text.toLowerCase();
  return values.flatMap((names) => (names.some((one) => one.toLowerCase() === key) ? [names[0]] : []));
}

const range = 'a range { from, to }';

/** The ranges that a field takes, in words; empty if it takes none. */
function rangesOf({ kind, isSortable }: Field): string {
  if (isDayKind(kind)) return `a day, a month, a year, or ${range}`;
  return kind === 'number' || (kind === 'price' && isSortable) ? range : '';
}

/** Whether it is a day, a month or a year that exists. */
function isDay(text: string): boolean {
  return dayMonthOrYear.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}

/** The range that is asked for: a month is one of days. */
function rangeOf(asked: unknown, field: Field): Range | undefined {
  if (typeof asked === 'object') {
    const ends = Object.entries(asked ?? {}).filter(([, end]) => end !== undefined);
    if (ends.length > 0 && ends.every(([key]) => key === 'from' || key === 'to')) return Object.fromEntries(ends);
    throw new TypeError(`${field.name}: expected a value or ${range}, got ${JSON.stringify(asked)}`);
  }
  const text = textOf(asked, field);
  return isDayKind(field.kind) && isDay(text) ? { from: text, to: text } : undefined;
}

function withinOf({ from, to }: Range, field: Field): (value: string) => boolean {
  const { name, kind } = field;
  if (rangesOf(field) === '')
    throw new TypeError(`${name}: has no ranges: only days, numbers, and prices in one currency do`);
  const isOfDays = isDayKind(kind);
  for (const end of [from, to].flatMap((one) => (one === undefined ? [] : [String(one)])))
    if (isOfDays ? !isDay(end) : end.trim() === '' || Number.isNaN(Number(end)))
      throw new RangeError(`${name}: expected a ${isOfDays ? 'day or a month' : 'number'}, got "${end}"`);
  if (!isOfDays)
    return (value) =>
      Number.parseFloat(value) >= Number(from ?? -Infinity) && Number.parseFloat(value) <= Number(to ?? Infinity);
  return (value) => value >= String(from ?? '') && value.slice(0, String(to ?? value).length) <= String(to ?? value);
}
