// The facts of a course as properties of schema.org.
import { isIsoDuration } from '../../catalog/source/durations.ts';
import type { Facts, FactTable } from '../../catalog/source/facts.ts';

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
    else if (kind !== 'duration' || isIsoDuration(String(value))) properties[first] = value;
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
