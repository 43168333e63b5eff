// The report of a public linter on the OpenAPI document, for every kind of build.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { it } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { baseUrl, inputOf, sampleBuild } from './document.ts';

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
