// The report of a public linter on the OpenAPI document, for every kind of build.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { baseUrl, inputOf, sampleBuild } from './document.ts';
import { lint, noFindings, type LintReport } from './lint.ts';

const validInputs: Readonly<Record<string, Partial<OpenapiInput>>> = {
  'with query links': { pageLinks: 'query' },
  'with path links': { pageLinks: 'path' },
  'with query links and without examples': { pageLinks: 'query', examples: {} },
  'with path links and without examples': { pageLinks: 'path', examples: {} },
  'for nginx': { host: 'nginx', pageLinks: hosts.nginx.pageLinks },
  'for github-pages': { host: 'github-pages', pageLinks: hosts['github-pages'].pageLinks },
};

describe('a strict linter', () => {
  const reports = new Map<string, LintReport>();
  beforeAll(async () => {
    const out = await sampleBuild('query');
    const rendered = Object.entries(validInputs).map(([name, chosen]) => [
      name,
      renderOpenapi(inputOf(out, { baseUrl, ...chosen })),
    ]);
    const faulty = renderOpenapi(inputOf(out, { baseUrl })).replace('"operationId":"getLanguages"', '"x-id":""');
    const documents = Object.fromEntries([...rendered, ['faulty', faulty]]);
    await inFolder(async (folder) => {
      const names = Object.keys(documents);
      writeFiles(folder, Object.fromEntries(names.map((name) => [`${name}.json`, documents[name] ?? ''])));
      const found = await lint(names.map((name) => join(folder, `${name}.json`)));
      for (const [at, report] of found.entries()) reports.set(names[at] ?? '', report);
    });
  });

  it.each(Object.keys(validInputs))('accepts the document %s', (name) => {
    expect(reports.get(name)).toEqual(noFindings);
  });

  it('reports a fault if there is one', () => {
    expect(reports.get('faulty')?.problems.map(({ ruleId }) => ruleId)).toEqual(['operation-operationId']);
  });
});
