// The source format: what authors write, field by field (docs/source-format.md). What clients read is in `api/schemas.ts`.
import * as z from 'zod';
import { mapRows } from '../../text/keys.ts';
import type { Finding } from '../../text/problems.ts';
import { describeValue } from '../../text/quote.ts';
import { unknownField } from '../../text/suggestions.ts';
import { languageTag } from './bcp47.ts';
import { fieldSchema } from './field-schemas.ts';
import { builtInFields, customFieldsOf, type plainFields, type FieldTable } from './fields.ts';
import type { RecordKind } from './find.ts';
import { urlOf, webAddress, webAddressRule } from './web-address.ts';
import { missingRule, type ValuePath, type RecordFields } from './record.ts';

const id = (whose: string) =>
  z.int().positive().describe(`${whose}: a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
const text = (rule: string) => z.string().describe(rule);
const notBlank = /[^ \t-\r]/u;
const title = (rule: string) => z.string().regex(notBlank).describe(rule);
const texts = (rule: string) => z.union([z.string(), z.array(z.string())]).describe(rule);

/** Most addresses of courses, for which `parseUrl` would take too long. */
const plainAddress = /^https?:\/\/(?![^/?#]*xn--)(?:[\w-]+\.)*[a-z][\w-]*(?::\d{1,4})?(?:[/?#]|$)/iu;

/** Whether a text can be the address of a course: a path, or an address that has a host, and no user. */
function isCourseAddress(address: string): boolean {
  if (plainAddress.test(address)) return true;
  const url = urlOf(address, 'https://host.invalid/');
  return url === undefined ? !/^https?:/iu.test(address) : url.username === '' && url.password === '';
}

/** A field that may be left out, or be null, as databases export it; its rule stays the same. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().describe(schema.description ?? '');

export const providerSchema = z.strictObject({
  id: id('the id of the provider'),
  name: title('the name of the provider: a text that is not empty'),
  external_id: optional(
    z
      .string()
      .regex(/^(?:crmid:\d+|\d*)$/u)
      .describe('the id in an outside system: "crmid:12", "12" or an empty text'),
  ),
  url: optional(webAddress.describe(`the website of the provider: ${webAddressRule}`)),
});

export const categorySchema = z.strictObject({
  id: id('the id of the category'),
  name: title('the name of the category: a text that is not empty'),
  children: optional(z.array(z.unknown()).describe('the categories below this one: an array')),
});

/** A CSV row cannot hold children and names its parent instead. */
export const categoryRowSchema = z.strictObject({
  id: id('the id of the category'),
  name: title('the name of the category: a text that is not empty'),
  parent: optional(id('the category above this one')),
});

export const languageSchema = z.strictObject({
  name: title('the name of the language: a text that is not empty'),
  tag: optional(
    z
      .string()
      .regex(languageTag)
      .describe('the tag of the language (BCP 47): a text such as "en", "pt-BR" or "zh-Hant"'),
  ),
});

const plainSchemas = {
  id: id('the id of the course'),
  title: title('the title of the course: a text that is not empty'),
  linkurl: z
    .string()
    .regex(notBlank, { abort: true })
    .refine(isCourseAddress)
    .describe(
      'the address of the course: a text that is not empty, with a host after http:// or https://, and without a user or password',
    ),
  provider: id("the provider's id"),
  language: z
    .union([z.array(z.string()).min(1), z.string()])
    .describe('the language of the course: a name, or an array with at least one'),
  date_published: text('the date of publication: a text such as "2024-05-28" or "2024-05-28T14:46:25+02:00"'),
  description: optional(text('the description of the course: a text, which may hold HTML')),
  tags: optional(text('the tags of the course: a text')),
  author: optional(texts('the author of the course: a text, or an array of texts')),
  categories: optional(z.array(z.int().positive()).describe('the categories of the course: an array of their ids')),
  catalog_id: optional(z.int().describe('the id in the external catalog: a whole number, or null')),
  license: optional(
    webAddress.describe(
      `the license of the course, such as "https://creativecommons.org/licenses/by/4.0/": ${webAddressRule}`,
    ),
  ),
  date_modified: optional(
    text('the date of the last change of the course: a text such as "2024-05-28" or "2024-05-28T14:46:25+02:00"'),
  ),
} as const satisfies Record<(typeof plainFields)[number], z.ZodType>;

export const courseSchema = z.strictObject({ ...plainSchemas, ...mapRows(builtInFields, fieldSchema) });

/** How courses are written where a catalog has these fields. */
export interface CourseFormat {
  readonly table: FieldTable;
  readonly schema: typeof courseSchema;
  readonly fields: RecordFields;
}

export function courseFormat(table: FieldTable): CourseFormat {
  const schema = z.strictObject({ ...mapRows(customFieldsOf(table), fieldSchema), ...courseSchema.shape });
  const lists = Object.keys(table).filter((name) => table[name]?.kind === 'list');
  const fields = fieldsOf(schema, ['id', 'provider', 'categories', 'catalog_id'], ['language', 'categories', ...lists]);
  return { table, schema, fields };
}

/** The fields that a CSV header may name, for each kind of record. */
export const recordFields: Record<RecordKind, RecordFields> = {
  providers: fieldsOf(providerSchema, ['id'], []),
  categories: fieldsOf(categoryRowSchema, ['id', 'parent'], []),
  languages: fieldsOf(languageSchema, [], []),
  courses: courseFormat(builtInFields).fields,
};

function fieldsOf(schema: RecordSchema, numbers: readonly string[], lists: readonly string[]): RecordFields {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  return { names, required, numbers, lists };
}

/** A finding about the value at a path of a record. */
export type FieldFinding = Finding & { readonly path: ValuePath };

export type RecordSchema = z.ZodObject;

/** Everything in `value` that violates `schema`. A field for which `lacksColumn` is true was reported at the CSV header. */
export function shapeProblems(
  schema: RecordSchema,
  value: unknown,
  error: z.ZodError,
  lacksColumn: (field: string) => boolean,
): FieldFinding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: [], rule: 'record-shape', finding: `the record is ${describeValue(value)}` }];
  }
  const fields = Object.keys(schema.shape);
  const unknown = error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    .map((key) => ({ path: [key], ...unknownField(key, fields, (name) => Object.hasOwn(value, name)) }));
  // A misspelled field is not reported as missing as well.
  const isMisspelled = (field: string) => unknown.some(({ suggestion }) => suggestion === field);
  const invalid = error.issues.flatMap((issue): FieldFinding[] => {
    if (issue.code === 'unrecognized_keys') return [];
    const paths = pathsOf(issue);
    const field = String(paths[0]?.[0] ?? '');
    const remedy = { remedy: schema.shape[field]?.description ?? '' };
    if (Object.hasOwn(value, field)) return paths.map((path) => wrongValue(value, path, remedy));
    if (lacksColumn(field) || isMisspelled(field)) return [];
    return [{ path: [field], rule: missingRule(field), finding: `"${field}" is missing`, ...remedy }];
  });
  return [...unknown, ...invalid];
}

function wrongValue(value: object, path: ValuePath, remedy: { remedy: string }): FieldFinding {
  const [field = '', ...steps] = path;
  const name = `${field}${steps.map((step) => `[${step}]`).join('')}`;
  const current = valueAt(value, path);
  return {
    path,
    rule: 'field-value',
    finding: `"${name}" is ${describeValue(current)}`,
    ...remedy,
    ...tagFor(field, current),
  };
}

/** Suggests `pt-BR` for `pt_BR`, as many systems write it. */
function tagFor(field: string | number, written: unknown): Pick<Finding, 'suggestion'> {
  if (field !== 'tag' || typeof written !== 'string') return {};
  const suggestion = written.replaceAll('_', '-');
  return languageTag.test(suggestion) ? { suggestion } : {};
}

/** If a field takes a value or an array, the errors of an array are those of its items. */
function pathsOf(issue: z.core.$ZodIssue): (string | number)[][] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const inside = issue.code === 'invalid_union' ? issue.errors.flat().filter((nested) => nested.path.length > 0) : [];
  return inside.length === 0 ? [path] : inside.flatMap(pathsOf).map((steps) => [...path, ...steps]);
}

/** The value at a path, followed through own fields only. Undefined if nothing is there. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, step)?.value;
  }
  return current;
}
