// The values of page fields as programs read them, in the dumps and from the client: a price has an amount, a number is a number.
import type { FieldValue, Price } from '../../api/records.ts';
import type { CourseFields, PageKind } from '../../catalog/fields.ts';

/** A value of a kind, by that of the source. */
export function fieldValue(kind: PageKind, value: CourseFields[string]): FieldValue {
  const texts = [value].flat();
  const [text = ''] = texts;
  if (kind === 'list') return texts;
  if (kind === 'number') return Number(text);
  if (kind === 'yes-no') return text === 'yes';
  return kind === 'price' ? priceOf(text) : text;
}

/** A price by its text in the source. It has 12 digits at most, all of which a number keeps. */
export function priceOf(text: string): Price {
  const [amount, currency = null] = text.split(' ');
  return { amount: Number(amount), currency };
}
