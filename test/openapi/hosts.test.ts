// The OpenAPI document for each host: it promises what the host can do, and nothing more.
import { beforeAll, describe, expect, it } from 'vitest';
import { apiHeaders, notFoundBody } from '../../src/api/http.ts';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import { baseUrl, documentOf, inputOf, sampleBuild } from './document.ts';

let out: string;
beforeAll(async () => {
  out = await sampleBuild('query');
});

const input = (host: HostName) => inputOf(out, { baseUrl, host, pageLinks: hosts[host].pageLinks });
const document = (host: HostName) => documentOf(input(host));
const required = (host: HostName) =>
  Object.entries(document(host).components.headers)
    .filter((entry) => entry[1].required)
    .map(([name]) => name)
    .toSorted();

describe.each(['http-server', 'nginx'] as const)('the document for %s, which can do everything', (host) => {
  it('requires the headers of the specification, and has the values of all', () => {
    expect(required(host)).toEqual(['Allow', 'Vary']);
    const { Vary: vary, ...others } = document(host).components.headers;
    const { Vary: _vary, ...expected } = apiHeaders;
    const values = Object.entries(others).map(([name, { schema }]) => [name, schema.const]);
    expect(Object.fromEntries(values)).toEqual(expected);
    const pattern = new RegExp(vary?.schema.pattern ?? '', 'u');
    const taken = [apiHeaders.Vary, 'Accept, Accept-Encoding', 'Origin,accept', 'Accept-Encoding, Accept'];
    expect(taken.filter((value) => !pattern.test(value))).toEqual([]);
    const refused = ['Accept-Encoding', 'Origin', '', 'X-Accept', 'Accept Encoding'];
    expect(refused.filter((value) => pattern.test(value))).toEqual([]);
  });

  it('promises error responses in JSON and a response to OPTIONS', () => {
    const { paths, components } = document(host);
    for (const { content, headers } of Object.values(components.responses)) {
      expect(Object.keys(content ?? {})).toEqual(['application/json']);
      expect(Object.keys(headers ?? {}).toSorted()).toEqual(Object.keys(apiHeaders).toSorted());
    }
    for (const { options } of Object.values(paths))
      expect(Object.keys(options.responses)).toEqual(['200', '204', '405']);
    expect(document(host).info.description).not.toContain(hosts[host].title);
  });
});

describe('the document for github-pages, which can do little', () => {
  const host = 'github-pages';

  it('requires no header and gives no value', () => {
    expect(required(host)).toEqual([]);
    const schemas = Object.values(document(host).components.headers).map(({ schema }) => schema);
    expect(new Set(schemas.map((schema) => JSON.stringify(schema)))).toEqual(new Set(['{"type":"string"}']));
  });

  it('describes that a missing resource may be an HTML page, and other methods depend on the host', () => {
    const { NotFound: notFound, MethodNotAllowed: methodNotAllowed } = document(host).components.responses;
    expect(notFound.content).toMatchObject({ 'application/json': {}, 'text/html': { example: notFoundBody } });
    expect(Object.keys(methodNotAllowed)).not.toContain('content');
    expect(Object.keys(methodNotAllowed)).not.toContain('headers');
    expect(methodNotAllowed.description).toMatch(/^GitHub Pages handles .* in its own way/u);
  });

  it('has OPTIONS, as in the specification, without promising a response', () => {
    for (const { options } of Object.values(document(host).paths)) {
      expect(options.description).toContain('specification 4, rule 5');
      expect(options.responses).toEqual({
        405: { $ref: '#/components/responses/MethodNotAllowed' },
        default: { description: 'GitHub Pages handles OPTIONS in its own way.' },
      });
    }
  });

  it('states at the beginning where the host deviates from the specification', () => {
    expect(document(host).info.description).toMatch(
      /^GitHub Pages, where .* deviates from the specification: .*headers.*OPTIONS.*not allowed/mu,
    );
  });
});

it('the document for a host that sets headers but ignores methods requires Vary, and not Allow', () => {
  expect(required('netlify')).toEqual(['Vary']);
});
