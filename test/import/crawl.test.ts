// Crawls: sitemaps and lists of many pages, their limits, and what hosts put in the place of addresses.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { snapshot, writeFiles } from '../folders.ts';
import { importServed, problemsOf, recordsIn, notesOf, runImport, type Chosen } from './imported.ts';
import { serving, type Meddle } from './served.ts';

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
    expect(result.isWhole).toBe(false);
    expect(notesOf(result).slice(0, 3)).toEqual([
      '3 address in a sitemap that is no page of its host',
      '1 page that is not there',
      '1 page that describes no course',
    ]);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('in the place of a sitemap in a list is not followed further', async () => {
    const { result, log } = await crawl({
      'sitemap.xml': index('BASE/one.xml', 'BASE/two.xml'),
      'one.xml': index('BASE/three.xml', 'BASE/sitemap.xml'),
      'two.xml': map('BASE/a'),
      a: course('A'),
    });
    expect([result.isWhole, log.includes('/three.xml')]).toEqual([false, false]);
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
    expect([titles(), result.isWhole, result.plan.prunes]).toEqual([['A'], false, false]);
    expect(notesOf(result).slice(0, 2)).toEqual(['3 sitemap that cannot be read', '2 page that cannot be read']);
  });

  it('of more pages than --max-requests is read in part, says so, and removes nothing with --prune', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const pages = Object.fromEntries(names.map((name) => [name, course(name)]));
    const files = { ...pages, 'sitemap.xml': map(...names.map((name) => `BASE/${name}`)) };
    await crawl(files);
    const { result, log } = await crawl(files, { maxRequests: 6, prune: true, overwrite: true });
    expect(log).toHaveLength(7);
    expect([result.isWhole, result.plan.prunes, recordsIn(folder).length]).toEqual([false, false, 25]);
    expect(notesOf(result)).toContain('15 page after 6 requests, as many as --max-requests allows');
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
    const { result, log } = await crawl(files, { maxAddresses: 2, prune: true, overwrite: true });
    expect([result.isWhole, result.plan.prunes, log.includes('/d')]).toEqual([false, false, false]);
    expect(notesOf(result)).toEqual(['1 sitemap after 2 addresses', expect.stringContaining('no date')]);
    expect(titles().slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of more than 50,000 addresses is not cut', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `BASE/${at}`);
    const { result } = await crawl({ 'sitemap.xml': map(...names), 0: course('A') }, { maxRequests: 3, retries: 1 });
    expect(notesOf(result)).toContain('59998 page after 3 requests, as many as --max-requests allows');
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
      'import-source: holds no record that can be a course (page that is not there, 2 times): nothing was changed',
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
    const { isWhole, leftOut } = await serving(
      folder,
      ({ base }) => runImport(`${base}/list`, join(folder, 'data'), { ...given, maxRequests: 50 }),
      endless((at) => at % 45 === 0 && used.push(memory())),
    );
    expect((used.at(-1) ?? 0) - (used[0] ?? 0)).toBeLessThan(10);
    expect([isWhole, leftOut.map(({ what }) => what)]).toEqual([
      false,
      ['page after 50 requests, as many as --max-requests allows'],
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
        expect([result.isWhole, result.plan.prunes, notesOf(result)[0]]).toEqual([
          false,
          false,
          `1 page after ${limit}`,
        ]);
        expect([result.hasWritten, snapshot(join(folder, 'data'))]).toEqual([false, before]);
      },
      endless(() => (hours += 4.5)),
    );
  });

  const notWeb = 'is no address of http or https';
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
