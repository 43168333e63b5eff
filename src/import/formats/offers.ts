// Offers: the one price of a course, as schema.org and MOOChub state it.
import { quoteText } from '../../text/quote.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import type { Notes } from '../notes.ts';
import { decimalText } from '../values/field-values.ts';

/** The price of a course by its offers, or `0` if it is free without any; undefined if none says one, or if they differ. */
export function priceOf(
  offers: readonly unknown[],
  isFree: boolean,
  location: string,
  notes: Notes,
): string | undefined {
  const isOfCourse = (offer: unknown) => fieldOf(offer, 'category') !== 'certificate';
  const [price, ...others] = new Set(offers.filter(isOfCourse).flatMap(priceIn));
  if (price === undefined) return isFree ? '0' : undefined;
  if (others.length === 0) return price;
  notes.add(
    'valueSkipped',
    'price of several offers',
    location,
    [price, ...others].slice(0, 3).map(quoteText).join(', '),
  );
  return undefined;
}

function priceIn(offer: unknown): string[] {
  const holder = [offer, fieldOf(offer, 'priceSpecification')].find((one) => fieldOf(one, 'price') !== undefined);
  const [price, currency] = [fieldOf(holder, 'price'), fieldOf(holder, 'priceCurrency')];
  const stated = typeof price === 'number' ? decimalText(price) : price;
  if (typeof stated !== 'string' || stated === '') return fieldOf(offer, 'category') === 'Free' ? ['0'] : [];
  return [typeof currency === 'string' ? `${stated} ${currency}` : stated];
}
