// The preview of HTML pages: those of the build, and the user's own.
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { siteInTest, type Site } from './site.ts';

describe('a preview of a site with an HTML page', () => {
  it('serves that page at the root', async () => {
    const site = await siteInTest({ files: { 'index.html': '<h1>Courses</h1>' } });
    const answer = await ask(site.url, '/?from=mail');
    expect(answer).toMatchObject({ status: 200, text: '<h1>Courses</h1>' });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('the preview of HTML pages', () => {
  const pages = { 'index.html': '<h1>Courses</h1>', 'docs/index.html': '<h1>Docs</h1>' };
  const policyAt = async (site: Site, path: string) => (await ask(site.url, path)).headers['content-security-policy'];

  it('sends the policy of published pages with those of the build only', async () => {
    const site = await siteInTest({ chosen: { site: true }, files: { 'guide.html': '<h1>Guide</h1>' } });
    for (const path of ['/', '/index.html', '/docs/', '/docs/?a', '//docs/index.html']) {
      expect(await policyAt(site, path), path).toMatch(/^default-src 'none'; .*; frame-ancestors 'none'$/u);
    }
    for (const path of ['/guide.html', '/feed.xml', '/api/v1/', '/docs']) {
      expect(await policyAt(site, path), path).toBeUndefined();
    }
  });

  it("sends no policy with the user's own front page", async () => {
    const site = await siteInTest({ chosen: { site: true }, files: { 'index.html': '<h1>Courses</h1>' } });
    for (const path of ['/', '/index.html']) expect(await policyAt(site, path), path).toBeUndefined();
    expect(await policyAt(site, '/docs/')).toContain("default-src 'none'");
  });

  it("sends no policy with the user's own pages in a build without pages", async () => {
    const site = await siteInTest({ files: pages });
    for (const path of ['/', '/docs/']) expect(await policyAt(site, path)).toBeUndefined();
  });
});
