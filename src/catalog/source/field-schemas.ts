// Schemas of fields in the source format, by the kinds of their values.
import * as z from 'zod';
import type { FieldKind, FieldRow } from '../fields.ts';
import { currencies } from './currencies.ts';
import { urlOf, webAddress, webAddressRule } from './web-address.ts';

const notBlank = /[^ \t-\r]/u;
const id = z.int().positive();
const texts = z.union([z.string(), z.array(z.string())]);

/** The schema of a value of each kind. */
export const kindSchemas = {
  id,
  integer: z.int(),
  reference: id,
  references: z.array(id),
  languages: z.union([z.array(z.string()).min(1), z.string()]),
  link: z.string().regex(notBlank, { abort: true }).refine(isCourseAddress),
  html: z.string(),
  timestamp: z.string(),
  text: z.string(),
  authors: texts,
  list: texts,
  number: z.union([z.number(), z.string().regex(/^\s*(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?)?\s*$/u)]),
  date: z.string(),
  price: z.union([
    z.literal(0),
    z.string().regex(new RegExp(`^(?:0|(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,3})? (?:${[...currencies].join('|')}))?$`, 'u')),
  ]),
  duration: z.string(),
  address: webAddress,
  'yes-no': z.union([z.boolean(), z.enum(['yes', 'no', 'true', 'false', ''])]),
} as const satisfies Record<FieldKind, z.ZodType>;

const rules: Readonly<Record<FieldKind, string>> = {
  id: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  integer: 'a whole number, or null',
  reference: 'an id',
  references: 'an array of ids',
  languages: 'a name, or an array with at least one',
  link: 'a text that is not empty, with a host after http:// or https://, and without a user or password',
  html: 'a text, which may hold HTML',
  timestamp: 'a text such as "2024-05-28" or "2024-05-28T14:46:25+02:00"',
  text: 'a text',
  authors: 'a text, or an array of texts',
  list: 'a text, or an array of texts',
  number: 'a number such as 12 or "4.5"',
  date: 'a text such as "2024-05-28"',
  price: '0, or an amount with a currency such as "49.90 EUR"',
  duration: 'an ISO 8601 duration such as "PT10H", or a text such as "3 weeks"',
  address: webAddressRule,
  'yes-no': 'true or false, or "yes" or "no"',
};

/** What a record holds for a field of a kind. */
export type SourceValue<Kind extends FieldKind> = z.output<(typeof kindSchemas)[Kind]>;

/** The schema of an id. */
export const idSchema = (whose: string): z.ZodNumber => id.describe(`${whose}: ${rules.id}`);

/** The schema of a text that is not empty. */
export const title = (what: string): z.ZodString =>
  z.string().regex(notBlank).describe(`${what}: a text that is not empty`);

/** The schema of a field. An optional one may be left out, or be null, as databases export it. */
export function fieldSchema(
  { kind, description, isRequired = false }: FieldRow,
  schema: z.ZodType = kindSchemas[kind],
): z.ZodType {
  if (isRequired && kind === 'text') return title(description);
  return (isRequired ? schema : schema.nullish()).describe(`${description}: ${rules[kind]}`);
}

/** Most addresses of courses, for which `parseUrl` would take too long. */
const plainAddress = /^https?:\/\/(?![^/?#]*xn--)(?:[\w-]+\.)*[a-z][\w-]*(?::\d{1,4})?(?:[/?#]|$)/iu;

/** Whether a text can be the address of a course: a path, or an address that has a host, and no user. */
function isCourseAddress(address: string): boolean {
  if (plainAddress.test(address)) return true;
  const url = urlOf(address, 'https://host.invalid/');
  return url === undefined ? !/^https?:/iu.test(address) : url.username === '' && url.password === '';
}
