// The source format: what authors write, field by field (docs/source-format.md). What clients read is in `api/schemas.ts`.
import * as z from 'zod';
import { isObject, mapRows } from '../../text/keys.ts';
import type { Finding } from '../../text/problems.ts';
import { describeValue } from '../../text/quote.ts';
import { unknownField } from '../../text/suggestions.ts';
import { interfaceFields, pageFields, type FieldRow, type FieldTable } from '../fields.ts';
import { languageTag } from './bcp47.ts';
import { freeWords } from './free-words.ts';
import { fieldSchema, idSchema, title, type SourceValue } from './field-schemas.ts';
import { memoizeByObject } from '../../memoize.ts';
import type { RecordKind } from './find.ts';
import { externalIdForm, missingRule, type ValuePath, type RecordFields } from './record.ts';
import { webAddress, webAddressRule } from './web-address.ts';

/** A field that may be left out, or be null, as databases export it; its rule stays the same. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().describe(schema.description ?? '');

export const providerSchema = z.strictObject({
  id: idSchema('the id of the provider'),
  name: title('the name of the provider'),
  external_id: optional(
    z.string().regex(externalIdForm).describe('the id in an outside system: "crmid:12", "12" or an empty text'),
  ),
  url: optional(webAddress.describe(`the website of the provider: ${webAddressRule}`)),
});

export const categorySchema = z.strictObject({
  id: idSchema('the id of the category'),
  name: title('the name of the category'),
  children: optional(z.array(z.unknown()).describe('the categories below this one: an array')),
});

/** A CSV row cannot hold children and names its parent instead. */
export const categoryRowSchema = z.strictObject({
  id: idSchema('the id of the category'),
  name: title('the name of the category'),
  parent: optional(idSchema('the category above this one')),
});

export const languageSchema = z.strictObject({
  name: title('the name of the language'),
  tag: optional(
    z
      .string()
      .regex(languageTag)
      .describe('the tag of the language (BCP 47): a text such as "en", "pt-BR" or "zh-Hant"'),
  ),
});

export const courseSchema = z.strictObject(mapRows({ ...interfaceFields, ...pageFields }, fieldSchema));

type Interface = typeof interfaceFields;

/** A record of a course that its schema allows, as far as the interface has its fields. */
export type SourceCourse = {
  readonly [Name in keyof Interface]: Interface[Name] extends { readonly isRequired: true }
    ? SourceValue<Interface[Name]['kind']>
    : SourceValue<Interface[Name]['kind']> | null | undefined;
};

/** How courses are written where a catalog has these page fields. */
export interface CourseFormat {
  readonly table: FieldTable;
  /** All fields, in the order of the source format. */
  readonly rows: Readonly<Record<string, FieldRow>>;
  readonly schema: z.ZodObject;
  /** The same without page fields. */
  readonly plainSchema: z.ZodObject;
  readonly fields: RecordFields;
  /** Fields whose values are texts or lists of them, those that are days, and those that are days or timestamps. */
  readonly textFields: readonly string[];
  readonly dayFields: readonly string[];
  readonly dateFields: readonly string[];
}

/** The source format of courses with these page fields. */
export const courseFormat = memoizeByObject((table: FieldTable): CourseFormat => {
  const rows: CourseFormat['rows'] = { ...interfaceFields, ...table };
  const schema = z.strictObject(mapRows(rows, fieldSchema));
  const plainSchema = schema.pick(mapRows(interfaceFields, () => true as const));
  const ofKinds = (...kinds: readonly FieldRow['kind'][]) =>
    Object.keys(rows).filter((name) => kinds.some((kind) => kind === rows[name]?.kind));
  const numbers = ofKinds('id', 'integer', 'reference', 'references');
  const fields = fieldsOf(schema, numbers, ofKinds('languages', 'references', 'list'));
  const notTexts = ofKinds('languages', 'timestamp');
  return {
    table,
    rows,
    schema,
    plainSchema,
    fields,
    textFields: Object.keys(rows).filter((name) => !notTexts.includes(name)),
    dayFields: ofKinds('date'),
    dateFields: ofKinds('date', 'timestamp'),
  };
});

/** Whether the schema allows a record. */
export function isSourceCourse(
  value: unknown,
  { schema, plainSchema, table }: CourseFormat,
): value is SourceCourse & Readonly<Record<string, unknown>> {
  // Many courses have no page fields, and to check that each is absent takes a quarter of the validation.
  const isPlain = isObject(value) && !Object.keys(value).some((name) => name in table);
  return (isPlain ? plainSchema : schema).safeParse(value).success;
}

/** The fields that a CSV header may name, for each kind of record. */
export const recordFields: Record<RecordKind, RecordFields> = {
  providers: fieldsOf(providerSchema, ['id'], []),
  categories: fieldsOf(categoryRowSchema, ['id', 'parent'], []),
  languages: fieldsOf(languageSchema, [], []),
  courses: courseFormat(pageFields).fields,
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
    if (Object.hasOwn(value, field)) return paths.map((path) => wrongValue(value, path, schema, remedy));
    if (lacksColumn(field) || isMisspelled(field)) return [];
    return [{ path: [field], rule: missingRule(field), finding: `"${field}" is missing`, ...remedy }];
  });
  return [...unknown, ...invalid];
}

function wrongValue(value: object, path: ValuePath, { shape }: RecordSchema, remedy: { remedy: string }): FieldFinding {
  const [field = '', ...steps] = path;
  const name = `${field}${steps.map((step) => `[${step}]`).join('')}`;
  const current = valueAt(value, path);
  return {
    path,
    rule: 'field-value',
    finding: `"${name}" is ${describeValue(current)}`,
    ...remedy,
    ...tagFor(field, current),
    ...freeFor(shape[field], current),
  };
}

/** Suggests `pt-BR` for `pt_BR`, as many systems write it. */
function tagFor(field: string | number, written: unknown): Pick<Finding, 'suggestion'> {
  if (field !== 'tag' || typeof written !== 'string') return {};
  const suggestion = written.replaceAll('_', '-');
  return languageTag.test(suggestion) ? { suggestion } : {};
}

const isFree = new RegExp(`^${freeWords}$`, 'iu');

/** Suggests `0` for `free` where a price is meant. */
export function freeFor(schema: z.ZodType | undefined, written: unknown): Pick<Finding, 'suggestion'> {
  const isPrice =
    typeof written === 'string' && isFree.test(written.trim()) && schema?.safeParse('1 EUR').success === true;
  return isPrice ? { suggestion: '0' } : {};
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
