// A locale: the messages of a language, filled in, and numbers, dates and names of languages as its readers write them.
import { lazy, memoize } from '../../memoize.ts';
import type english from './en.json';

export type MessageName = keyof typeof english;
/** A text with placeholders such as `{title}`, or one for each plural category of `{count}`. */
export type Message = string | PluralForms;
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Messages = Readonly<Record<MessageName, Message>>;

/** What takes the place of a placeholder; numbers are formatted. */
export type Values<Value> = Readonly<Record<string, Value | number>>;

export type Locale = ReturnType<typeof openLocale>;

/** `tag` may name a variant of the messages' language: `de-CH`. */
export function openLocale(tag: string, messages: Messages) {
  // Formatters are made on first use, since they are slow to make. Digits are the same in every release of the Unicode data.
  const digits = { numberingSystem: 'latn' };
  const numbers = lazy(() => new Intl.NumberFormat(tag, digits));
  const plurals = lazy(() => new Intl.PluralRules(tag));
  const dates = lazy(() => new Intl.DateTimeFormat(tag, { ...digits, dateStyle: 'long', timeZone: 'UTC' }));

  // Thousands of courses are of one day.
  const dayInWords = memoize((time: number) => dates().format(time));

  // Text and the names of placeholders take turns.
  const piecesOf = memoize((form: string) => form.split(/\{(\w+)\}/u));

  const number = (value: number) => numbers().format(value);

  /** The text of a message in pieces, for values that are markup. */
  function parts<Value>(name: MessageName, values: Values<Value>): (Value | string)[] {
    const message = messages[name];
    const { count } = values;
    const form =
      typeof message === 'string'
        ? message
        : (message[typeof count === 'number' ? plurals().select(count) : 'other'] ?? message.other);
    // In one pass, since a value may look like a placeholder.
    return piecesOf(form).flatMap((piece, index) => {
      if (index % 2 === 0) return piece === '' ? [] : [piece];
      const value = values[piece] ?? '';
      return [typeof value === 'number' ? number(value) : value];
    });
  }

  return {
    tag,
    dir: messages.direction === 'rtl' ? 'rtl' : 'ltr',
    /** A message whose placeholders are replaced; `values.count` chooses its plural form. */
    text: (name: MessageName, values: Values<string> = {}) => parts(name, values).join(''),
    parts,
    number,
    /** A number of bytes in decimal units. */
    size: (bytes: number): string => {
      const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
      let power = 0;
      // From here on it would be rounded to 1,000.
      while (power < units.length - 1 && bytes >= 999.95 * 1000 ** power) power += 1;
      const unit = { style: 'unit', unit: units[power], maximumFractionDigits: 1 } as const;
      // The short form of bytes is the word in the singular.
      const unitDisplay = power === 0 ? 'long' : 'short';
      return new Intl.NumberFormat(tag, { ...digits, ...unit, unitDisplay }).format(bytes / 1000 ** power);
    },
    /** A date that begins with `YYYY-MM-DD`, in words; any other text as it is. */
    date: (text: string): string => {
      const [day] = /^\d{4}-\d{2}-\d{2}/u.exec(text) ?? [];
      const time = day === undefined ? Number.NaN : Date.parse(day);
      return Number.isNaN(time) ? text : dayInWords(time);
    },
  } as const;
}
