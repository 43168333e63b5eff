// What harvesters read of a catalog as a whole: valid under the rules of its formats, and never at odds with what is published.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { Parser, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild, type Chosen } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { expand, unknownTermsIn } from '../pages/harvester.ts';
import { apiCatalog, dataPackage } from './public-formats.ts';

const baseUrl = 'https://courses.example.org/open%20data';
const license = 'https://creativecommons.org/publicdomain/zero/1.0/';
const whole: Partial<Chosen> = {
  pages: true,
  dumps: ['ndjson', 'csv', 'parquet'],
  baseUrl,
  title: '</script><script>alert(1)</script>"{{title}}',
  description: 'Open <b>courses</b>.',
  license,
  publisher: 'An "Example" </script>',
};

/** Builds with everything, with a site at the root of a host, without course pages, and with as little as possible. */
const variants: Readonly<Record<string, Partial<Chosen>>> = {
  whole,
  root: { ...whole, baseUrl: 'https://courses.example.org', license: undefined, publisher: undefined },
  small: { baseUrl, pages: true, coursePages: false, dumps: ['csv'] },
  least: { baseUrl },
};

let folder: string;
beforeAll(async () => {
  folder = makeFolder();
  for (const [name, chosen] of Object.entries(variants)) {
    const journal = name === 'whole' ? join(folder, 'journal.ndjson') : undefined;
    await runBuild({ data: 'data', out: join(folder, name), chosen: { ...chosen, journal } });
  }
});
afterAll(() => removeFolder(folder));

function textOf(name: string, path: string): string {
  return readFileSync(join(folder, name, path), 'utf8');
}

/** The values of a key, however deep. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(inner, key)]);
}

/** The block of data in the front page of a build, as a harvester finds it. */
function dataBlockOf(name: string): { '@graph': Record<string, unknown>[] } {
  const [, block = ''] =
    /<script type="application\/ld\+json">([\s\S]*?)<\/script>/u.exec(textOf(name, 'index.html')) ?? [];
  return JSON.parse(block);
}

describe('by the rules of its format', () => {
  it.each(['whole', 'root'])('the data package of %s is valid', (name) => {
    const found = JSON.parse(textOf(name, 'dumps/datapackage.json'));
    expect(dataPackage.safeParse(found).error?.issues).toBeUndefined();
    const [first, ...others] = found.resources;
    const courses = found.resources.filter(({ name: one }: { name: string }) => one === 'courses');
    for (const resources of [[], [first, first], [{ ...first, path: `/${first.path}` }, ...others], courses])
      expect(dataPackage.safeParse({ ...found, resources }).success).toBe(false);
  });

  it('the description for data portals conforms to the shapes of DCAT-AP', async () => {
    const shapes = new Store(new Parser().parse(readFileSync('test/dumps/dcat-shapes.ttl', 'utf8')));
    const validator = new SHACLValidator(shapes);
    const faultsOf = async (text: string) => {
      const quads = await jsonld.toRDF(JSON.parse(text), { format: 'application/n-quads' });
      if (typeof quads !== 'string') throw new Error('the document is no RDF');
      const { results } = await validator.validate(new Store(new Parser({ format: 'N-Quads' }).parse(quads)));
      return results.map(({ focusNode }) => focusNode?.value);
    };
    for (const name of Object.keys(variants)) expect(await faultsOf(textOf(name, 'dcat.jsonld')), name).toEqual([]);
    const described = textOf('whole', 'dcat.jsonld');
    // A property that is required, the class of a value, and a datatype.
    for (const [right, wrong] of [
      ['dct:title', 'dct:other'],
      ['foaf:Agent', 'foaf:Image'],
      ['xsd:hexBinary', 'xsd:string'],
    ] as const)
      expect(await faultsOf(described.replaceAll(right, wrong)), right).not.toEqual([]);
  });

  it.each(Object.keys(variants))('the API catalog of %s is valid', (name) => {
    const found = JSON.parse(textOf(name, '.well-known/api-catalog'));
    expect(apiCatalog.safeParse(found).error?.issues).toBeUndefined();
    const [first] = found.linkset;
    for (const linkset of [[], [{ ...first, item: [] }], [{ ...first, anchor: 'api' }]])
      expect(apiCatalog.safeParse({ linkset }).success).toBe(false);
  });

  it.each(['whole', 'root'])('the data in the front page of %s have only terms of schema.org', async (name) => {
    expect(textOf(name, 'index.html').match(/ld\+json">/gu)).toHaveLength(1);
    const data = dataBlockOf(name);
    expect(unknownTermsIn(data)).toEqual([]);
    expect(unknownTermsIn({ '@graph': [{ '@type': 'DataSet', isAccesibleForFree: true }] })).toHaveLength(2);
    expect(await expand(data)).toHaveLength(data['@graph'].length);
  });
});

describe('what harvesters read', () => {
  it.each(Object.keys(variants))('of %s names only addresses where there is something', (name) => {
    const root = `${variants[name]?.baseUrl}/`;
    const documents = ['dcat.jsonld', '.well-known/api-catalog'].map((path) => JSON.parse(textOf(name, path)));
    const addresses = documents
      .flatMap((one) => [...valuesOf(one, '@id'), ...valuesOf(one, 'href'), ...valuesOf(one, 'anchor')])
      .filter((address): address is string => typeof address === 'string' && address.startsWith(root));
    const paths = new Set(addresses.map((address) => address.slice(root.length).replace(/#.*$/u, '')));
    const files = ['dcat.jsonld', 'openapi.json', 'api/v1/', '.well-known/api-catalog'];
    expect(files.filter((path) => !paths.has(path))).toEqual([]);
    const missing = [...paths].filter((path) => !existsSync(join(folder, name, path === '' ? 'index.html' : path)));
    expect(missing).toEqual([]);
    const hasSite = variants[name]?.pages === true;
    expect(['docs/', ''].map((path) => paths.has(path))).toEqual([hasSite, hasSite]);
    expect(paths.has('dumps/courses.parquet')).toBe(['whole', 'root'].includes(name));
  });

  it.each([
    ['whole', ['build.json', 'changes.ndjson', 'changes/since.json', 'dumps/datapackage.json']],
    ['small', ['build.json', 'dumps/datapackage.json']],
    ['least', ['build.json']],
  ])('of %s leads from the API to what changed and to everything at once', (name, files) => {
    const index: Record<string, string> = JSON.parse(textOf(name, 'api/v1/index.json'));
    const beside = Object.values(index).filter((address) => !address.includes('/api/v1/'));
    expect(beside).toEqual(files.map((path) => `${baseUrl}/${path}`));
    const [, api] = JSON.parse(textOf(name, '.well-known/api-catalog')).linkset;
    expect(valuesOf(api['service-meta'], 'href')).toEqual([`${baseUrl}/dcat.jsonld`, ...beside]);
    const { paths } = JSON.parse(textOf(name, 'openapi.json'));
    expect(files.filter((path) => !(`/${path}` in paths))).toEqual([]);
    for (const path of files) expect(existsSync(join(folder, name, path)), path).toBe(true);
  });

  it('leads people there too, from the API reference and from the downloads', () => {
    const reference = textOf('whole', 'docs/index.html');
    for (const heading of ['What changed', 'Everything at once']) expect(reference).toContain(`<h2>${heading}</h2>`);
    for (const path of ['/changes.ndjson', '/changes/since.json', '/dumps/datapackage.json'])
      expect(reference).toContain(`<code>GET ${path}</code>`);
    const downloads = textOf('whole', 'downloads/index.html');
    expect(downloads).toContain('<h2>What changed</h2>');
    for (const path of ['build.json', 'changes.ndjson', 'changes/since.json'])
      expect(downloads).toContain(`<a href="../${path}">${path}</a>`);
    expect(textOf('small', 'downloads/index.html')).not.toContain('What changed');
  });

  it('names the files of changes by paths relative to the list of them', () => {
    const list = 'changes/since.json';
    for (const { path } of JSON.parse(textOf('whole', list))) {
      const { pathname } = new URL(path, `https://example.org/${list}`);
      expect(existsSync(join(folder, 'whole', pathname)), pathname).toBe(true);
    }
  });

  it('has the digest of each dump', () => {
    const isDistribution = (node: unknown) => valuesOf({ node }, '@type').includes('dcat:Distribution');
    const graph: object[] = JSON.parse(textOf('whole', 'dcat.jsonld'))['@graph'];
    const found = graph
      .filter((node) => isDistribution(node))
      .map((node) => {
        const [address] = valuesOf(valuesOf(node, 'dcat:downloadURL'), '@id');
        const [digest] = valuesOf(valuesOf(node, 'spdx:checksumValue'), '@value');
        return [address, digest];
      });
    const digests = ['ndjson.gz', 'csv', 'parquet'].map((ending) => {
      const path = `dumps/courses.${ending}`;
      return [`${baseUrl}/${path}`, hash('sha256', readFileSync(join(folder, 'whole', path)))];
    });
    expect(new Set(found)).toEqual(new Set(digests));
  });

  it('has a front page only where there is one', () => {
    const homepageOf = (name: string) => JSON.parse(textOf(name, 'dumps/datapackage.json')).homepage;
    expect(homepageOf('whole')).toBe(`${baseUrl}/`);
    expect(textOf('least', 'dcat.jsonld')).not.toMatch(/homepage|landingPage/u);
  });

  it('names license and publisher where the options do, else the title', () => {
    const [named, unnamed] = ['whole', 'root'].map((name) => textOf(name, 'dcat.jsonld'));
    expect(valuesOf(JSON.parse(named ?? ''), 'dct:license')).toHaveLength(5);
    expect(named).toContain(JSON.stringify(whole.publisher));
    expect(valuesOf(JSON.parse(unnamed ?? ''), 'dct:license')).toEqual([]);
    expect(valuesOf(JSON.parse(unnamed ?? ''), 'foaf:name')).toEqual([{ '@value': whole.title, '@language': 'en' }]);
    expect(JSON.parse(textOf('whole', 'dumps/datapackage.json')).licenses).toEqual([{ path: license }]);
  });

  it('is in the front page as one block, which no title ends', () => {
    const [dataset, ...others] = dataBlockOf('whole')['@graph'];
    expect(others).toEqual([]);
    expect(dataset).toMatchObject({
      '@type': 'Dataset',
      name: `${whole.title}: all courses`,
      license,
      creator: { name: whole.publisher },
      distribution: ['ndjson.gz', 'csv', 'parquet'].map((ending) => ({
        contentUrl: `${baseUrl}/dumps/courses.${ending}`,
      })),
    });
    expect(String(dataset?.['description']).length).toBeGreaterThan(50);
    // Only the root of a host gives it a name.
    expect(dataBlockOf('root')['@graph'].map((one) => one['@type'])).toEqual(['WebSite', 'Dataset']);
    const page = textOf('whole', 'index.html');
    expect(page).toContain('<link rel="api-catalog" href=".well-known/api-catalog">');
    expect(page).toContain('<link rel="describedby" type="application/ld+json" href="dcat.jsonld">');
    expect(page).toContain('<link rel="describedby" type="application/json" href="dumps/datapackage.json">');
    expect(page).not.toContain('<script>alert');
  });

  it('changes with the options alone', async () => {
    const changed = await runBuild({
      data: 'data',
      out: join(folder, 'whole'),
      chosen: { ...whole, journal: join(folder, 'journal.ndjson'), publisher: 'Another' },
    });
    expect(changed.changes).toEqual({ added: [], changed: ['index.html', 'dcat.jsonld'], removed: [] });
  });

  it('leaves its place to a public api-catalog', async () => {
    writeFiles(folder, { 'mine/.well-known/api-catalog': '{"mine":1}' });
    const out = join(folder, 'least');
    const chosen = { baseUrl, public: join(folder, 'mine') };
    expect((await runBuild({ data: 'data', out, chosen })).changes.changed).toContain('.well-known/api-catalog');
    expect(textOf('least', '.well-known/api-catalog')).toBe('{"mine":1}');
    await runBuild({ data: 'data', out, chosen: { baseUrl } });
    expect(JSON.parse(textOf('least', '.well-known/api-catalog'))).toHaveProperty('linkset');
  });
});
