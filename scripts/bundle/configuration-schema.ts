// The configuration file for editors: every setting of the table, as JSON Schema.
import { configFile } from '../../src/options/configuration.ts';
import { helpOf, settingNames, settings, type Settings } from '../../src/options/settings.ts';

/** The schema of the configuration file: a new setting is in it as soon as it is in the table. */
export function configurationSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: configFile,
    description: 'Settings of the commands. Flags and the environment win over them.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'the schema that an editor holds this file against' },
      ...Object.fromEntries(settingNames.map((name) => [name, settingSchema(name)])),
    },
    additionalProperties: false,
  };
}

function settingSchema(name: keyof Settings): object {
  const { schema, fallback } = settings[name];
  const isNamed = fallback !== undefined && !Array.isArray(fallback);
  return { ...schema, description: helpOf(name), ...(isNamed && { default: fallback }) };
}
