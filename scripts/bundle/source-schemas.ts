// The source format for editors: the content of each kind of file, as JSON Schema.
import * as z from 'zod';
import { interfaceFields, pageFields, type FieldKind, type FieldRow } from '../../src/catalog/fields.ts';
import { fieldSchema, kindSchemas } from '../../src/catalog/source/field-schemas.ts';
import { recordKinds, type RecordKind } from '../../src/catalog/source/find.ts';
import { categorySchema, languageSchema, providerSchema, type RecordSchema } from '../../src/catalog/source/schema.ts';
import { mapRows } from '../../src/text/keys.ts';

/** Dates as `src/catalog/date.ts` reads them, without checks of calendar and clock. */
const writtenDate = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/u;

/** Addresses without a host or with a user. Of those that no browser can open, a pattern cannot find all, but is wrong about none. */
const http = '[Hh][Tt][Tt][Pp][Ss]?:';
const isHostless = `${http}//+(?:[?#]|$|\\[[^\\]]*$)`;
const hasUser = `(?:${http}|[Ff][Tt][Pp]:)?//(?!:?@)[^/?#\\\\\\t\\n\\r]*@[A-Za-z]+(?:\\.[A-Za-z]+)*(?:[/?#]|$)`;
const writtenAddress = new RegExp(`^(?!${isHostless}|${hasUser})`, 'u');

/** A category with its descendants. Builds have no such schema, since they walk the tree to any depth. */
const nestedCategorySchema = categorySchema.extend({
  get children() {
    const children: z.ZodType = z.array(nestedCategorySchema).nullish();
    return children.describe(categorySchema.shape.children.description ?? '');
  },
});

const once = { uniqueItems: true } as const;
const written: Partial<Record<FieldKind, z.ZodType>> = {
  link: kindSchemas.link.regex(writtenAddress),
  timestamp: z.string().regex(writtenDate),
  languages: z.union([z.array(z.string()).min(1).meta(once), z.string()]),
  references: kindSchemas.references.meta(once),
};
/** A course with the rules that a schema can express and that are otherwise checked for each course. */
const writtenCourseSchema = z.strictObject(
  mapRows<string, FieldRow, z.ZodType>({ ...interfaceFields, ...pageFields }, (row) =>
    fieldSchema(row, written[row.kind]),
  ),
);

/** A record, and what else may be in its place in an array. */
const records: Record<RecordKind, { readonly single: RecordSchema; readonly item: z.ZodType }> = {
  providers: { single: providerSchema, item: providerSchema },
  categories: { single: nestedCategorySchema, item: nestedCategorySchema },
  courses: { single: writtenCourseSchema, item: writtenCourseSchema },
  languages: { single: languageSchema, item: z.union([z.string(), languageSchema]) },
};

/** The schema of a JSON or YAML file of each kind: an array of records, or one record, which may name its schema. */
export function sourceFileSchemas(): Record<string, object> {
  return Object.fromEntries(recordKinds.map((kind) => [kind, fileSchema(kind)]));
}

function fileSchema(kind: RecordKind): object {
  const { single, item } = records[kind];
  const named = single.extend({
    $schema: z.string().optional().describe('the schema that an editor holds this file against'),
  });
  const schema = z.union([z.array(item), named]).meta({
    title: `Source of ${kind}`,
    description: `A file of ${kind}: an array, or one record.`,
  });
  return z.toJSONSchema(schema);
}
