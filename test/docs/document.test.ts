// The document as the reference shows it, and the bundle of the reference: its files are reproducible, and its page loads only what it may.
import { createHash } from 'node:crypto';
import { describe, expect, it, beforeAll } from 'vitest';
import { bundleDocs } from '../../scripts/bundle/docs.ts';
import { contentSecurityPolicy } from '../../src/outputs/policy.ts';
import { documentAt, samplesOf, type JsonObject } from '../../src/outputs/reference/browser/document.ts';
import { inFolder, snapshot } from '../folders.ts';
import { words } from '../words.ts';
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

describe('the bundle of the reference', () => {
  let files: Map<string, string>;
  beforeAll(async () => {
    files = await bundled();
  });

  it('has the same files every time, all of them below docs', async () => {
    expect(await bundled()).toEqual(files);
    const names = [...files.keys()].map((path) => path.replace(/-[0-9a-f]{10}\./u, '-*.'));
    expect(names.toSorted()).toEqual(
      words`docs docs/LICENSES.txt docs/assets docs/assets/docs-*.css docs/assets/docs-*.js docs/assets/swagger-ui-*.css
        docs/assets/swagger-ui-*.js docs/assets/theme-*.js docs/index.html`,
    );
  });

  it('names assets by their content, and includes no source maps', () => {
    const assets = [...files].filter(([path]) => /^docs\/assets\/./u.test(path));
    expect(assets.map(([path]) => /-([0-9a-f]{10})\.\w+$/u.exec(path)?.[1])).toEqual(
      assets.map(([, content]) => createHash('sha256').update(content, 'latin1').digest('hex').slice(0, 10)),
    );
    for (const [, content] of files) expect(content).not.toContain('sourceMappingURL');
  });

  it("has a page under the site's policy, without inline code, that loads exactly the assets", () => {
    const page = files.get('docs/index.html') ?? '';
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}"`);
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script[^>]*>[^<]/u);
    const loaded = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/gu)].map(([, path = '']) => `docs/${path}`);
    expect(loaded.toSorted()).toEqual([...files.keys()].filter((path) => path.startsWith('docs/assets/')));
    expect(page).not.toMatch(/(?:src|href)="(?:https?:|\/)/u);
  });

  it('includes the licenses of its packages', () => {
    const licenses = files.get('docs/LICENSES.txt') ?? '';
    for (const text of ['SmartBear', 'Apache License', 'DOMPurify', 'MIT']) expect(licenses).toContain(text);
  });
});

async function bundled(): Promise<Map<string, string>> {
  return inFolder(async (folder) => {
    await bundleDocs(folder);
    return snapshot(folder);
  });
}
