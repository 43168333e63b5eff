// Walking the preview: a user who follows links never leaves it, and reaches every course.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PageLinks } from '../../src/api/paging.ts';
import { words } from '../words.ts';
import { ask, askJson } from './ask.ts';
import { baseUrl, oddLanguages, siteInTest } from './site.ts';

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: { readonly id: number; readonly linkhash: string }[];
}

const forms = [
  { pageLinks: 'query', indexFile: 'index.json' },
  { pageLinks: 'path', indexFile: 'index.html' },
] as const satisfies { pageLinks: PageLinks; indexFile: string }[];

describe.each(forms)('the preview of a build with $pageLinks links in $indexFile', (chosen) => {
  it('leads through the longest list by next, and back by previous', async () => {
    const site = await siteInTest({ data: 'data', chosen });
    const { url } = site;
    const languages = await askJson<{ name: string; course_count: number }[]>(url, '/api/v1/languages/');
    const [longest] = languages.toSorted((a, b) => b.course_count - a.course_count);
    const pages = await walk(`${url}/api/v1/languages/${longest?.name}/courses/`, url);
    expect(pages).toHaveLength(Math.ceil((longest?.course_count ?? 0) / 5));
    const ids = pages.flatMap(({ page }) => page.results.map(({ id }) => id));
    expect(new Set(ids).size).toBe(longest?.course_count);
    expect(pages.map(({ page }) => page.previous)).toEqual([null, ...pages.slice(0, -1).map(({ address }) => address)]);
  });

  it('leads from the index to everything that it names, on the preview alone', async () => {
    const site = await siteInTest({ chosen });
    const { url } = site;
    const index = await askJson<Record<string, string>>(url, '/api/v1/');
    const built = JSON.parse(readFileSync(join(site.out, 'api/v1', chosen.indexFile), 'utf8'));
    expect(Object.keys(index)).toEqual(Object.keys(built));
    for (const address of Object.values(index)) expect(address).toMatch(new RegExp(`^${url}/api/v1/\\w`, 'u'));
    const lists = [
      index['category_courses']?.replace('{category_id}', '1'),
      index['provider_courses']?.replace('{provider_id}', '1'),
      ...oddLanguages.map((name) => index['language_courses']?.replace('{language}', () => encodeURIComponent(name))),
    ];
    for (const list of lists) {
      const pages = await walk(list ?? '', url);
      expect(
        pages.map(({ page }) => page.results.length),
        list,
      ).toEqual([5, 5, 2]);
      for (const { linkhash } of pages.flatMap(({ page }) => page.results)) {
        const course = index['course']?.replace('{linkhash}', linkhash) ?? '';
        expect((await ask(url, course.slice(url.length))).status).toBe(200);
      }
    }
  });

  it('changes nothing in a response but the base URL of its links', async () => {
    const site = await siteInTest({ chosen });
    const { url } = site;
    const lists = words`courses/latest providers categories languages categories/1 categories/1/page/1 categories/1/page/2
      providers/1/courses providers/1/courses/page/3`;
    const paths = [...lists, ...oddLanguages.map((name) => `languages/${name}/courses/page/2`)];
    for (const path of paths) {
      const built = readFileSync(join(site.out, 'api/v1', path, chosen.indexFile), 'utf8');
      const end = Math.max(0, built.indexOf('"results":['));
      const expected = built.slice(0, end).replaceAll(baseUrl, url) + built.slice(end);
      const seen = await ask(url, encodeURI(`/api/v1/${path}/`).replaceAll(';', '%3B'));
      expect(seen.text, path).toBe(expected);
      expect(Number(seen.headers['content-length']), path).toBe(Buffer.byteLength(expected));
    }
    writeFileSync(join(site.out, 'api/v1/categories/1', chosen.indexFile), `{"next":"${baseUrl}"}`);
    expect((await ask(url, '/api/v1/categories/1/')).text).toBe(`{"next":"${baseUrl}"}`);
    expect((await ask(url, '/api/v1/providers/1/courses/')).text).toContain(`"title":"\\"next\\":\\"${baseUrl}/`);
  });
});

describe('the links of a preview', () => {
  it.each(words`https://example.org http://127.0.0.1:8080 https://example.org/api/v1/categories/1
    https://a.org/~it's/x;y=1/$&`)('replace the base URL %s', async (base) => {
    const site = await siteInTest({ chosen: { baseUrl: base } });
    const { url } = site;
    const index = await askJson<Record<string, string>>(url, '/api/v1/');
    expect(index['categories']).toBe(`${url}/api/v1/categories/`);
    expect(index['course']).toBe(`${url}/api/v1/courses/view/{linkhash}/`);
    expect(await walk(`${url}/api/v1/categories/1/`, url)).toHaveLength(3);
  });

  it.each([
    ['localhost:{port}', 'http://localhost:{port}'],
    ['LOCALHOST', 'http://LOCALHOST'],
    ['localhost:9000', 'http://localhost:9000'],
    ['127.0.0.1:{port}', 'http://127.0.0.1:{port}'],
    ['[::1]:{port}', 'http://[::1]:{port}'],
    ['evil.example', 'http://127.0.0.1:{port}'],
    ['localhost.evil.example:{port}', 'http://127.0.0.1:{port}'],
    ['localhost:1@evil.example', 'http://127.0.0.1:{port}'],
    ['localhost"', 'http://127.0.0.1:{port}'],
    ['localhost/api', 'http://127.0.0.1:{port}'],
    ['', 'http://127.0.0.1:{port}'],
  ])('use the host name %s of the request only if it is local', async (host, origin) => {
    const site = await siteInTest();
    const { port } = new URL(site.url);
    const own = (text: string) => text.replace('{port}', port);
    for (const path of ['/api/v1/', '/api/v1/categories/1/']) {
      const { text } = await ask(site.url, path, { headers: { Host: own(host) } });
      const [link] = /(?<=:")http[^"]*/u.exec(text) ?? [];
      expect(link?.slice(0, link.indexOf('/api/v1/'))).toBe(own(origin));
    }
  });
});

/** Follows `next` to the end, for at most as many pages as the list can have; every address must be the preview's own. */
async function walk(list: string, url: string): Promise<{ address: string; page: Page }[]> {
  const pages: { address: string; page: Page }[] = [];
  for (let at: string | null = list; at !== null;) {
    if (!at.startsWith(`${url}/api/v1/`) || pages.length > 100) throw new Error(`led to ${at}`);
    const page: Page = await askJson<Page>(url, at.slice(url.length));
    pages.push({ address: at, page });
    at = page.next;
  }
  return pages;
}
