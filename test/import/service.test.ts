// Importing a running service: what is read, and that no response of a host does harm.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { siteForEach } from '../build/each-site.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { smallCatalog, smallCourse, writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../fixture.ts';
import { snapshot, writeFiles } from '../folders.ts';
import { problemsOf, recordsIn, notesOf, runImport, samples } from './imported.ts';
import { serving, type Meddle } from './served.ts';

const noProvider = {
  id: 99,
  title: 'None',
  provider: null,
  categories: [],
  categories_ids: [],
  date_published: '2020-01-01',
};

const chosen: Partial<Chosen> = { baseUrl: 'https://courses.example.org', pageSize: 2 };

describe.skipIf(!existsSync(samples))(`the service that the interface was derived from (needs ${samples})`, () => {
  it('is read with its two id spaces, its field names and its wrong hashes', async ({ folder }) => {
    const result = await serving(join(samples, 'service-ocwc'), ({ base }) =>
      runImport(`${base}/api/v1/`, join(folder, 'data')),
    );
    expect(recordsIn(folder)).toMatchObject([
      { id: 1, categories: [2512001], language: ['Portuguese'], date_published: '2011-06-08T20:00:00' },
      { id: 2, categories: [2513, 2512], catalog_id: 84123 },
      { id: 3, categories: [2620] },
      { id: 4, categories: [2620], author: 'V. Makokha; J. Khalagai', provider: 2 },
    ]);
    expect(snapshot(join(folder, 'data')).get('categories/list.csv')).toContain(
      '2512001,"Linear Programming / Optimisation",2513\n',
    );
    expect(recordsIn(folder, 'providers/list.ndjson')).toHaveLength(3);
    expect(notesOf(result)).toEqual(['1 linkhash that is not the MD5 of linkurl: its address will change']);
  });
});

describe('a service', () => {
  const site = siteForEach(async ({ folder, out }) => {
    writeSmallCatalog(join(folder, 'source'), 9);
    await runBuild({ data: join(folder, 'source'), out, chosen });
  });

  it('is recognized at every address that a user may type', async () => {
    for (const [at, rest] of ['', '/', '/api/v1/', '/api/v1/courses/latest/'].entries()) {
      const result = await serving(site.out, ({ base }) =>
        runImport(`${base}${rest}`, join(site.folder, `data-${at}`)),
      );
      expect([result.format, result.plan.added.length, result.isWhole]).toEqual(['service', 9, true]);
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
    ['an object in place of the providers', at('/api/v1/providers/', (response) => json(response, {})), /is no list/u],
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
    ['an invalid course', at(view, (response) => json(response, [])), /is no course/u],
    [
      'courses without any fields',
      at(view, (response) => json(response, { linkurl: 'x' })),
      /holds no record that can be a course \(.*no title/u,
    ],
    ['a failing list', at(list, sending(500)), /answered 500/u],
    ['a missing list', at(list, sending(404)), /answered 404/u],
    ['a dropped list', at(list, (response) => response.destroy()), /no answer/u],
    ['a status that HTTP does not know', at(list, sending(999)), /no answer: .*status/u],
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
    expect([times, result.isWhole, result.plan.added.length]).toEqual([2, true, 9]);
  });

  it('that has a course twice in a list is whole, whichever of the two numbers it counts', async () => {
    const repeating: Meddle = (path, response) => {
      const file = join(site.out, path, 'index.json');
      if (!path.startsWith('/api/v1/providers/1/courses/') || !existsSync(file)) return false;
      const page: { results: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
      return json(response, { ...page, results: [...page.results, page.results[0]] });
    };
    const result = await serving(site.out, ({ base }) => runImport(base, site.data, { prune: true }), repeating);
    expect([result.isWhole, result.plan.prunes, result.plan.added.length]).toEqual([true, true, 9]);
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
        expect(problem).toBe(`value-missing: 1 course has no provider: ${base}/api/v1/courses/view/${hash}/`);
        const result = await runImport(base, site.data, { provider: 'P' });
        expect([result.plan.added.length, result.isWhole]).toEqual([10, true]);
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
    expect([result.isWhole, result.plan.prunes]).toEqual([false, false]);
    expect(notesOf(result)).toEqual(
      expect.arrayContaining([
        '1 course in the list of a provider that is not there',
        '1 list of a language that cannot be read',
      ]),
    );
  });

  it('of more courses than --max-requests is imported in part, and nothing is considered gone', async () => {
    const limited = { prune: true, maxRequests: 11 };
    const result = await serving(site.out, ({ base }) => runImport(`${base}/api/v1/`, site.data, limited));
    expect([result.isWhole, result.plan.prunes]).toEqual([false, false]);
    expect(notesOf(result)).toContain('7 course after 11 requests, as many as --max-requests allows');
    expect(recordsIn(site.folder)).toHaveLength(2);
  });

  it('whose course has a new address keeps its id, even if another id was given to it here', async () => {
    writeFiles(site.data, {
      'courses/mine.ndjson': `${JSON.stringify({ ...smallCourse(3), title: 'Mine', linkurl: 'mine' })}\n`,
      'providers/mine.ndjson': '{"id":1,"name":"Provider 1"}\n{"id":2,"name":"Provider 2"}\n',
      'categories/mine.csv': 'id,name,parent\n10,Science,\n11,Physics,10\n',
    });
    const importSite = () => serving(site.out, ({ base }) => runImport(base, site.data, { overwrite: true }));
    await importSite();
    const before = recordsIn(site.folder).map(({ id, title }) => [id, title]);
    expect(before).toContainEqual([10, smallCourse(3).title]);
    const catalog = smallCatalog(9);
    const courses = catalog.courses.map((one) => ({ ...one, linkurl: `${one.linkurl}/new` }));
    writeCatalog(join(site.folder, 'source'), { ...catalog, courses }, oneFileEach);
    await runBuild({ data: join(site.folder, 'source'), out: site.out, chosen });
    rmSync(join(site.folder, '.data.import'), { recursive: true });
    await importSite();
    expect(recordsIn(site.folder).map(({ id, title }) => [id, title])).toEqual(before);
  });

  it('that counts more courses than it has is imported, but nothing is considered gone', async () => {
    const lying: Meddle = (path, response) =>
      path.startsWith('/api/v1/providers/2/') && json(response, { count: 7, next: null, results: [] });
    await serving(site.out, ({ base }) => runImport(base, site.data));
    rmSync(join(site.folder, '.data.import'), { recursive: true });
    const result = await serving(
      site.out,
      ({ base }) => runImport(base, site.data, { prune: true, overwrite: true }),
      lying,
    );
    expect([result.isWhole, result.plan.prunes]).toEqual([false, false]);
    expect(notesOf(result)).toContain('2 courses that a list counts but does not have, or the other way round');
    expect(recordsIn(site.folder)).toHaveLength(9);
  });
});
