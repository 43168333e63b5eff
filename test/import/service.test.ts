// Importing a running service: what is read, and that no response of a host does harm.
import { existsSync, rmSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { readJsonSync } from 'fs-extra/esm';
import { describe, expect } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen as BuildOptions } from '../build/run.ts';
import { smallCatalog, smallCourse, writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { problemsOf, recordsIn, notesOf, runImport, importServed, type Chosen } from './imported.ts';
import { serving, type Meddle } from './served.ts';

const noProvider = {
  id: 99,
  title: 'None',
  provider: null,
  categories: [],
  categories_ids: [],
  date_published: '2020-01-01',
};

const published: Partial<BuildOptions> = { baseUrl: 'https://courses.example.org', pageSize: 2 };

describe('a service of the first kind', () => {
  it('is read with its two id spaces, its field names and its wrong hashes', async ({ folder }) => {
    const { result } = await importServed(folder, firstService(), 'api/v1/');
    expect(recordsIn(folder)).toMatchObject([
      { id: 1, categories: [2512001], language: ['Portuguese'], date_published: '2012-03-04T05:06:00' },
      { id: 2, categories: [2513, 2512], catalog_id: 501 },
      { id: 3, categories: [2620], language: ['Portuguese', 'English'] },
      { id: 4, categories: [2620], author: 'A. Okoro; B. Lind', provider: 2 },
    ]);
    expect(snapshot(join(folder, 'data')).get('categories/list.csv')).toContain('2512001,"Bridges / Tunnels",2513\n');
    expect(recordsIn(folder, 'providers/list.ndjson')).toHaveLength(3);
    expect(notesOf(result)).toEqual(['1 linkhash that is not the MD5 of linkurl: its address will change']);
  });
});

/**
 * A service as the one that the interface was derived from: the categories of its courses have other ids than those of its tree, some are only in
 * the paths of courses, languages are names, `merlot_id` stands for `catalog_id`, and one hash is wrong.
 */
function firstService(): Record<string, string> {
  const common = { description: '', tags: '', language: ['English'], author: '', merlot_id: null };
  const dated = { ...common, provider: 1, provider_name: 'Uni A', date_published: '2012-03-04T05:06:00' };
  const courses = [
    {
      ...dated,
      id: 1,
      title: 'Pontes',
      language: ['Portuguese'],
      categories: ['All/Engineering/Civil Engineering/Bridges / Tunnels'],
      categories_ids: [13],
    },
    {
      ...dated,
      id: 2,
      title: 'Analysis',
      merlot_id: 501,
      categories: ['All/Engineering/Civil Engineering', 'All/Engineering'],
      categories_ids: [12, 11],
    },
    {
      ...dated,
      id: 3,
      title: 'Plants',
      language: ['Portuguese', 'English'],
      categories: ['All/Life Sciences/Botany'],
      categories_ids: [22],
    },
    {
      ...dated,
      id: 4,
      title: 'Plants (moved)',
      provider: 2,
      provider_name: 'Uni B',
      author: 'A. Okoro; B. Lind',
      categories: ['All/Life Sciences/Botany'],
      categories_ids: [22],
    },
  ].map((course) => {
    const linkurl = `http://uni.example/handle/${course.id}`;
    return { ...course, linkurl, linkhash: course.id === 4 ? '0'.repeat(32) : linkhashOf(linkurl) };
  });
  type Course = (typeof courses)[number];
  const files: Record<string, unknown> = {
    'courses/latest': courses.toReversed(),
    providers: ['Uni A', 'Uni B', 'Uni C'].map((name, at) => ({
      id: at + 1,
      name,
      external_id: `${at + 30}`,
      course_count: courses.filter(({ provider }) => provider === at + 1).length,
      course_count_merlot: 0,
    })),
    languages: ['English', 'French', 'Portuguese'],
    categories: [
      ['Engineering', '2512', [{ name: 'Civil Engineering', category_id: '2513', course_count: 2 }]],
      ['Life Sciences', '2605', [{ name: 'Botany', category_id: '2620', course_count: 2 }]],
      ['Law', '2512000', []],
    ].map(([name, category_id, children]) => ({ name, category_id, course_count: 2, children })),
  };
  for (const course of courses) files[`courses/view/${course.linkhash}`] = course;
  const list = (path: string, has: (course: Course) => boolean, more: object = {}) => {
    const results = courses.filter(has).map(({ linkhash, id, title, language, linkurl, author, categories_ids }) => {
      return { linkhash, title, language, id, linkurl, author, categories: categories_ids };
    });
    const page = { count: results.length, ...more };
    const address = `BASE/api/v1/${path}/`;
    const isPaged = results.length > 2;
    files[path] = { ...page, next: isPaged ? `${address}?page=2` : null, previous: null, results: results.slice(0, 2) };
    if (isPaged) files[`${path}/page/2`] = { ...page, next: null, previous: address, results: results.slice(2) };
  };
  for (const id of [1, 2, 3]) list(`providers/${id}/courses`, ({ provider }) => provider === id);
  for (const one of ['English', 'French', 'Portuguese'])
    list(`languages/${one}/courses`, ({ language }) => language.includes(one), { language: one });
  for (const [id, title] of Object.entries({
    2512: 'Engineering',
    2513: 'Civil Engineering',
    2605: 'Life Sciences',
    2620: 'Botany',
    2512000: 'Law',
  }))
    list(`categories/${id}`, ({ categories }) => categories.some((path) => path.includes(title)), { title });
  return Object.fromEntries(
    Object.entries(files).map(([path, value]) => [`api/v1/${path}/index.json`, JSON.stringify(value)]),
  );
}

describe('a service', () => {
  const site = siteForEach(async ({ folder, out }) => {
    writeSmallCatalog(join(folder, 'source'), 9);
    await runBuild({ data: join(folder, 'source'), out, chosen: published });
  });

  it('is recognized at every address that a user may type', async () => {
    for (const [at, rest] of ['', '/', '/api/v1/', '/api/v1/courses/latest/'].entries()) {
      const result = await serving(site.out, ({ base }) =>
        runImport(`${base}${rest}`, join(site.folder, `data-${at}`)),
      );
      expect([result.format, result.plan.added.length, result.isComplete]).toEqual(['service', 9, true]);
    }
  });

  const cut = (text: string) => text.slice(0, text.length / 2);
  const json = (response: ServerResponse, value: unknown) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof value === 'string' ? value : JSON.stringify(value));
    return true;
  };
  const list = '/api/v1/providers/1/courses/';
  /** Answers requests for paths that begin so. */
  const at =
    (start: string, answer: (response: ServerResponse, base: string, path: string) => unknown): Meddle =>
    (path, response, base) => {
      if (!path.startsWith(start)) return false;
      answer(response, base, path);
      return true;
    };
  const sending =
    (status: number, headers = {}, text = '') =>
    (response: ServerResponse) =>
      response.writeHead(status, headers).end(text);
  const redirecting = (location: string) => sending(302, { location });
  const upgrade = 'HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
  const results = [{ linkhash: 'x' }];
  const view = '/api/v1/courses/view/';
  const nextOf = (path: string) => `${list}?page=${Number(/\d+$/u.exec(path)?.[0] ?? 1) + 1}`;
  const hostile: [string, Meddle, RegExp][] = [
    [
      'a truncated list',
      at(list, (response) => json(response, cut('{"count":4,"results":[{"linkhash":"'))),
      /is not JSON/u,
    ],
    [
      'an object in place of the providers',
      at('/api/v1/providers/', (response) => json(response, {})),
      /expected a JSON array/u,
    ],
    [
      'a list whose next page is itself',
      at(list, (response, base) => json(response, { count: 4, next: `${base}${list}`, results })),
      /cannot be read to its end/u,
    ],
    [
      'a list that never ends',
      at(list, (response, base, path) => json(response, { count: 2, next: base + nextOf(path), results })),
      /cannot be read to its end/u,
    ],
    ['an invalid course', at(view, (response) => json(response, [])), /expected a course with a linkurl/u],
    [
      'courses without any fields',
      at(view, (response) => json(response, { linkurl: 'x' })),
      /holds no record that can be a course \(.*no title/u,
    ],
    ['a failing list', at(list, sending(500)), /answered 500/u],
    ['a missing list', at(list, sending(404)), /answered 404/u],
    ['a dropped list', at(list, (response) => response.destroy()), /no answer/u],
    ['a status that HTTP does not know', at(list, sending(999)), /answered 999/u],
    [
      'a change of protocol',
      at(list, (response) => response.socket?.end(upgrade)),
      /no answer: the connection was closed/u,
    ],
    [
      'a redirect with a password',
      at(list, redirecting('http://user:secret@a.example/')),
      /redirects to "http:\/\/a\.example\/", which contains a user name or password/u,
    ],
    [
      'endless redirects',
      at(view, (response, _, path) => redirecting(`${path}x`)(response)),
      /has more than 5 redirects/u,
    ],
    ['a redirect to another private address', at(list, redirecting('http://[::1]:1/')), /private network/u],
    ['a redirect to a metadata service', at(list, redirecting('http://169.254.169.254/latest/')), /private network/u],
    [
      'a robots.txt that forbids it',
      at('/robots.txt', sending(200, {}, 'User-agent: *\nDisallow: /api/')),
      /import-robots/u,
    ],
    ['badly compressed bytes', at(list, sending(200, { 'content-encoding': 'gzip' }, 'no gzip')), /no answer/u],
  ];
  it.each(hostile)('with %s leaves the catalog as it was', async (_, meddle, reason) => {
    writeFiles(site.data, { 'providers.json': '[]', 'categories.json': '[]' });
    const before = snapshot(site.data);
    const [problem] = await serving(
      site.out,
      ({ base }) => problemsOf(runImport(`${base}/api/v1/`, site.data)),
      meddle,
    );
    expect(problem).toMatch(reason);
    expect(snapshot(site.data)).toEqual(before);
  });

  it('that changed a list while it was read is asked for the list once more', async () => {
    let times = 0;
    const changing: Meddle = (path, response) =>
      path === list && (times += 1) === 1 && json(response, { count: 7, next: null, results: [] });
    const result = await serving(site.out, ({ base }) => runImport(base, site.data), changing);
    expect([times, result.isComplete, result.plan.added.length]).toEqual([2, true, 9]);
  });

  it('that has a course twice in a list is whole, whichever of the two numbers it counts', async () => {
    const repeating: Meddle = (path, response) => {
      const file = join(site.out, path, 'index.json');
      if (!path.startsWith('/api/v1/providers/1/courses/') || !existsSync(file)) return false;
      const page: { results: unknown[] } = readJsonSync(file);
      return json(response, { ...page, results: [...page.results, page.results[0]] });
    };
    const result = await serving(site.out, ({ base }) => runImport(base, site.data, { prune: true }), repeating);
    expect([result.isComplete, result.plan.removesMissing, result.plan.added.length]).toEqual([true, true, 9]);
  });

  it('with courses that have no provider is searched for them, and a provider is asked for', async () => {
    const name = 'English';
    const hash = linkhashOf('https://x.example/none');
    const course = { ...noProvider, linkhash: hash, linkurl: 'https://x.example/none', language: [name] };
    const meddle: Meddle = (path, response) => {
      if (path === '/api/v1/languages/') return json(response, [name, 'Klingonese']);
      if (path === `/api/v1/languages/${name}/courses/`)
        return json(response, { count: 2, next: null, results: [{ linkhash: hash }, { linkhash: 'gone' }] });
      return path === `/api/v1/courses/view/${hash}/` && json(response, course);
    };
    await serving(
      site.out,
      async ({ base }) => {
        const [problem] = await problemsOf(runImport(base, site.data));
        expect(problem).toBe(`value-missing: 1 course has no provider: ${base}/api/v1/courses/view/${hash}/ "None"`);
        const result = await runImport(base, site.data, { provider: 'P' });
        expect([result.plan.added.length, result.isComplete]).toEqual([10, true]);
        expect(notesOf(result)).toEqual(['1 course in the list of a language that is not there']);
      },
      meddle,
    );
  });

  it('with a broken list of a language and a listed course that is gone is imported, but nothing is considered gone', async () => {
    const meddle: Meddle = (path, response) => {
      if (path === '/api/v1/languages/') return json(response, ['English']);
      if (path.startsWith('/api/v1/languages/')) return json(response, '<html>Please log in</html>');
      return (
        path.startsWith('/api/v1/providers/2/') &&
        json(response, { count: 1, next: null, results: [{ linkhash: 'gone' }] })
      );
    };
    const result = await serving(site.out, ({ base }) => runImport(base, site.data, { prune: true }), meddle);
    expect([result.isComplete, result.plan.removesMissing]).toEqual([false, false]);
    expect(notesOf(result)).toEqual(
      expect.arrayContaining([
        '1 course in the list of a provider that is not there',
        '1 list of a language that cannot be read',
      ]),
    );
  });

  it('of more courses than an import requests is imported in part, and nothing is considered gone', async () => {
    const limited = { prune: true, maxRequests: 11 };
    const result = await serving(site.out, ({ base }) => runImport(`${base}/api/v1/`, site.data, limited));
    expect([result.isComplete, result.plan.removesMissing]).toEqual([false, false]);
    expect(notesOf(result)).toContain('7 course after 11 requests, the most of an import');
    expect(recordsIn(site.folder)).toHaveLength(2);
  });

  it('whose course has a new address keeps its id, even if another id was given to it here', async () => {
    writeFiles(site.data, {
      'courses/mine.ndjson': `${JSON.stringify({ ...smallCourse(3), title: 'Mine', linkurl: 'mine' })}\n`,
      'providers/mine.ndjson': '{"id":1,"name":"Provider 1"}\n{"id":2,"name":"Provider 2"}\n',
      'categories/mine.csv': 'id,name,parent\n10,Science,\n11,Physics,10\n',
    });
    const importSite = () => serving(site.out, ({ base }) => runImport(base, site.data));
    await importSite();
    const before = recordsIn(site.folder).map(({ id, title }) => [id, title]);
    expect(before).toContainEqual([10, smallCourse(3).title]);
    const catalog = smallCatalog(9);
    const courses = catalog.courses.map((one) => ({ ...one, linkurl: `${one.linkurl}/new` }));
    writeCatalog(join(site.folder, 'source'), { ...catalog, courses }, oneFileEach);
    await runBuild({ data: join(site.folder, 'source'), out: site.out, chosen: published });
    rmSync(join(site.folder, '.data.import'), { recursive: true });
    await importSite();
    expect(recordsIn(site.folder).map(({ id, title }) => [id, title])).toEqual(before);
  });

  it('that counts more courses than it has is imported, but nothing is considered gone', async () => {
    const lying: Meddle = (path, response) =>
      path.startsWith('/api/v1/providers/2/') && json(response, { count: 7, next: null, results: [] });
    await serving(site.out, ({ base }) => runImport(base, site.data));
    rmSync(join(site.folder, '.data.import'), { recursive: true });
    const result = await serving(site.out, ({ base }) => runImport(base, site.data, { prune: true }), lying);
    expect([result.isComplete, result.plan.removesMissing]).toEqual([false, false]);
    expect(notesOf(result)).toContain('2 courses that a list counts but does not have, or the other way round');
    expect(recordsIn(site.folder)).toHaveLength(9);
  });
});

let folder = '';
siteForEach((site) => void ({ folder } = site));

const given: Chosen = { provider: 'P', language: 'English' };

describe('a sitemap', () => {
  const course = (name: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Course', name })}</script>`;
  const map = (...addresses: string[]) =>
    `<urlset>${addresses.map((one) => `<url><loc>\n  ${one}\n</loc></url>`).join('')}</urlset>`;
  const index = (...addresses: string[]) =>
    `<sitemapindex>${addresses.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('')}</sitemapindex>`;
  /** A crawl of `sitemap.xml`. */
  const crawl = (files: Record<string, string | Uint8Array>, chosen: Chosen = {}) =>
    importServed(folder, files, 'sitemap.xml', { ...given, ...chosen });
  const titles = () => recordsIn(folder).map(({ title }) => title);

  it('is read with the sitemaps that it lists, on the same host only', async () => {
    const { result } = await crawl({
      'sitemap.xml': index('BASE/one.xml', 'BASE/two.xml'),
      'one.xml': map('BASE/a', 'BASE/none', 'https://other.example/x', 'ftp://127.0.0.1/x', 'https://u:secret@[BASE/x'),
      'two.xml': map('BASE/b', 'BASE/plain', 'BASE/a'),
      a: course('A'),
      b: course('B'),
      plain: '<html></html>',
    });
    expect(titles()).toEqual(['A', 'B']);
    expect(result.isComplete).toBe(false);
    expect(notesOf(result).slice(0, 3)).toEqual([
      '3 address on another host in a sitemap',
      '1 page that is not there',
      '1 page that describes no course',
    ]);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('says where the data of a page are no JSON, and is not whole then', async () => {
    const { base, result } = await crawl({
      'sitemap.xml': map('BASE/a', 'BASE/b', 'BASE/c'),
      a: course('A'),
      b: `${course('B')}\n<script type="application/ld+json">\n{"@type":"Course",}</script>`,
      c: '<html>\n<script type="application/ld+json">{"@type":"Course",}</script>',
    });
    expect([titles(), result.isComplete]).toEqual([['A', 'B'], false]);
    const fault = 'expected a field name in double quotes (is there an extra comma before it?)';
    expect(result.skipped.map(({ reason, examples }) => [reason, ...examples])).toEqual([
      ['invalid JSON-LD', `${base}/b:3:19 ${fault}`],
      ['page that cannot be read', `${base}/c:2:54 has invalid JSON-LD: ${fault}`],
    ]);
  });

  it('in the place of a sitemap in a list is not followed further', async () => {
    const { result, log } = await crawl({
      'sitemap.xml': index('BASE/one.xml', 'BASE/two.xml'),
      'one.xml': index('BASE/three.xml', 'BASE/sitemap.xml'),
      'two.xml': map('BASE/a'),
      a: course('A'),
    });
    expect([result.isComplete, log.includes('/three.xml')]).toEqual([false, false]);
    expect(notesOf(result)).toContain('1 list of sitemaps in another, which sitemaps.org forbids');
  });

  it('is read without the pages and sitemaps that its host forbids or fails to send, and is not whole then', async () => {
    writeFiles(join(folder, 'site'), { 'robots.txt': 'User-agent: *\nDisallow: /forbidden', a: course('A') });
    const texts = (base: string): Record<string, string> => ({
      '/sitemap.xml': index('BASE/none.xml', 'BASE/forbidden.xml', 'BASE/one.xml', 'BASE/broken.xml'),
      '/one.xml': map('BASE/forbidden', 'BASE/500', 'BASE/a').replaceAll('BASE', base),
      '/broken.xml': '<urlset><url>',
    });
    const result = await serving(
      join(folder, 'site'),
      ({ base }) => runImport(`${base}/sitemap.xml`, join(folder, 'data'), { ...given, prune: true }),
      (path, response, base) => {
        const text = texts(base)[path]?.replaceAll('BASE', base);
        if (path === '/500') response.writeHead(500);
        return (text !== undefined || path === '/500') && Boolean(response.end(text));
      },
    );
    expect([titles(), result.isComplete, result.plan.removesMissing]).toEqual([['A'], false, false]);
    expect(notesOf(result).slice(0, 2)).toEqual(['3 sitemap that cannot be read', '2 page that cannot be read']);
  });

  it('of more pages than an import requests is read in part, says so, and removes nothing with --prune', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const pages = Object.fromEntries(names.map((name) => [name, course(name)]));
    const files = { ...pages, 'sitemap.xml': map(...names.map((name) => `BASE/${name}`)) };
    await crawl(files);
    const { result, log } = await crawl(files, { maxRequests: 6, prune: true });
    expect(log).toHaveLength(7);
    expect([result.isComplete, result.plan.removesMissing, recordsIn(folder).length]).toEqual([false, false, 25]);
    expect(notesOf(result)).toContain('15 page after 6 requests, the most of an import');
  });

  it('whose sitemaps list more addresses than are remembered is read in part, says so, and removes nothing', async () => {
    const files = {
      'sitemap.xml': index('BASE/one.xml', 'BASE/two.xml', 'BASE/three.xml'),
      'one.xml': map('BASE/a', 'BASE/b'),
      'two.xml': map('BASE/c'),
      'three.xml': map('BASE/d'),
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, course(name)])),
    };
    await crawl(files);
    const { result, log } = await crawl(files, { maxAddresses: 2, prune: true });
    expect([result.isComplete, result.plan.removesMissing, log.includes('/d')]).toEqual([false, false, false]);
    expect(notesOf(result)).toEqual(['1 sitemap after 2 addresses', expect.stringContaining('no date')]);
    expect(titles().slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of more than 50,000 addresses is not cut', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `BASE/${at}`);
    const { result } = await crawl({ 'sitemap.xml': map(...names), 0: course('A') }, { maxRequests: 3, retries: 1 });
    expect(notesOf(result)).toContain('59998 page after 3 requests, the most of an import');
  });

  it.each([
    ['truncated', gzipSync(map('x')).subarray(0, 30)],
    ['damaged', gzipSync(map('x')).fill(7, 15, 25)],
    ['exploding', gzipSync(Buffer.alloc(65 * 1024 * 1024))],
  ])('that is %s gzip is refused', async (_, bytes) => {
    const importing = importServed(folder, { 'sitemap.xml.gz': bytes }, 'sitemap.xml.gz', given);
    expect(await problemsOf(importing)).toEqual(['import-source: is not gzip of at most 64 MB']);
  });

  it('without a page that has a course says why nothing can be imported', async () => {
    const importing = crawl({ 'sitemap.xml': map('BASE/x', 'BASE/y') });
    expect(await problemsOf(importing)).toEqual([
      expect.stringMatching(/holds no record that can be a course \(page that is not there, 2 times, first: .*\/x\)/u),
    ]);
  });
});

describe('a list of many pages', () => {
  const page = (at: number, next: unknown, more: object = {}) =>
    JSON.stringify({
      pagination: { next },
      results: [{ id: `course-v1:E+${at}`, name: `N${at}`, org: 'E', blocks_url: 'https://a.example/', ...more }],
    });
  /** A list of pages of 1 MB; `seen` is called with the number of each. */
  const endless =
    (seen: (at: number) => void): Meddle =>
    (path, response, base) => {
      const at = Number(new URL(path, base).searchParams.get('p') ?? 0);
      seen(at);
      const text = page(at, `${base}/list?p=${at + 1}`, { padding: 'x'.repeat(1024 ** 2) });
      return path !== '/robots.txt' && Boolean(response.end(text));
    };
  const memory = () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024 ** 2;
  };

  it('that never ends is read up to the limit, and takes no memory', async () => {
    const used: number[] = [];
    const { isComplete, skipped } = await serving(
      folder,
      ({ base }) => runImport(`${base}/list`, join(folder, 'data'), { ...given, maxRequests: 50 }),
      endless((at) => at % 45 === 0 && used.push(memory())),
    );
    expect((used.at(-1) ?? 0) - (used[0] ?? 0)).toBeLessThan(10);
    expect([isComplete, skipped.map(({ reason }) => reason)]).toEqual([
      false,
      ['page after 50 requests, the most of an import'],
    ]);
    expect(recordsIn(folder)).toHaveLength(50);
    expect(readdirSync(join(folder, '.data.import/list')).filter((name) => name.startsWith('records'))).toEqual([]);
  });

  let hours = 0;
  const clock = { now: () => hours * 3_600_000, pause: async () => {} };
  it.each<[string, Chosen]>([
    ['5.0 MB of responses', { maxTotalBytes: 5e6 }],
    ['5.0 MB of records', { maxRecordBytes: 5e6 }],
    ['24 hours', { clock }],
  ])('is read up to a limit of %s, says so, and removes nothing with --prune', async (limit, chosen) => {
    await serving(
      folder,
      async ({ base, log }) => {
        const importing = (options: Chosen) =>
          runImport(`${base}/list`, join(folder, 'data'), { ...given, maxRequests: 8, ...options });
        await importing({});
        const before = snapshot(join(folder, 'data'));
        const [start] = [log.length, (hours = 0)];
        const result = await importing({ ...chosen, prune: true });
        expect(log.slice(start)).toHaveLength(6);
        expect([result.isComplete, result.plan.removesMissing, notesOf(result)[0]]).toEqual([
          false,
          false,
          `1 page after ${limit}`,
        ]);
        expect([result.hasWritten, snapshot(join(folder, 'data'))]).toEqual([false, before]);
      },
      endless(() => (hours += 4.5)),
    );
  });

  const notWeb = 'is not an http or https address';
  it.each([
    [notWeb, 'file:///etc/passwd'],
    [notWeb, 'javascript:alert(1)'],
    [notWeb, 'data:application/json,{}'],
    ['contains a user name or password, which would be logged and published', 'https://user:secret@a.example/x'],
    ['is longer than 8192 characters', `/${'x'.repeat(9000)}`],
  ])('whose next page %s is refused, without naming a password', async (finding, next) => {
    const importing = importServed(folder, { list: page(1, next) }, 'list', given);
    const error: unknown = await importing.catch((reason: unknown) => reason);
    expect(await problemsOf(Promise.reject(error))).toEqual([`import-address: ${finding}`]);
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});
