// Days as people type them: `31.1.2027`, `31/1/2027` in an order, or the word for today.
import { tagOfName } from '../catalog/language-tags.ts';
import { lazy } from '../memoize.ts';
import { listLanguages } from '../text/locales/tags.ts';

/** What a day may be written like, for messages. */
export const dayExample = 'a day such as 2026-11-23, 23.11.2026 or today';

/** The day of today, here. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** A day as `2027-01-31`, whether there is such a day or not; another text stays as it is. Undefined if its order is in doubt. */
export function typedDay(text: string, order?: 'dmy' | 'mdy'): string | undefined {
  if (todayWords().has(folded(text))) return today();
  const [, first = '', sign, second = '', year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/u.exec(text) ?? [];
  if (year === undefined) return text;
  const isDayFirst = sign === '.' || order === 'dmy' || Number(first) > 12;
  const isMonthFirst = sign !== '.' && (order === 'mdy' || Number(second) > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  const parts = isDayFirst ? [second, first] : [first, second];
  return [year, ...parts.map((part) => part.padStart(2, '0'))].join('-');
}

/** The order of day and month in the language with a name, or else in that with a tag. */
export function orderInNamed(name: string | undefined, otherwise?: string): 'dmy' | undefined {
  return orderIn(tagOfName(name?.trim() ?? '') ?? otherwise);
}

/** The order of day and month in a language, as far as it has one everywhere. */
export function orderIn(language: string | undefined): 'dmy' | undefined {
  return language === undefined || /^en\b/u.test(language) ? undefined : 'dmy';
}

/** Slow to make. */
const todayWords = lazy(() => {
  const words = listLanguages.map((language) =>
    new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day'),
  );
  return new Set(words.map(folded));
});

function folded(word: string): string {
  return word.toLowerCase().replaceAll('\u2019', "'");
}
