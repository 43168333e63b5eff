// Offers: the one price of a course, as schema.org and MOOChub state it.
import { quoteText } from '../../text/quote.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import type { Notes } from '../notes.ts';
import { decimalText } from '../values/field-values.ts';

/** The price of a course by its offers, or `0` if it is free without any; undefined if none says one, or if they differ. */
export function priceOf(offers: readonly unknown[], isFree: boolean, location: string, notes: Notes) {
  const isOfCourse = (offer: unknown) => fieldOf(offer, 'category') !== 'certificate';
  const [price, ...others] = new Set(offers.filter(isOfCourse).flatMap(priceIn));
  if (price === undefined) return isFree ? '0' : undefined;
  if (others.length === 0) return price;
  const shown = [price, ...others].slice(0, 3).map(quoteText).join(', ');
  notes.add('valueSkipped', 'price of several offers, or a range', location, shown);
  return undefined;
}

/** A price, and the ends of a range. */
const priceFields = ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'];

function priceIn(offer: unknown): string[] {
  const prices = [offer, fieldOf(offer, 'priceSpecification')].flatMap((holder) => {
    const currency = fieldOf(holder, 'priceCurrency');
    return priceFields.flatMap((field) => {
      const price = fieldOf(holder, field);
      const stated = typeof price === 'number' ? decimalText(price) : price;
      if (typeof stated !== 'string' || stated === '') return [];
      return [typeof currency === 'string' ? `${stated} ${currency}` : stated];
    });
  });
  return prices.length === 0 && fieldOf(offer, 'category') === 'Free' ? ['0'] : prices;
}
