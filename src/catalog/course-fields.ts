// The page fields of a course, as its record states them.
import { dayOrTime, dayPart, readDate } from './date.ts';
import type { CourseFields, FieldTable, PageKind } from './fields.ts';

const asItIs = (text: string) => text;

/** The one form of a text of each kind; undefined if it is a day that does not exist. */
const forms: Readonly<Record<PageKind, (text: string) => string | undefined>> = {
  text: asItIs,
  list: asItIs,
  duration: asItIs,
  address: asItIs,
  number: (text) => String(Number(text)),
  price: (text) => (Number(text.split(' ', 1)[0]) === 0 ? '0' : text),
  'yes-no': (text) => (text === 'true' || text === 'yes' ? 'yes' : 'no'),
  // The day as it is written, where the course is held: another zone may have another day.
  date: (text) => (typeof readDate(text) === 'string' ? undefined : dayPart(text)),
  timestamp(text) {
    const date = readDate(text);
    return typeof date === 'string' ? undefined : dayOrTime(date.text);
  },
};

/** Reads the fields that a record of a valid shape states; the result is undefined if a day among them does not exist. */
export function fieldReader(
  table: FieldTable,
): (source: Readonly<Record<string, unknown>>) => CourseFields | undefined {
  const rows = Object.entries(table).map(([name, { kind }]) => [name, forms[kind]] as const);
  return (source) => {
    const found: Record<string, string | readonly string[]> = {};
    for (const [name, formOf] of rows) {
      const value = source[name];
      if (value === undefined || value === null) continue;
      if (Array.isArray(value)) {
        const texts = value.map(fieldText).filter((text) => text !== '');
        if (texts.length > 0) found[name] = texts;
        continue;
      }
      const text = fieldText(value);
      if (text === '') continue;
      const form = formOf(text);
      if (form === undefined) return undefined;
      found[name] = form;
    }
    return found;
  };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}
