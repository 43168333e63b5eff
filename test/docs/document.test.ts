// The document as the reference shows it: the server is the site of the page, and only valid samples are shown.
import { describe, expect, it } from 'vitest';
import { documentAt, samplesOf, type JsonObject } from '../../src/outputs/reference/browser/document.ts';
import { contract, deployedAt } from './contract.ts';

const here = 'http://127.0.0.1:8080/x';
const servers = [{ url: here, description: 'the site of this page' }];
const withServers = (given: unknown) => ({ ...contract, servers: given });

describe('a document that is shown at another address', () => {
  it('names that address as its server and in its samples, and is otherwise unchanged', () => {
    const moved = documentAt(here, contract);
    expect(moved).toEqual(JSON.parse(JSON.stringify({ ...contract, servers }).replaceAll(deployedAt, here), keepInfo));
    expect(JSON.stringify(contract)).toContain(deployedAt);
  });

  it('may have replacement patterns such as $& in that address', () => {
    const root = 'http://127.0.0.1:8080/$&/$1';
    const sources = (document: JsonObject) => [...samplesOf(document).values()].flat().map(({ source }) => source);
    expect(sources(documentAt(root, contract))).toEqual(
      sources(contract).map((source) => source.split(deployedAt).join(root)),
    );
  });

  it.each([
    ['has no server', undefined],
    ['has an empty list of servers', []],
    ['has a server at the root', [{ url: '/' }]],
    ['has invalid servers', ['x', null]],
    ['has the right address already', [{ url: `${here}/` }]],
  ])('that %s keeps its samples', (_, given) => {
    expect(samplesOf(documentAt(here, withServers(given)))).toEqual(samplesOf(contract));
    expect(documentAt(here, withServers(given))['servers']).toEqual(servers);
  });
});

describe('the samples of a document', () => {
  it('are found by method and path', () => {
    expect([...samplesOf(contract).keys()]).toEqual([
      'get /api/v1/providers/',
      'get /api/v1/categories/{category_id}/',
    ]);
  });

  it.each<[string, unknown]>([
    ['no paths', undefined],
    ['paths that are a list', []],
    ['a path without operations', { '/': null }],
    ['an operation without samples', { '/': { get: {} } }],
    ['samples that are not a list', { '/': { get: { 'x-codeSamples': { lang: 'a', label: 'b', source: 'c' } } } }],
    ['incomplete samples', { '/': { get: { 'x-codeSamples': [null, 'x', { lang: 'a', source: 'c' }] } } }],
  ])('are empty for %s', (_, paths) => {
    expect(samplesOf({ paths })).toEqual(new Map());
    expect(samplesOf(documentAt(here, { servers: [{ url: deployedAt }], paths }))).toEqual(new Map());
  });
});

/** Links in descriptions are unchanged. */
function keepInfo(key: string, value: unknown): unknown {
  return key === 'info' ? contract.info : value;
}
