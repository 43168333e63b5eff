// The OpenAPI document: its description of every endpoint, and its examples.
import { beforeAll, describe, expect, it } from 'vitest';
import { pageLinkForms } from '../../src/api/paging.ts';
import { routes, type Route } from '../../src/api/routes.ts';
import { baseUrl, documentOf, inputOf, sampleBuild, type Operation } from './document.ts';
import { validatorsOf } from './validate.ts';

const rows: Route[] = Object.values(routes);
const pathOf = ({ path }: Route) => (path === '' ? '/api/v1/' : `/api/v1/${path}/`);

describe.each(pageLinkForms)('the document of a build with %s links', (pageLinks) => {
  let out: string;
  beforeAll(async () => {
    out = await sampleBuild(pageLinks);
  });
  const input = (chosen = {}) => inputOf(out, { baseUrl, pageLinks, pageSize: 3, ...chosen });
  const operations = () =>
    Object.values(documentOf(input()).paths).flatMap(({ get, head, options }) => [get, head, options]);

  it('has every endpoint of the route table, and a path for the pages of a list if links are by path', () => {
    const pages = pageLinks === 'path' ? rows.filter(({ paged }) => paged) : [];
    const expected = [...rows.map(pathOf), ...pages.map((row) => `${pathOf(row)}page/{page}/`)];
    expect(Object.keys(documentOf(input()).paths).toSorted()).toEqual(expected.toSorted());
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
    for (const [path, { parameters = [], get, head, options }] of Object.entries(documentOf(input()).paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(names);
      expect(inPath.map(({ example }) => example)).not.toContain(undefined);
      const refusals = parameters.length > 0 ? ['404', '405'] : ['405'];
      const codes = ({ responses }: Operation) => Object.keys(responses);
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
      for (const one of [get, head, options]) expect(one['x-addition'] === true).toBe(isAddition);
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

  it('has ids and pages as 64-bit integers, and leaves encoding to clients', () => {
    const parameters = Object.values(documentOf(input()).paths).flatMap(({ parameters: own = [] }) => own);
    const kinds = new Map(parameters.map(({ name, schema }) => [name, schema.format ?? schema.type]));
    const ids = { category_id: 'int64', provider_id: 'int64', page: 'int64' };
    expect(Object.fromEntries(kinds)).toEqual({ ...ids, language: 'string', linkhash: 'string' });
    expect(JSON.stringify(parameters)).not.toMatch(/encoded/u);
  });

  it('has an example of every response, valid by its schema', () => {
    const document = documentOf(input());
    const validators = validatorsOf(document);
    const media = [
      ...Object.values(document.paths).map(({ get }) => get.responses['200']?.content?.['application/json']),
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
    expect(shown.map(([path]) => path).toSorted()).toEqual(fixed.toSorted());
    expect(JSON.stringify(paths)).not.toMatch(/"example":(?:null|"")/u);
  });

  it('names its publisher', () => {
    const { info, servers } = documentOf(input({ title: 'Open <courses>', description: 'For *all*.' }));
    expect(info).toMatchObject({ title: 'Open <courses>', description: expect.stringMatching(/^For \*all\*\.\n\n/u) });
    expect(servers).toMatchObject([{ url: baseUrl }]);
  });
});

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
