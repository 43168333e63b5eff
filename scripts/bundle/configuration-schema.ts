// The configuration file for editors: every setting of the table, as JSON Schema.
import { configFile } from '../../src/options/configuration.ts';
import { helpOf, settingNames, settings, type Settings } from '../../src/options/settings.ts';
import { UsageError } from '../../src/options/parse.ts';

/** Settings whose text has a form. */
const patterns: Partial<Record<string, string>> = {
  baseUrl: '^https?://[^?#]+$',
  shard: '^(?:[1-9][0-9]*|auto)/[1-9][0-9]*$|^auto$',
  name: String.raw`^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,99}$(?<!\.)`,
  license: '^https?://[^/?#\\s]',
  color: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
};

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
  const { fallback } = settings[name];
  const isNamed = fallback !== undefined && !Array.isArray(fallback);
  return { ...valueSchema(name), description: helpOf(name), ...(isNamed && { default: fallback }) };
}

function valueSchema(name: keyof Settings): object {
  const { flag, isList = false, choices: names } = settings[name];
  if (names && isList) {
    const several = `^(?:none|(?:${names.join('|')})(?:,(?:${names.join('|')}))*)$`;
    return {
      anyOf: [
        { type: 'array', items: { enum: names } },
        { type: 'string', pattern: several },
      ],
    };
  }
  if (names) return { enum: names };
  if (!flag.includes('<')) return { type: 'boolean' };
  if (/<(?:n|seconds)>/u.test(flag)) return { type: 'integer', ...rangeOf(name) };
  const pattern = patterns[name] ?? (takes(name, '') ? undefined : String.raw`\S`);
  return { type: 'string', ...(pattern !== undefined && { pattern }) };
}

/** The minimum and maximum that the reader of a setting accepts. */
function rangeOf(name: keyof Settings): { minimum: number; maximum: number } {
  const minimum = takes(name, '0') ? 0 : 1;
  let [maximum, tooLarge] = [minimum, Number.MAX_SAFE_INTEGER];
  while (tooLarge - maximum > 1) {
    const middle = maximum + Math.floor((tooLarge - maximum) / 2);
    if (takes(name, String(middle))) maximum = middle;
    else tooLarge = middle;
  }
  return { minimum, maximum };
}

function takes(name: keyof Settings, text: string): boolean {
  try {
    settings[name].read(text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}
