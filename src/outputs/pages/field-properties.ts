// The page fields of a course as properties of schema.org, each value in the JSON type of its kind.
import { modeOf } from '../../catalog/course-modes.ts';
import { priceOf } from '../shared/field-values.ts';
import { isIsoDuration } from '../../catalog/source/durations.ts';
import type { PageField, CourseFields, FieldTable } from '../../catalog/fields.ts';

/** The types of the objects that hold some of the properties. */
const holders: Readonly<Record<string, string>> = {
  hasCourseInstance: 'CourseInstance',
  audience: 'EducationalAudience',
};

/** The properties of a `Course` that state its fields; none if it has none. */
export function fieldProperties(fields: FieldTable, found: CourseFields): object {
  const properties: Record<string, unknown> = {};
  const held: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(fields)) {
    const { [name]: value } = found;
    if (value === undefined || row.schemaOrg === undefined) continue;
    const [first = '', second] = row.schemaOrg.split('.');
    if (row.kind === 'price') Object.assign(properties, offerOf(String(value)));
    else if (second === undefined) properties[first] = jsonValue(row, value);
    else (held[first] ??= { '@type': holders[first] })[second] = jsonValue(row, value);
  }
  return { ...properties, ...held };
}

/** Undefined for a duration that is no ISO 8601 where schema.org takes no other. */
function jsonValue({ kind, schemaOrg }: PageField, value: string | readonly string[]): unknown {
  if (schemaOrg === 'hasCourseInstance.courseMode')
    return typeof value === 'string' ? courseMode(value) : [...new Set(value.map(courseMode))];
  if (kind === 'number') return Number(value);
  if (kind === 'yes-no') return value === 'yes';
  return schemaOrg === 'timeRequired' && !isIsoDuration(String(value)) ? undefined : value;
}

/** The word of schema.org for a mode that is named in any language; any other text as it is. */
function courseMode(text: string): string {
  const mode = modeOf(text);
  return mode === 'on-site' ? 'onsite' : (mode ?? text);
}

function offerOf(price: string): object {
  const { amount, currency } = priceOf(price);
  const isFree = currency === null;
  return {
    isAccessibleForFree: isFree,
    offers: {
      '@type': 'Offer',
      price: amount,
      priceCurrency: currency ?? undefined,
      category: isFree ? 'Free' : 'Paid',
    },
  };
}
