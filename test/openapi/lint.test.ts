// The OpenAPI document under a public linter, and the schema of the configuration file: it accepts only what the command accepts.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, describe } from 'vitest';
import { configurationSchema } from '../../scripts/bundle/configuration-schema.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { resolveSettings } from '../../src/options/configuration.ts';
import { UsageError } from '../../src/options/parse.ts';
import { settings, settingNames } from '../../src/options/settings.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { it } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { words } from '../words.ts';
import { baseUrl, inputOf, sampleBuild, validatorOf } from './document.ts';

const inputs: Readonly<Record<string, Partial<OpenapiInput>>> = {
  'with query links': { pageLinks: 'query' },
  'with path links': { pageLinks: 'path' },
  'with query links and without examples': { pageLinks: 'query', examples: {} },
  'with path links and without examples': { pageLinks: 'path', examples: {} },
  'for nginx': { host: 'nginx', pageLinks: hosts.nginx.pageLinks },
  'for github-pages': { host: 'github-pages', pageLinks: hosts['github-pages'].pageLinks },
  'with a fault': {},
};

it('a strict linter finds nothing, unless there is a fault', async ({ folder }) => {
  const out = await sampleBuild('query');
  const documents = Object.entries(inputs).map(([name, chosen]) => {
    const text = renderOpenapi(inputOf(out, { baseUrl, ...chosen }));
    return [`${name}.json`, name === 'with a fault' ? text.replace('"operationId":"getLanguages"', '"x-id":""') : text];
  });
  writeFiles(folder, Object.fromEntries(documents));
  const reports = await lint(documents.map(([file = '']) => join(folder, file)));
  const found = reports.map(({ totals, problems }, at) => [
    documents[at]?.[0],
    ...(totals.ignored === 0 ? [] : ['ignored']),
    ...problems.map(({ ruleId }) => ruleId),
  ]);
  expect(found).toEqual(
    documents.map(([file]) => (file === 'with a fault.json' ? [file, 'operation-operationId'] : [file])),
  );
});

interface LintReport {
  readonly totals: { readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string }[];
}

/** Runs the linter's own command once, and returns its report on each file; it exits with 1 if it finds something. */
async function lint(files: readonly string[]): Promise<LintReport[]> {
  const args = ['lint', '--config', 'test/openapi/redocly.yaml', '--format', 'json', ...files];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)('node_modules/.bin/redocly', args, { env });
  const { stdout } = await run.catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  // One object after the other, without separators.
  return JSON.parse(`[${stdout.slice(stdout.indexOf('{')).replaceAll(/^\}\{$/gmu, '},{')}]`);
}

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
