// The schema of the configuration file: it accepts only what the command accepts, and every default.
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../scripts/bundle/configuration-schema.ts';
import { resolveSettings } from '../../src/options/configuration.ts';
import { settings, settingNames } from '../../src/options/settings.ts';
import { UsageError } from '../../src/options/parse.ts';
import { words } from '../words.ts';
import { validatorOf } from './validate.ts';

const fault = validatorOf(configurationSchema());

/** Values as a user could write them, valid for some settings and not for others. */
const numbers = [-1, 0, 1, 1.5, 5, 64, 65, 600, 601, 8080, 10_000, 10_001, 65_536, 1_000_001, 2 ** 32, 2 ** 53];
const texts = ['', ' '].concat(
  words`x 2026-11-23 english none query nginx index.html gzip gzip,brotli ndjson,csv rclone #1d4ed8 #fff auto 1/2 table dmy a. slurm`,
);
const addresses = ['https://example.org/a', 'example.org', 'ftp://example.org', 'https://example.org/?a'];
const others = [true, false, null, {}, [], ['gzip'], ['gzip', 'x'], ['csv'], [['gzip']]];
const values: unknown[] = [...numbers, ...texts, ...addresses, ...others];

describe('the schema of the configuration file', () => {
  it.each(settingNames)('accepts some value of %s, and none that the command refuses', (name) => {
    const taken = values.filter((value) => fault({ [name]: value }) === '');
    expect(taken).not.toEqual([]);
    expect(taken.filter((value) => isRefused({ [name]: value }))).toEqual([]);
  });

  it.each(settingNames)('accepts every number, list, boolean and name of %s that the command accepts', (name) => {
    const { placeholder = '' } = settings[name];
    const isNumber = ['n', 'seconds'].includes(placeholder);
    const isSwitch = placeholder === '';
    const isNative = (value: unknown) =>
      isNumber ? typeof value === 'number' : isSwitch ? typeof value === 'boolean' : typeof value === 'string';
    const native = values.filter((value) => (isNative(value) || Array.isArray(value)) && !isRefused({ [name]: value }));
    expect(native.filter((value) => fault({ [name]: value }) !== '')).toEqual([]);
  });

  it('accepts every default, and a $schema, as the command does', () => {
    const defaults = Object.entries(settings)
      .map(([name, { fallback }]) => [name, fallback] as const)
      .filter(([, fallback]) => fallback !== undefined && !Array.isArray(fallback));
    const config = { $schema: './schemas/source/configuration.json', ...Object.fromEntries(defaults) };
    expect(fault(config)).toBe('');
    expect(isRefused(config)).toBe(false);
  });

  it('refuses an unknown setting', () => {
    expect(fault({ baseURL: 'https://example.org' })).not.toBe('');
  });
});

function isRefused(config: Readonly<Record<string, unknown>>): boolean {
  try {
    resolveSettings({ flags: {}, environment: {}, config: JSON.stringify(config) });
    return false;
  } catch (error) {
    if (error instanceof UsageError) return true;
    throw error;
  }
}
