// Schemas of page fields in the source format, by the kinds of their values.
import * as z from 'zod';
import { currencies } from './currencies.ts';
import type { FieldKind, FieldRow } from './fields.ts';
import { webAddress, webAddressRule } from './web-address.ts';

const schemas = {
  text: z.string(),
  list: z.union([z.string(), z.array(z.string())]),
  number: z.union([z.number(), z.string().regex(/^\s*(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?)?\s*$/u)]),
  date: z.string(),
  price: z.union([
    z.literal(0),
    z.string().regex(new RegExp(`^(?:0|(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,3})? (?:${[...currencies].join('|')}))?$`, 'u')),
  ]),
  duration: z.string(),
  address: webAddress,
  'yes-no': z.union([z.boolean(), z.enum(['yes', 'no', 'true', 'false', ''])]),
} as const satisfies Record<FieldKind, z.ZodType<FieldValue>>;

const forms: Readonly<Record<FieldKind, string>> = {
  text: 'a text',
  list: 'a text, or an array of texts',
  number: 'a number such as 12 or "4.5"',
  date: 'a text such as "2024-05-28"',
  price: '0, or an amount with a currency such as "49.90 EUR"',
  duration: 'an ISO 8601 duration such as "PT10H", or a text such as "3 weeks"',
  address: webAddressRule,
  'yes-no': 'true or false, or "yes" or "no"',
};

/** What a record holds for a field. */
type FieldValue = string | number | boolean | readonly string[] | null | undefined;

/** The schema of a page field, which may be left out, or be null. */
export const fieldSchema = ({ kind, description }: FieldRow): z.ZodType<FieldValue> =>
  schemas[kind].nullish().describe(`${description}: ${forms[kind]}`);
