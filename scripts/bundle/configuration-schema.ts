// The configuration file for editors: every option of the table, as JSON Schema.
import { configFile } from '../../src/options/configuration.ts';
import { helpOf, optionNames, optionTable, type Options } from '../../src/options/option-table.ts';

/** The schema of the configuration file: a new option is in it as soon as it is in the table. */
export function configurationSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: configFile,
    description: 'Options of the commands. Flags and the environment win over them.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'the schema that an editor holds this file against' },
      ...Object.fromEntries(optionNames.map((name) => [name, optionSchema(name)])),
    },
    additionalProperties: false,
  };
}

function optionSchema(name: keyof Options): object {
  const { schema, fallback } = optionTable[name];
  // Lists and tables have none that says much.
  const isNamed = fallback !== undefined && typeof fallback !== 'object';
  return { ...schema, description: helpOf(name), ...(isNamed && { default: fallback }) };
}
