// JSON Schemas for `lib/published/schemas`: of the API's responses, of the source files, and of the configuration file.
import { dirname, join } from 'node:path';
import { outputFile } from 'fs-extra/esm';
import * as z from 'zod';
import {
  listedCategorySchema,
  changePartSchema,
  childCategorySchema,
  clientFileSchemas,
  errorSchema,
  listedLanguageSchema,
  listedProviderSchema,
  responseSchemas,
  summarySchema,
} from '../../src/api/schemas.ts';
import { replaceFile } from '../../src/storage/replace-file.ts';
import { configurationSchema } from './configuration-schema.ts';
import { sourceFileSchemas } from './source-schemas.ts';

/** Every schema of the OpenAPI document, by its name there. */
const published: Record<string, z.ZodType> = {
  CourseSummary: summarySchema,
  Provider: listedProviderSchema,
  Category: listedCategorySchema,
  ChildCategory: childCategorySchema,
  Language: listedLanguageSchema,
  ...responseSchemas,
  ChangePart: changePartSchema,
  ...clientFileSchemas,
  Error: errorSchema,
};

/** Writes `schemas/` into the folder and, beside the folder, `openapi-components.json` for the OpenAPI document. */
export async function writeSchemas(folder: string): Promise<void> {
  const write = (path: string, schema: object) => outputFile(join(folder, 'schemas', path), `${indented(schema)}\n`);
  await Promise.all([
    ...Object.entries(published).map(([name, schema]) => write(`${fileName(name)}.json`, z.toJSONSchema(schema))),
    ...Object.entries(sourceFileSchemas()).map(([kind, schema]) => write(`source/${kind}.json`, schema)),
    write('source/configuration.json', configurationSchema()),
  ]);
  // A build may read it meanwhile.
  replaceFile(join(dirname(folder), 'openapi-components.json'), `${indented(components())}\n`);
}

/** The schemas as parts of one document: each refers to the others. Generated clients need the format, which is OpenAPI's: an id may exceed 32 bits. */
function components(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(published)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => `#/components/schemas/${name}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'integer') jsonSchema.format = 'int64';
    },
  });
  return Object.fromEntries(
    Object.keys(published).map((name) => {
      const { $schema: _dialect, $id: _id, ...schema } = schemas[name] ?? {};
      return [name, schema];
    }),
  );
}

/** `CourseSummary` becomes `course-summary`. */
function fileName(name: string): string {
  return name.replaceAll(/(?!^)(?=[A-Z])/gu, '-').toLowerCase();
}

function indented(value: object): string {
  return JSON.stringify(value, null, 2);
}
