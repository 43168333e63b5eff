// The links of the preview: they never lead elsewhere; and how it answers what no host is tested with. `test/hosts` has the rest.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, beforeAll } from 'vitest';
import { words } from '../helpers/words.ts';
import { ask, askJson, type Answer } from './ask.ts';
import { baseUrl, oddLanguages, siteInTest, openSite, type Site } from './site.ts';

const forms = [
  { pageLinks: 'query', indexFile: 'index.json' },
  { pageLinks: 'path', indexFile: 'index.html' },
] as const;

describe.each(forms)('the preview of a build with $pageLinks links in $indexFile', (chosen) => {
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
    const { next } = await askJson<{ next: string }>(url, '/api/v1/categories/1/');
    expect(next).toBe(`${url}/api/v1/categories/1/?page=2`);
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

const category = '/api/v1/categories/10/';
/** The headers of every response. */
const shared = { vary: 'Accept', allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' };
const files = {
  'docs/index.html': '<!doctype html><title>Docs</title>',
  'docs/logo.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255]),
  'docs/site.css': 'a{}',
  'docs/site.js': '1',
  'docs/readme.md': '# Read',
  'docs/list.xlsx': 'PK',
  'docs/terms.ics': 'BEGIN:VCALENDAR',
  'robots.txt': 'User-agent: *\n',
  CNAME: 'example.org\n',
  'data.tar.gz': Uint8Array.from([0x1f, 0x8b, 8, 0]),
  'folder/inside.txt': 'inside',
  '.well-known/security.txt': 'Contact: mailto:a@example.org\n',
  'ünï cödé & more.txt': 'named',
};

describe.each(forms)('a preview of a build with $indexFile and $pageLinks links', (chosen) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ data: 'data', chosen, files });
    return site.close;
  });
  const get = (path: string, options = {}): Promise<Answer> => ask(site.url, path, options);

  it.each(words`/api/v1/providers/1/ /api/v1/languages/English/ /api/v1/courses/ /api/v1/courses/view/
    /api/v1/providers// /api/v1//providers/ /api/ /api/v2/ /folder/ /folder /nothing /favicon.ico /robots.txt/ /docs/none.png /api/v1/%zz/ /api/v1/%ff/
    /api/v1/${'a'.repeat(300)}/`)('answers 404 as JSON at %s', async (path) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 404, text: '{"detail":"Not found."}\n', headers: shared });
    expect(answer.headers['content-type']).toBe('application/json');
    await expectHeadOf(path, answer);
  });

  it.each([
    ['/api/v1', '/api/v1/'],
    ['/api/v1/categories/10', '/api/v1/categories/10/'],
    ['/api/v1/categories/10?page=2&x=%20', '/api/v1/categories/10/?page=2&x=%20'],
    ['/api/v1/categories/10/page/2', '/api/v1/categories/10/page/2/'],
    ['/api/v1/languages/%E4%B8%AD%E6%96%87/courses', '/api/v1/languages/%E4%B8%AD%E6%96%87/courses/'],
    ['/docs?a', '/docs/?a'],
    ['//docs', '/docs/'],
    ['/', '/api/v1/'],
  ])('redirects %s to %s', async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.location, answer.text]).toEqual([302, location, '']);
    await expectHeadOf(path, answer);
  });

  it.each([
    ['/docs/', 'text/html; charset=UTF-8', 'docs/index.html'],
    ['/docs/index.html', 'text/html; charset=UTF-8', 'docs/index.html'],
    ['/docs/site.css', 'text/css; charset=UTF-8', 'docs/site.css'],
    ['/docs/site.js', 'application/javascript; charset=UTF-8', 'docs/site.js'],
    ['/docs/readme.md?v=2', 'text/markdown; charset=UTF-8', 'docs/readme.md'],
    ['/docs/list.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'docs/list.xlsx'],
    ['/docs/terms.ics', 'text/calendar; charset=UTF-8', 'docs/terms.ics'],
    ['/docs/logo.png', 'image/png', 'docs/logo.png'],
    ['/robots.txt', 'text/plain; charset=UTF-8', 'robots.txt'],
    ['/CNAME', 'application/octet-stream', 'CNAME'],
    ['/data.tar.gz', 'application/gzip', 'data.tar.gz'],
    ['/.well-known/security.txt', 'text/plain; charset=UTF-8', '.well-known/security.txt'],
    [`/${encodeURIComponent('ünï cödé & more.txt')}`, 'text/plain; charset=UTF-8', 'ünï cödé & more.txt'],
  ] as const)('serves the file at %s as %s', async (path, type, file) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.bytes).toEqual(Buffer.from(files[file]));
    await expectHeadOf(path, answer);
  });

  it('sends JSON with links entire for any range or condition', async () => {
    const whole = await get(category);
    for (const headers of [
      { Range: 'bytes=0-9' },
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    ]) {
      const answer = await get(category, { headers });
      expect([answer.status, answer.text]).toEqual([200, whole.text]);
      for (const name of ['etag', 'last-modified', 'content-range']) expect(answer.headers[name]).toBeUndefined();
    }
  });

  async function expectHeadOf(path: string, { status, headers }: Answer): Promise<void> {
    const head = await get(path, { method: 'HEAD' });
    const { date: _one, ...headHeaders } = head.headers;
    const { date: _other, ...expected } = headers;
    expect([head.status, headHeaders, head.text]).toEqual([status, expected, '']);
  }
});

it("the API reference and the OpenAPI document of a preview have the preview's address", async () => {
  const base = 'https://a.example/x&y';
  const site = await siteInTest({ chosen: { pages: true, baseUrl: base } });
  const { url } = site;
  const { servers } = await askJson<{ servers: { url: string }[] }>(url, '/openapi.json');
  expect(servers.map((server) => server.url)).toEqual([url]);
  const types = { 'openapi.json': 'application/json', 'docs/index.html': 'text/html; charset=UTF-8' };
  for (const [path, type] of Object.entries(types)) {
    const built = readFileSync(join(site.out, path), 'utf8').replaceAll('&amp;', '&');
    const { text, headers } = await ask(url, `/${path}`);
    expect(text.replaceAll('&amp;', '&')).toBe(built.replaceAll(base, url));
    expect(text).toContain(`${url}/api/v1/providers/`);
    expect(text).not.toContain('https://a.example');
    expect(headers['content-type']).toBe(type);
  }
});

it('public files have the types of their endings', async () => {
  const types = {
    'a/page.HTML': 'text/html; charset=UTF-8',
    'a/data.csv': 'text/csv; charset=UTF-8',
    'a/data.json': 'application/json; charset=UTF-8',
    'a/script.js': 'application/javascript; charset=UTF-8',
    'a/style.css': 'text/css; charset=UTF-8',
    'a/note.txt': 'text/plain; charset=UTF-8',
    'a/logo.svg': 'image/svg+xml',
    'a/logo.png': 'image/png',
    'a/logo.avif': 'image/avif',
    'a/some.other': 'application/octet-stream',
  };
  const { url } = await siteInTest({ files: Object.fromEntries(Object.keys(types).map((path) => [path, 'x'])) });
  for (const [path, type] of Object.entries(types)) {
    expect((await ask(url, `/${path}`)).headers['content-type'], path).toBe(type);
  }
});

it("a user's own page keeps its addresses", async () => {
  const page = `<a href="${baseUrl}/docs/">Docs</a>`;
  const { url } = await siteInTest({ files: { 'docs/index.html': page } });
  expect((await ask(url, '/docs/')).text).toBe(page);
});

it('a preview serves the pages of any language, however its name is encoded', async () => {
  const { url } = await siteInTest();
  const addressOf = (name: string) => `/api/v1/languages/${name}/courses/`;
  for (const language of oddLanguages) {
    const everything = [...Buffer.from(language)].map((byte) => `%${byte.toString(16)}`).join('');
    const raw = encodeURI(language).replaceAll(';', '%3B');
    const own = `${url}${addressOf(encodeURIComponent(language))}`;
    for (const list of [encodeURIComponent(language), everything, raw].map(addressOf)) {
      const first = JSON.parse((await ask(url, list)).text);
      expect(first).toMatchObject({ language, count: 12, previous: null, next: `${own}?page=2` });
      expect(JSON.parse((await ask(url, `${list}?page=2`)).text)).toMatchObject({ previous: own });
    }
  }
});
