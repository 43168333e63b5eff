// The source format: what authors write, field by field (design: source data). What clients read is in `api/`.
import { z } from 'zod';
import { nearestName } from '../names.ts';
import { describeValue, quoteText, type Finding } from '../problems.ts';
import type { Kind } from './find.ts';
import type { Path, RecordFields } from './read.ts';

const id = (whose: string) => z.int().positive().describe(`${whose}: a positive whole number`);
const text = (rule: string) => z.string().describe(rule);
const title = (rule: string) => z.string().regex(/\S/u).describe(rule);
const texts = (rule: string) => z.union([z.string(), z.array(z.string())]).describe(rule);

export const providerSchema = z.strictObject({
  id: id('the id of the provider'),
  name: title('the name of the provider: a text that is not empty'),
  external_id: text('the id in an outside system: a text, for example "crmid:12"').optional(),
});

export const categorySchema = z.strictObject({
  id: id('the id of the category'),
  name: title('the name of the category: a text that is not empty'),
  children: z.array(z.unknown()).describe('the categories below this one: an array').optional(),
});

/** A CSV row cannot hold children and names its parent instead. */
export const categoryRowSchema = z.strictObject({
  id: id('the id of the category'),
  name: title('the name of the category: a text that is not empty'),
  parent: id('the category above this one').optional(),
});

export const languageSchema = z.strictObject({
  name: title('the name of the language: a text that is not empty'),
});

export const courseSchema = z.strictObject({
  id: id('the id of the course'),
  title: title('the title of the course: a text that is not empty'),
  linkurl: title('the address of the course: a text that is not empty'),
  provider: id("the provider's id"),
  language: z
    .union([z.string(), z.array(z.string()).min(1)])
    .describe('the language of the course: a name, or an array with at least one'),
  date_published: text('the date of publication: a text such as "2024-05-28" or "2024-05-28T14:46:25+02:00"'),
  description: text('a text, which may hold HTML').optional(),
  tags: text('a text').optional(),
  author: texts('a text, or an array of texts').optional(),
  categories: z.array(z.int().positive()).describe('an array of category ids').optional(),
  catalog_id: z.int().nullable().describe('the id in the external catalog: a whole number, or null').optional(),
});

export type ProviderSource = z.infer<typeof providerSchema>;
export type CourseSource = z.infer<typeof courseSchema>;

/** What a CSV header is held against, for each kind of record. */
export const csvFields: Record<Kind, RecordFields> = {
  providers: fieldsOf(providerSchema, ['id'], []),
  categories: fieldsOf(categoryRowSchema, ['id', 'parent'], []),
  languages: fieldsOf(languageSchema, [], []),
  courses: fieldsOf(courseSchema, ['id', 'provider', 'categories', 'catalog_id'], ['language', 'categories']),
};

function fieldsOf(schema: RecordSchema, numbers: readonly string[], lists: readonly string[]): RecordFields {
  const names = Object.keys(schema.shape);
  const required = names.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
  return { names, required, numbers, lists };
}

/** A finding and the value it is about. */
export interface ShapeFinding {
  readonly path: Path;
  readonly found: Finding;
}

export type RecordSchema = z.ZodObject;

/** Everything that keeps `value` from passing `schema`. A field that `lacksColumn` knows of was reported at the CSV header. */
export function shapeFindings(
  schema: RecordSchema,
  value: unknown,
  error: z.ZodError,
  lacksColumn: (field: string) => boolean = () => false,
): ShapeFinding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: [], found: { rule: 'record-shape', finding: `the record is ${describeValue(value)}` } }];
  }
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(schema, value, key));
    const path = pathOf(issue);
    const field = String(path[0] ?? '');
    const remedy = { remedy: schema.shape[field]?.description ?? '' };
    if (Object.hasOwn(value, field)) return [wrongValue(value, path, remedy)];
    if (lacksColumn(field)) return [];
    return [{ path: [], found: { rule: 'field-missing' as const, finding: `"${field}" is missing`, ...remedy } }];
  });
}

function wrongValue(value: object, path: Path, remedy: { remedy: string }): ShapeFinding {
  const [field = '', ...steps] = path;
  const name = `${field}${steps.map((step) => `[${step}]`).join('')}`;
  return {
    path,
    found: { rule: 'field-value', finding: `"${name}" is ${describeValue(valueAt(value, path))}`, ...remedy },
  };
}

function unknownField(schema: RecordSchema, value: object, key: string): ShapeFinding {
  const names = Object.keys(schema.shape).filter((name) => !Object.hasOwn(value, name));
  const suggestion = nearestName(key, names);
  const remedy = suggestion === undefined ? { remedy: `the fields are ${Object.keys(schema.shape).join(', ')}` } : {};
  const found: Finding = { rule: 'field-unknown', finding: `unknown field ${quoteText(key)}`, ...remedy };
  return { path: [key], found: suggestion === undefined ? found : { ...found, suggestion } };
}

/** Where a field takes a value or an array, an array is judged as an array: by its items. */
function pathOf(issue: z.core.$ZodIssue): (string | number)[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'invalid_union') return path;
  const inside = issue.errors.flat().find((nested) => nested.path.length > 0);
  return inside ? [...path, ...pathOf(inside)] : path;
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.getOwnPropertyDescriptor(at, step)?.value;
  }
  return at;
}
