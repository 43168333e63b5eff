// Values of fields in the words of a reader, for pages and for the scripts in them.
import type { Locale } from '../../text/locales/translate.ts';
import { memoize } from '../../memoize.ts';
import { dayPart, isDayKind } from '../../catalog/date.ts';
import { isIsoDuration, isoDuration } from '../../catalog/source/durations.ts';
import type { PageKind, PageField, CourseFields } from '../../catalog/fields.ts';
import { shortened } from '../../text/shortened.ts';

/** What is known of a field where it is shown. */
export type ShownField = Pick<PageField, 'kind'> & {
  readonly [Key in 'words' | 'isLanguage' | 'isInRows']?: PageField[Key] | undefined;
};

/** A value in the words of a reader. */
type InWords = (field: ShownField, value: string) => string;

const units = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** The known word that a value is, whatever its case. */
export function knownWord<Word extends string>(words: readonly Word[] | undefined, value: string): Word | undefined {
  return words?.find((word) => word === value.toLowerCase());
}

/**
 * Returns a function that writes a value in the words of a locale: numbers, prices, durations, days, answers, known words and names of
 * languages; other texts stay as they are.
 */
export function fieldsInWords(locale: Locale, languageName: (name: string) => string): InWords {
  const digits = { numberingSystem: 'latn' };
  // The same few amounts occur again and again.
  const price = memoize((text: string) => {
    const [amount = '', currency] = text.split(' ');
    if (currency === undefined) return locale.text('value.free');
    return new Intl.NumberFormat(locale.tag, { ...digits, style: 'currency', currency }).format(Number(amount));
  });
  const duration = memoize((text: string) => {
    const counts = isoDuration.exec(text)?.slice(1);
    if (counts === undefined) return text;
    const parts = units.flatMap((unit, index) => {
      const { [index]: count } = counts;
      if (count === undefined) return [];
      return new Intl.NumberFormat(locale.tag, { ...digits, style: 'unit', unit, unitDisplay: 'long' }).format(
        Number(count),
      );
    });
    return new Intl.ListFormat(locale.tag, { type: 'unit' }).format(parts);
  });
  const inWords: Partial<Record<PageKind, (text: string) => string>> = {
    price,
    duration: (text) => (isIsoDuration(text) ? duration(text) : text),
    date: locale.date,
    timestamp: (text) => locale.date(dayPart(text)),
    number: (text) => new Intl.NumberFormat(locale.tag, { ...digits, maximumFractionDigits: 9 }).format(Number(text)),
    'yes-no': (text) => locale.text(text === 'yes' ? 'value.yes' : 'value.no'),
  };
  return ({ kind, words, isLanguage = false }, value) => {
    if (isLanguage) return languageName(value);
    const word = knownWord(words, value);
    return word === undefined ? (inWords[kind]?.(value) ?? value) : locale.text(`value.${word}`);
  };
}

/** Labels of a course, and characters of each: they fit on a line. */
const [mostLabels, longestLabel] = [5, 40];

/** What learners choose a course by, in words: what it costs first. */
export interface CourseLabel {
  readonly text: string;
  readonly isFree: boolean;
}

/** The labels of a course with these fields. `labelOf` names a field in the language of the page. */
export function courseLabels(
  table: readonly (readonly [name: string, field: ShownField])[],
  fields: CourseFields,
  inWords: InWords,
  labelOf: (name: string) => string,
): CourseLabel[] {
  return table
    .filter(([name, { isInRows }]) => isInRows === true && fields[name] !== undefined)
    .toSorted(([, a], [, b]) => Number(b.kind === 'price') - Number(a.kind === 'price'))
    .slice(0, mostLabels)
    .map(([name, field]) => {
      const values = [fields[name] ?? []].flat();
      const words = shortened(values.map((value) => inWords(field, value)).join(', '), longestLabel);
      // A day says nothing by itself.
      const text = isDayKind(field.kind) ? `${labelOf(name)}: ${words}` : words;
      return { text, isFree: field.kind === 'price' && values[0] === '0' };
    });
}
