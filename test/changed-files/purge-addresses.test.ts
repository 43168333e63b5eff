// Addresses to purge: each rule by itself, and for any two builds exactly the addresses whose response changed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purgeAddresses, type AddressOptions } from '../../src/build/changed-files/purge-addresses.ts';
import { hostNames } from '../../src/hosts/hosts.ts';
import { catalog, type Catalog } from '../build/catalogs.ts';
import { layout, writeCatalog, type Layout } from '../build/layout.ts';
import { plain } from '../build/run.ts';
import { inFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { expectedFiles } from '../oracle/expected.ts';
import { readSource } from '../oracle/read-source.ts';
import { changesBetween } from './between.ts';
import { filesOn } from '../hosts/build-for.ts';
import { words } from '../helpers/words.ts';

const site: AddressOptions = { baseUrl: 'https://a.example/catalog', pageLinks: 'query', indexFile: 'index.json' };
const purged = (paths: readonly string[], other: Partial<AddressOptions> = {}) => [
  ...purgeAddresses(paths, { ...site, ...other }),
];

describe('the addresses of a path', () => {
  it('are the folder for an index file', () => {
    expect(purged(['api/v1/categories/5/index.json', 'api/v1/index.json'])).toEqual([
      'https://a.example/catalog/api/v1/categories/5/',
      'https://a.example/catalog/api/v1/',
    ]);
    expect(purged(['api/v1/providers/index.html'], { indexFile: 'index.html' })).toEqual([
      'https://a.example/catalog/api/v1/providers/',
    ]);
  });

  it('include the query for a page, also for the first, if links are queries', () => {
    const pages = [
      'api/v1/categories/5/page/1/index.json',
      'api/v1/languages/Norsk (bokmål)/courses/page/12/index.json',
    ];
    expect(purged(pages))
      .toEqual(words`https://a.example/catalog/api/v1/categories/5/page/1/ https://a.example/catalog/api/v1/categories/5/?page=1
      https://a.example/catalog/api/v1/languages/Norsk%20(bokm%C3%A5l)/courses/page/12/
      https://a.example/catalog/api/v1/languages/Norsk%20(bokm%C3%A5l)/courses/?page=12`);
    expect(purged(pages.slice(0, 1), { pageLinks: 'path' })).toEqual([
      'https://a.example/catalog/api/v1/categories/5/page/1/',
    ]);
  });

  it('do not include a page for a language whose name looks like one, nor for such a base URL', () => {
    const list = 'api/v1/languages/page/courses/index.json';
    expect(purged([list])).toEqual(['https://a.example/catalog/api/v1/languages/page/courses/']);
    expect(purged(['index.html'], { baseUrl: 'https://a.example/page/3' })).toEqual([
      'https://a.example/page/3/index.html',
      'https://a.example/page/3/',
    ]);
  });

  it.each(['.gz', '.br'])('are those of its file for a compressed file %s', (ending) => {
    const page = 'api/v1/categories/5/page/2/index.json';
    expect(purged([page + ending])).toEqual(purged([page]));
    expect(purged([page + ending, page])).toEqual(purged([page]));
    expect(purged([page, page + ending])).toEqual(purged([page]));
  });

  it('are listed once if a build changed the name of the index files', () => {
    const both = ['api/v1/providers/index.json', 'api/v1/providers/index.html'];
    expect(purged(both)).toEqual(['https://a.example/catalog/api/v1/providers/']);
    expect(purged(both.toReversed(), { indexFile: 'index.html' })).toEqual(purged(both));
  });

  it('are their own path for files at the root and public files, and the folder as well for an index file', () => {
    expect(purged(['404.json', 'docs/a b#1.tar.gz', 'docs/index.html', '.well-known/security.txt', '.own']))
      .toEqual(words`https://a.example/catalog/404.json https://a.example/catalog/docs/a%20b%231.tar.gz
      https://a.example/catalog/docs/index.html https://a.example/catalog/.well-known/security.txt
      https://a.example/catalog/.own https://a.example/catalog/docs/`);
  });

  it.each(hostNames)('are none for files that only %s reads', (name) => {
    const files = filesOn(name, '/catalog', { coursePages: false }).map(({ path }) => path);
    expect(purged([...files, '.nojekyll', '_hosts/nginx.conf'])).toEqual([]);
  });

  it('are none for no path', () => {
    expect(purged([])).toEqual([]);
  });
});

describe('for any two builds', () => {
  const sites = fc.record<AddressOptions>({
    baseUrl: fc.constantFrom('http://localhost:8080', 'https://example.org/a/b'),
    pageLinks: fc.constantFrom('query', 'path'),
    indexFile: fc.constant('index.json'),
  });

  it('the addresses to purge are those of every changed path, each once, and no others', () =>
    forAll(60, [catalog, catalog, layout, sites], async (old, next, how, options) => {
      const [before, after] = [await filesOf(old, how, options), await filesOf(next, how, options)];
      const { added, changed, removed } = changesBetween(before, after);
      const paths = [...added, ...changed, ...removed];
      const addresses = purged(paths, options);
      expect(new Set(addresses).size).toBe(addresses.length);
      const answering = new Set(addresses.map((address) => answeringFile(address, options)));
      expect([...answering].toSorted()).toEqual(paths.toSorted());
      const queried = addresses.filter((address) => address.includes('?'));
      const pages = options.pageLinks === 'query' ? paths.filter(isPage) : [];
      expect(queried.map((address) => answeringFile(address, options)).toSorted()).toEqual(pages.toSorted());
    }));
});

function isPage(path: string): boolean {
  return /\/page\/\d+\/index\.json$/u.test(path);
}

/** The file that answers at an address, by the specification alone. */
function answeringFile(address: string, { baseUrl }: AddressOptions): string {
  expect(address.startsWith(`${baseUrl}/`)).toBe(true);
  const { pathname, searchParams } = new URL(address);
  const path = decodeURIComponent(pathname.slice(new URL(`${baseUrl}/`).pathname.length));
  if (!path.endsWith('/')) return path;
  const page = searchParams.get('page');
  return page === null ? `${path}index.json` : `${path}page/${page}/index.json`;
}

/** The files of a build of the catalog, by the specification. */
async function filesOf(
  content: Catalog,
  how: Layout,
  { baseUrl, pageLinks }: AddressOptions,
): Promise<Map<string, string>> {
  return inFolder(async (data) => {
    writeCatalog(data, content, how);
    const files = expectedFiles(readSource(data), { ...plain, baseUrl, pageLinks, pageSize: 2 });
    files.delete('.nojekyll');
    return files;
  });
}
