// Turns values into filter choices and sort keys: a price is free or paid, a day is upcoming.
import type { PageKind } from '../../catalog/fields.ts';
import { isDayKind } from '../../catalog/date.ts';

/** Choices that are words of every language, beside the values of other fields. */
export const choiceWords = ['free', 'paid', 'any', 'upcoming', 'month'] as const;
type ChoiceWord = (typeof choiceWords)[number];

/** The choices under which a value is found. `today` is a day such as `2024-05-28`. */
export function choicesOfValue(kind: PageKind, value: string, today: string): readonly string[] {
  if (kind === 'price') return [value === '0' ? 'free' : 'paid'] satisfies ChoiceWord[];
  if (!isDayKind(kind)) return [value];
  const month = today.slice(0, 'YYYY-MM'.length);
  return [
    'any',
    ...(value >= today ? (['upcoming'] as const) : []),
    ...(value.startsWith(month) ? (['month'] as const) : []),
  ] satisfies ChoiceWord[];
}

/** By what values are sorted, the least first: a day that has passed comes with the courses that have none. */
export function sortKeyOf(kind: PageKind, value: string | undefined, today: string): number {
  if (value === undefined || (isDayKind(kind) && value < today)) return Infinity;
  // Without its zone, a time would be one of the visitor's.
  return isDayKind(kind) ? Date.parse(value.includes('T') ? `${value}Z` : value) : Number.parseFloat(value);
}

/** The day of a moment where the visitor is. */
export function localDay(now: Date): string {
  const digits = (part: number, length: number) => String(part).padStart(length, '0');
  return [digits(now.getFullYear(), 4), digits(now.getMonth() + 1, 2), digits(now.getDate(), 2)].join('-');
}
