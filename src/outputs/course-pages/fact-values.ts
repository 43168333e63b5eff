// Facts on the page of a course: in the words of its readers, and as properties of schema.org.
import type { Locale } from '../../locales/translate.ts';
import { memoize } from '../../memoize.ts';
import type { FactKind, Facts, FactTable } from '../../source/facts.ts';

const isoDuration =
  /^P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,6}(?:\.\d{1,3})?)H)?(?:(\d{1,6}(?:\.\d{1,3})?)M)?(?:(\d{1,6}(?:\.\d{1,3})?)S)?)?$/u;
const units = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** Returns a function that writes a value in the words of a locale: prices, durations and days; texts stay as they are. */
export function factsInWords(locale: Locale): (kind: FactKind, text: string) => string {
  const digits = { numberingSystem: 'latn' };
  // The same few amounts occur again and again.
  const price = memoize((text: string) => {
    const [amount = '', currency] = text.split(' ');
    if (currency === undefined) return locale.text('pages.free');
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
  const inWords: Partial<Record<FactKind, (text: string) => string>> = {
    price,
    duration: (text: string) => (isoDuration.test(text) ? duration(text) : text),
    date: locale.date,
    number: (text: string) => new Intl.NumberFormat(locale.tag, digits).format(Number(text)),
    'yes-no': (text: string) => locale.text(text === 'yes' ? 'pages.yes' : 'pages.no'),
  };
  return (kind, text) => inWords[kind]?.(text) ?? text;
}

/** The types of the objects that hold some of the properties. */
const holders: Readonly<Record<string, string>> = {
  hasCourseInstance: 'CourseInstance',
  audience: 'EducationalAudience',
};

/** The properties of a `Course` that state its facts; none if it has none. A duration that is no ISO 8601 is none of `timeRequired`. */
export function factProperties(facts: FactTable, found: Facts): object {
  const properties: Record<string, unknown> = {};
  const held: Record<string, Record<string, unknown>> = {};
  for (const [name, { kind, property }] of Object.entries(facts)) {
    const { [name]: value } = found;
    if (value === undefined || property === undefined) continue;
    const [first = '', second] = property.split('.');
    if (kind === 'price') Object.assign(properties, offerOf(String(value)));
    else if (second !== undefined) (held[first] ??= { '@type': holders[first] })[second] = value;
    else if (kind !== 'duration' || isoDuration.test(String(value))) properties[first] = value;
  }
  return { ...properties, ...held };
}

function offerOf(price: string): object {
  const [amount, currency] = price.split(' ');
  return {
    isAccessibleForFree: currency === undefined,
    offers: {
      '@type': 'Offer',
      price: amount,
      priceCurrency: currency,
      category: currency === undefined ? 'Free' : 'Paid',
    },
  };
}
