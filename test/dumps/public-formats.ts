// The rules of public formats that matter for what harvesters read.
import { z } from 'zod';

/** What Data Package 2.0 (https://datapackage.org/) requires, as far as these packages go. */
const fields = z.array(
  z.strictObject({
    name: z.string().min(1),
    title: z.string().min(1).optional(),
    type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'array', 'object']),
    format: z.string().optional(),
    description: z.string().optional(),
    constraints: z
      .strictObject({ required: z.boolean(), unique: z.boolean(), pattern: z.string(), jsonSchema: z.looseObject({}) })
      .partial()
      .optional(),
  }),
);
const tableSchema = z
  .strictObject({
    fields: fields.min(1),
    missingValues: z.array(z.string()),
    primaryKey: z.array(z.string()).min(1),
    foreignKeys: z
      .array(
        z.strictObject({
          fields: z.array(z.string()).min(1),
          reference: z.strictObject({ resource: z.string().optional(), fields: z.array(z.string()).min(1) }),
        }),
      )
      .optional(),
  })
  .refine((schema) => {
    const keys = [...schema.primaryKey, ...(schema.foreignKeys ?? []).flatMap((key) => key.fields)];
    return keys.every((key) => schema.fields.some(({ name }) => name === key));
  }, 'a key names no field');
const resource = z.strictObject({
  name: z.string().min(1),
  type: z.literal('table').optional(),
  // Relative, and below the package.
  path: z.string().regex(/^(?![./])(?!.*\.\.\/)[^:?#]+$/u),
  format: z.string(),
  compression: z.enum(['gz', 'zip']).optional(),
  mediatype: z.string().regex(/^[a-z]+\/[\w.+-]+$/u),
  encoding: z.string().optional(),
  bytes: z.int().positive(),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/u),
  schema: tableSchema.optional(),
});
export const dataPackage = z
  .strictObject({
    $schema: z.literal('https://datapackage.org/profiles/2.0/datapackage.json'),
    name: z.string().regex(/^[a-z0-9._-]+$/u),
    id: z.url(),
    title: z.string(),
    description: z.string().optional(),
    homepage: z.url().optional(),
    licenses: z
      .array(z.strictObject({ path: z.url() }))
      .min(1)
      .optional(),
    resources: z.array(resource).min(1),
  })
  .refine(({ resources }) => new Set(resources.map(({ name }) => name)).size === resources.length, 'a name is repeated')
  .refine(({ resources }) => {
    const names = new Set(resources.map(({ name }) => name));
    const references = resources
      .flatMap(({ schema }) => schema?.foreignKeys ?? [])
      .map((key) => key.reference.resource);
    return references.every((name) => name === undefined || names.has(name));
  }, 'a foreign key names no resource');

/** A linkset (RFC 9264, 4.2) whose contexts have links to APIs (RFC 9727, 4.1). */
const target = z.strictObject({
  href: z.url(),
  type: z
    .string()
    .regex(/^[a-z]+\/[a-z0-9.+-]+$/u)
    .optional(),
  title: z.string().optional(),
});
const context = z
  .object({ anchor: z.url() })
  .catchall(z.array(target).min(1))
  .refine((links) => Object.keys(links).length > 1, 'a context without links');
export const apiCatalog = z.strictObject({ linkset: z.array(context).min(1) });
