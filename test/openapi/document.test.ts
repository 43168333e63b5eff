// The OpenAPI document: its description of every endpoint, its examples, and what it promises of each host.
import { UsageError } from '../../src/text/errors.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect } from 'vitest';
import { configurationSchema } from '../../scripts/bundle/configuration-schema.ts';
import { apiHeaders, notFoundBody } from '../../src/api/http.ts';
import { pageLinkForms } from '../../src/api/paging.ts';
import { routes, type Route } from '../../src/api/routes.ts';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import { resolveOptions } from '../../src/options/configuration.ts';
import { optionTable, optionNames } from '../../src/options/option-table.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import {
  baseUrl,
  documentOf,
  inputOf,
  sampleBuild,
  type OpenapiDocument,
  type Operation,
  validatorsOf,
  validatorOf,
} from './document.ts';

const rows: Route[] = Object.values(routes);
const pathOf = ({ path }: Route) => (path === '' ? '/api/v1/' : `/api/v1/${path}/`);

describe.each(pageLinkForms)('the document of a build with %s links', (pageLinks) => {
  let out: string;
  beforeAll(async () => {
    out = await sampleBuild(pageLinks);
  });
  const input = (chosen = {}) => inputOf(out, { baseUrl, pageLinks, pageSize: 3, ...chosen });
  const operations = () =>
    Object.values(documentOf(input()).paths).flatMap(({ get, head, options }) =>
      [get, head, options].filter((operation) => operation !== undefined),
    );

  it('has every endpoint of the route table, and a path for the pages of a list if links are by path', () => {
    const pages = pageLinks === 'path' ? rows.filter(({ paged }) => paged) : [];
    const expected = [...rows.map(pathOf), ...pages.map((row) => `${pathOf(row)}page/{page}/`)];
    const paths = inApi(documentOf(input()).paths).map(([path]) => path);
    expect(paths.toSorted()).toEqual(expected.toSorted());
  });

  it('has the page in the query of every list, or in its path', () => {
    const { paths } = documentOf(input());
    const found = Object.entries(paths).flatMap(([path, { parameters = [] }]) =>
      parameters.filter(({ name }) => name === 'page').map((parameter) => [path, parameter.in]),
    );
    const lists = rows.filter(({ paged }) => paged).map(pathOf);
    const expected = lists.map((path) => (pageLinks === 'query' ? [path, 'query'] : [`${path}page/{page}/`, 'path']));
    expect(found).toEqual(expected);
  });

  it('has a parameter with an example for every name in a path, and every response of the endpoint', () => {
    for (const [path, { parameters = [], get, head, options }] of inApi(documentOf(input()).paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(names);
      expect(inPath.map(({ example }) => example)).not.toContain(undefined);
      const refusals = parameters.length > 0 ? ['404', '405'] : ['405'];
      const codes = (operation?: Operation) => Object.keys(operation?.responses ?? {});
      expect([get, head, options].map(codes)).toEqual([
        ['200', ...refusals],
        ['200', ...refusals],
        ['200', '204', '405'],
      ]);
    }
  });

  it('marks what the specification lacks, also in its texts', () => {
    const specified = new Set(rows.filter(({ number }) => number !== null).map(pathOf));
    for (const [path, { get, head, options }] of Object.entries(documentOf(input()).paths)) {
      const isAddition = !specified.has(path);
      const marks = [get, head, options].map((operation) => operation && operation['x-addition'] === true);
      expect(marks.filter((mark) => mark === !isAddition)).toEqual([]);
      expect(get.description).toMatch(isAddition ? /An addition:/u : /specification 4, endpoint \d/u);
    }
  });

  it('describes everything in whole sentences', () => {
    const document = documentOf(input());
    const parts = [...describedIn('paths', document.paths), ...describedIn('components', document.components)];
    expect(parts.length).toBeGreaterThan(100);
    expect(parts.filter(([, text]) => !/^[\p{Lu}`].*\.$/u.test(text))).toEqual([]);
  });

  it('names every operation once', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has every integer as one of 64 bits, in parameters and in responses, and leaves encoding to clients', () => {
    const { paths, components } = documentOf(input());
    const parameters = Object.values(paths).flatMap(({ parameters: own = [] }) => own);
    const kinds = new Map(parameters.map(({ name, schema }) => [name, schema.format ?? schema.type]));
    const ids = { category_id: 'int64', provider_id: 'int64', page: 'int64' };
    expect(Object.fromEntries(kinds)).toEqual({ ...ids, language: 'string', linkhash: 'string' });
    expect(JSON.stringify(parameters)).not.toMatch(/encoded/u);
    const integers = integersIn(components.schemas);
    expect(integers.length).toBeGreaterThan(10);
    expect(integers.filter((one) => !('format' in one) || one.format !== 'int64')).toEqual([]);
  });

  it('has an example of every response, valid by its schema', () => {
    const document = documentOf(input());
    const validators = validatorsOf(document);
    const media = [
      ...inApi(document.paths).map(([, { get }]) => get.responses['200']?.content?.['application/json']),
      ...Object.values(document.components.responses).map(({ content }) => content?.['application/json']),
    ];
    for (const one of media) {
      expect(one?.example).toBeDefined();
      expect(validators(one?.schema.$ref ?? '')(one?.example)).toBe('');
    }
  });

  it('has no example or sample that needs a record if the catalog has none', () => {
    const { paths } = documentOf(input({ examples: {} }));
    const shown = Object.entries(paths).filter(([, { get }]) => get['x-codeSamples'] !== undefined);
    const fixed = rows.filter(({ parameter }) => parameter === undefined).map(pathOf);
    expect(shown.map(([path]) => path).toSorted()).toEqual([...fixed, '/build.json'].toSorted());
    expect(JSON.stringify(paths)).not.toMatch(/"example":(?:null|"")/u);
  });

  it('has the files beside the API that the site has, as additions, under headings for people', () => {
    const { features } = input();
    const filesOf = (chosen: Partial<typeof features>) => {
      const { paths, tags } = documentOf(input({ features: { ...features, ...chosen } }));
      const files = Object.entries(paths).filter(([path]) => !path.startsWith('/api/v1/'));
      for (const [, { get }] of files) expect(get).toMatchObject({ 'x-addition': true });
      return { paths: files.map(([path]) => path), headings: tags.flatMap((tag) => tag['x-displayName'] ?? []) };
    };
    expect(filesOf({})).toEqual({ paths: ['/build.json'], headings: ['What changed'] });
    expect(filesOf({ journal: true, dumps: true })).toEqual({
      paths: ['/build.json', '/changes.ndjson', '/changes/since.json', '/dumps/datapackage.json'],
      headings: ['What changed', 'Everything at once'],
    });
  });

  it('names its publisher', () => {
    const { info, servers } = documentOf(input({ title: 'Open <courses>', description: 'For *all*.' }));
    expect(info).toMatchObject({ title: 'Open <courses>', description: expect.stringMatching(/^For \*all\*\.\n\n/u) });
    expect(servers).toMatchObject([{ url: baseUrl }]);
  });
});

/** The paths of the API, without the files beside it. */
function inApi(paths: OpenapiDocument['paths']) {
  return Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/'));
}

/** Every schema of an integer in a value. */
function integersIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(integersIn);
  return 'type' in value && value.type === 'integer' ? [value, ...below] : below;
}

/** Every operation, parameter, response, header and schema, and every field of a schema, with its description; empty if it has none. */
function describedIn(path: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value)
    .filter(([name]) => !['example', 'x-codeSamples'].includes(name))
    .flatMap(([name, one]) => describedIn(`${path}/${name}`, one));
  const isDescribed =
    /\/(?:get|head|options|parameters\/\d+|responses\/\w+|headers\/[\w-]+|schemas\/\w+|properties\/\w+)$/u.test(path);
  if (!isDescribed || '$ref' in value) return below;
  const text = 'description' in value ? String(value.description) : '';
  return [[path, text], ...below];
}

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

describe.each(['preview', 'nginx'] as const)('the document for %s, which can do everything', (host) => {
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
    for (const [, { options }] of inApi(paths))
      expect(Object.keys(options?.responses ?? {})).toEqual(['200', '204', '405']);
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
    for (const [, { options }] of inApi(document(host).paths)) {
      expect(options?.description).toContain('specification 4, rule 5');
      expect(options?.responses).toEqual({
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

const inputs: Readonly<Record<string, Partial<OpenapiInput>>> = {
  'with query links': { pageLinks: 'query' },
  'with path links': { pageLinks: 'path' },
  'with query links and without examples': { pageLinks: 'query', examples: {} },
  'with path links and without examples': { pageLinks: 'path', examples: {} },
  'for nginx': { host: 'nginx', pageLinks: hosts.nginx.pageLinks },
  'for github-pages': { host: 'github-pages', pageLinks: hosts['github-pages'].pageLinks },
  'with files beside the API': {
    features: { pages: true, frontPage: true, coursePages: true, dumps: true, journal: true },
  },
  'with a fault': {},
};

it('a strict linter finds nothing, unless there is a fault', async ({ folder }) => {
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

/** Values as a user could write them, valid for some options and not for others. */
const numbers = [-1, 0, 1, 1.5, 5, 64, 65, 600, 601, 8080, 10_000, 10_001, 65_536, 1_000_001, 2 ** 32, 2 ** 53];
const texts = ['', ' '].concat(
  words`x 2026-11-23 2026-11-23T09:00:00Z english none query nginx index.html gzip gzip,brotli ndjson,csv #1d4ed8 #fff auto 1/2 table dmy de a. slurm mailto:a@example.org`,
);
const addresses = [
  'https://example.org',
  'https://example.org/a',
  'example.org',
  'ftp://example.org',
  'https://example.org/?a',
];
const others = [
  'logo.svg',
  'Logo.PNG',
  'Us=a.html',
  'Us=https://example.org:8443/?lang=de&a=b%2Cc#us',
  { Us: 'a/' },
  { Us: 'https://example.org/a,b' },
  { 'U=s': 'a' },
  { 'U,s': 'a' },
  { Us: '//a' },
  true,
  false,
  null,
  {},
  [],
  ['gzip'],
  ['gzip', 'x'],
  ['csv'],
  [['gzip']],
];
const values: unknown[] = [...numbers, ...texts, ...addresses, ...others];

describe('the schema of the configuration file', () => {
  it.each(optionNames)('accepts some value of %s, and none that the command refuses', (name) => {
    const taken = values.filter((value) => fault({ [name]: value }) === '');
    expect(taken).not.toEqual([]);
    expect(taken.filter((value) => isRefused({ [name]: value }))).toEqual([]);
  });

  it.each(optionNames)('accepts every number, list, boolean and name of %s that the command accepts', (name) => {
    const { placeholder = '' } = optionTable[name];
    const isNumber = ['n', 'seconds'].includes(placeholder);
    const isSwitch = placeholder === '';
    const isNative = (value: unknown) =>
      isNumber ? typeof value === 'number' : isSwitch ? typeof value === 'boolean' : typeof value === 'string';
    const native = values.filter((value) => (isNative(value) || Array.isArray(value)) && !isRefused({ [name]: value }));
    expect(native.filter((value) => fault({ [name]: value }) !== '')).toEqual([]);
  });

  it('accepts every default, and a $schema, as the command does', () => {
    const defaults = Object.entries(optionTable)
      .map(([name, { fallback }]) => [name, fallback] as const)
      .filter(([, fallback]) => fallback !== undefined && typeof fallback !== 'object');
    const config = { $schema: './schemas/source/configuration.json', ...Object.fromEntries(defaults) };
    expect(fault(config)).toBe('');
    expect(isRefused(config)).toBe(false);
  });

  it('refuses an unknown option', () => {
    expect(fault({ baseURL: 'https://example.org' })).not.toBe('');
  });
});

function isRefused(config: Readonly<Record<string, unknown>>): boolean {
  try {
    resolveOptions({ flags: {}, environment: {}, config: JSON.stringify(config) });
    return false;
  } catch (error) {
    if (error instanceof UsageError) return true;
    throw error;
  }
}
