// The names that a version promises to keep, as COMPATIBILITY.md says, each with its kind: `exit code 70`, `option build --data`.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { apiRoot, routes } from '../../src/api/routes.ts';
import { responseSchemas } from '../../src/api/schemas.ts';
import { exitCodes } from '../../src/cli.ts';
import { commands } from '../../src/commands/commands.ts';
import * as library from '../../src/index.ts';
import { variableOf } from '../../src/options/configuration.ts';
import { flagOf, optionNames, optionTable, optionNamesOf } from '../../src/options/option-table.ts';
import { attributeNames } from '../../src/outputs/embed/snippets.ts';
import * as client from '../../src/outputs/shared/client/open-catalog.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import { ruleMeanings } from '../../src/problems.ts';
import { recordFields } from '../../src/source/schema.ts';
import { verifyRules } from '../../src/verify/rules.ts';

/** Those of this version, sorted. */
export function promisedNames(): string[] {
  const names = {
    command: commands.map(({ name }) => name),
    option: commands.flatMap(({ name }) => optionNamesOf(name).map((option) => `${name} ${flagOf(option)}`)),
    variable: optionNames.map(variableOf),
    'configuration option': optionNames.filter((name) => optionTable[name].commands.length > 0),
    'exit code': Object.values(exitCodes).map(({ code }) => String(code)),
    rule: Object.keys(ruleMeanings),
    'rule of verify': Object.keys(verifyRules),
    address: Object.values(routes).map(({ path }) => `/${apiRoot}/${path}`),
    path: allPublishedPaths.map(({ path }) => path),
    'attribute of the element': attributeNames,
    'export of the client': Object.keys(client),
    'field of the client': fieldsOfTypes('src/outputs/shared/client/catalog.ts'),
    'field of the source': Object.entries(recordFields).flatMap(([kind, fields]) =>
      fields.names.map((name) => `${kind} ${name}`),
    ),
    function: Object.keys(library),
    'field of a result': fieldsOfTypes('src/results.ts'),
    'field of a response': Object.entries(responseSchemas).flatMap(([name, schema]) => {
      return fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name);
    }),
  };
  const lines = Object.entries(names).flatMap(([kind, all]) => all.map((name) => `${kind} ${name}`));
  return [...new Set(lines)].toSorted();
}

/** The interfaces of a module with their fields and methods: `Catalog list`. */
function fieldsOfTypes(module: string): string[] {
  const interfaces = readFileSync(module, 'utf8').matchAll(/^export interface (\w+)[^{]*\{\n(.*?)^\}/gmsu);
  return [...interfaces].flatMap(([, name, body = '']) =>
    [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gmu)].map(([, field]) => `${name} ${field}`),
  );
}

const shape = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
});

/** The fields of a JSON Schema, with those of the records in it: `Course title`, `Categories children.name`. */
function fieldsIn(schema: unknown, name: string, above = ''): string[] {
  const { success, data } = shape.safeParse(schema);
  if (!success) return [];
  const inItems = fieldsIn(data.items, name, above);
  const own = Object.entries(data.properties).flatMap(([field, value]) => {
    return [`${name} ${above}${field}`, ...fieldsIn(value, name, `${above}${field}.`)];
  });
  return [...own, ...inItems];
}
