// The preview of HTML pages, and the browser that shows them: every way in which starting it can fail is reported.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../../src/preview/browser.ts';
import { ask } from './ask.ts';
import { siteInTest, type Site } from './site.ts';
import { until } from './until.ts';

it('a preview of a site with an HTML page serves that page at the root', async () => {
  const site = await siteInTest({ files: { 'index.html': '<h1>Courses</h1>' } });
  const answer = await ask(site.url, '/?from=mail');
  expect(answer).toMatchObject({ status: 200, text: '<h1>Courses</h1>' });
  expect(answer.headers['content-type']).toBe('text/html; charset=UTF-8');
});

describe('the preview of HTML pages', () => {
  const pages = { 'index.html': '<h1>Courses</h1>', 'docs/index.html': '<h1>Docs</h1>' };
  const policyAt = async (site: Site, path: string) => (await ask(site.url, path)).headers['content-security-policy'];

  it('sends the policy of published pages with those of the build only', async () => {
    const site = await siteInTest({ chosen: { pages: true }, files: { 'guide.html': '<h1>Guide</h1>' } });
    for (const path of ['/', '/index.html', '/docs/', '/docs/?a', '//docs/index.html']) {
      expect(await policyAt(site, path), path).toMatch(/^default-src 'none'; .*; frame-ancestors 'none'$/u);
    }
    for (const path of ['/guide.html', '/feed.xml', '/api/v1/', '/docs']) {
      expect(await policyAt(site, path), path).toBeUndefined();
    }
  });

  it("sends no policy with the user's own front page", async () => {
    const site = await siteInTest({ chosen: { pages: true }, files: { 'index.html': '<h1>Courses</h1>' } });
    for (const path of ['/', '/index.html']) expect(await policyAt(site, path), path).toBeUndefined();
    expect(await policyAt(site, '/docs/')).toContain("default-src 'none'");
  });

  it("sends no policy with the user's own pages in a build without pages", async () => {
    const site = await siteInTest({ files: pages });
    for (const path of ['/', '/docs/']) expect(await policyAt(site, path)).toBeUndefined();
  });
});

const script = (code: string, url: string) => spawn(process.execPath, ['--eval', code, url]);

it('the preview of a build with a path shows the page for missing addresses with its style and its links', async () => {
  const site = await siteInTest({ chosen: { pages: true, host: 'nginx', baseUrl: 'https://example.org/a/b' } });
  const { status, text } = await ask(site.url, '/none.html');
  expect(status).toBe(404);
  const links = [...text.matchAll(/(?:href|src|action)="(\/[^"#]*)/gu)].map(([, path = '']) => path);
  expect(links).toContain('/pages.css');
  for (const path of links) expect((await ask(site.url, path)).status, path).toBe(200);
});

it("a user's own sitemap is no course page", async () => {
  const site = await siteInTest({ files: { 'sitemap.xml': '<urlset/>', 'courses/index.html': '<h1>Ours</h1>' } });
  expect((await ask(site.url, '/courses/')).headers['content-security-policy']).toBeUndefined();
});

describe('a browser', () => {
  it.each<[string, (url: string) => Promise<ChildProcess>, RegExp]>([
    ['cannot be started without a launcher', () => started(spawn('/nowhere/xdg-open')), /ENOENT/u],
    ['fails before it runs', async () => spawn('/nowhere/xdg-open'), /ENOENT/u],
    ['is not found by its launcher', async (url) => script('process.exit(3)', url), /^its launcher exited with 3$/u],
    ['exits while it is waited for', (url) => ended(script('process.exit(4)', url)), /^its launcher exited with 4$/u],
    ['is not supported on this system', () => Promise.reject(new Error('no such system')), /^no such system$/u],
  ])('that %s is reported once', async (_, start, reason) => {
    const reasons: string[] = [];
    await openBrowser('http://127.0.0.1:1', (one) => reasons.push(one), start);
    await until(() => reasons.length > 0);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });

  it('that starts is not reported', async () => {
    const reasons: string[] = [];
    const children: ChildProcess[] = [];
    await openBrowser(
      'http://127.0.0.1:1',
      (one) => reasons.push(one),
      async (url) => {
        const child = script('if (process.argv[1] !== "http://127.0.0.1:1") process.exit(1)', url);
        children.push(child);
        return child;
      },
    );
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0]);
    expect(reasons).toEqual([]);
  });
});

/** As `open` returns it: a promise of a running process. */
async function started(child: ChildProcess): Promise<ChildProcess> {
  await once(child, 'spawn');
  return child;
}

/** As `open` returns it on Windows. */
async function ended(child: ChildProcess): Promise<ChildProcess> {
  await once(child, 'close');
  return child;
}
