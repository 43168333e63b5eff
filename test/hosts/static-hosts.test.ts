// Hosts without an available engine, imitated from their documents and sources; and the files of all hosted presets.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressPatterns, isParameter } from '../../src/api/address-patterns.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildFor } from './build-for.ts';
import { githubPagesHost } from './engines/github-pages.ts';
import { gitlabPagesHost } from './engines/gitlab-pages.ts';
import { withHost, type Plan } from './engines/hosted.ts';
import { ask } from './servers/ask.ts';
import { siteOn } from './site.ts';
import { formats } from '../../src/outputs/rows.ts';

/** The findings of verify for both: neither reads a query, headers or methods, types every file, or has a 404 in JSON. */
const limits = [
  'next-by-path',
  'unknown-body',
  'page-query',
  'page-unknown',
  'vary',
  'allow',
  'options',
  'methods',
  'methods-body',
  'formats',
];

const engines = [
  { host: 'github-pages', serve: githubPagesHost },
  { host: 'gitlab-pages', serve: gitlabPagesHost },
] as const;

describe.each(engines)('a build for $host', ({ host, serve }) => {
  const plans: Plan[] = ['', '/courses'].map((prefix) => ({ host, serve, prefix }));

  it.each(plans)('below "$prefix" conforms, except for what the host cannot do', async (plan) => {
    const report = await withHost(plan, async ({ baseUrl }) => verified(baseUrl));
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(limits);
  });

  it.each(plans)(
    'below "$prefix" redirects to the trailing slash, and is readable by pages of every origin',
    async (plan) => {
      await withHost(plan, async ({ baseUrl }) => {
        const path = `${plan.prefix}/api/v1/providers`;
        const { status, headers } = await ask(baseUrl, { path });
        expect([301, 302]).toContain(status);
        expect(headers.get('location')?.endsWith(`${path}/`)).toBe(true);
        const read = await ask(baseUrl, { path: `${path}/`, headers: { Origin: 'https://example.org' } });
        expect(read.headers.get('access-control-allow-origin')).toBe('*');
      });
    },
  );

  it('with the wrong form of links does not conform, and verify names the right one', async () => {
    const plan: Plan = { host, serve, prefix: '', chosen: { pageLinks: 'query' } };
    const report = await withHost(plan, async ({ baseUrl }) => verified(baseUrl));
    expect(report.ok).toBe(false);
    expect(report.advice[0]).toContain('--page-links path');
  });
});

const patterns = addressPatterns().map(({ segments }) =>
  segments.map((segment) => (isParameter(segment) ? '*' : segment)).join('/'),
);

/** The addresses in a host's file, with a star for every dialect's placeholder; without an index file and without a final star. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/:[a-z]+|\$\w+|\(\[\^\/\]\+\)|\[\^\/\]\+/gu, '*');
  const found = [...plain.matchAll(/api\/v1(?:\/(?:\w+(?!\w*\.)|\*))*/gu)].map(([address]) => address);
  return found.map((address) => (patterns.includes(address) ? address : address.replace(/\/\*$/u, '')));
}

/** The files of the presets, below a path and without one. */
const presets = hostNames.map((name) => {
  const host: Host = hosts[name];
  const { files, budget } = host;
  const written = ['', '/catalog'].map((prefix) =>
    files(siteOn(host, { baseUrl: `https://example.org${prefix}`, prefix })),
  );
  return { name, written, most: budget.find(({ measure }) => measure === 'rules')?.most };
});

describe('the files of the preset', () => {
  // Servers have patterns of their own; Azure maps no addresses; GitHub and http-server read no file of ours.
  const others = new Set<HostName>(['nginx', 'apache', 'caddy', 'azure', 'github-pages', 'http-server']);
  const naming = presets.filter(({ name }) => !others.has(name));

  it.each(naming)('$name list addresses, all of them in the route table', ({ written }) => {
    const named = written.flat().flatMap(({ text }) => addressesIn(text));
    const known = (address: string) => patterns.some((pattern) => `${pattern}/`.startsWith(`${address}/`));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((address) => !known(address))).toEqual([]);
  });

  const counted = presets.flatMap(({ most, ...preset }) => (most === undefined ? [] : [{ ...preset, most }]));

  it.each(counted)('$name have at most half as many rules as the host allows', ({ written, most }) => {
    for (const files of written) {
      const rules = files.reduce((sum, file) => sum + (file.rules ?? 0), 0);
      expect(rules).toBeGreaterThan(0);
      expect(rules).toBeLessThanOrEqual(most / 2);
    }
  });

  it('are counted if the host limits them', () => {
    const limited = ['netlify', 'cloudflare', 'cloudflare-static', 'vercel', 'gitlab-pages'];
    expect(counted.map(({ name }) => name)).toEqual(limited);
  });

  const inJson = presets.flatMap(({ name, written }) => {
    const texts = written.flat().filter(({ path }) => path.endsWith('.json'));
    return texts.map(({ path, text }) => ({ name, path, text }));
  });

  it.each(inJson)('$name are valid JSON if they are named so: $path', ({ text }) => {
    expect(JSON.parse(text)).toBeInstanceOf(Object);
  });

  it('are JSON on five hosts', () => {
    const names = ['cloudflare', 'vercel', 's3-cloudfront', 'firebase', 'azure'];
    expect([...new Set(inJson.map(({ name }) => name))]).toEqual(names);
  });
});

/** Hosts that send headers, and read a file of ours for it. */
const instructed = hostNames.filter((name) => hosts[name].can.headers !== 'no' && name !== 'http-server');

describe.each(instructed)('the files of the preset %s', (name) => {
  const { files, pageLinks, indexFile }: Host = hosts[name];
  const textOf = (site: boolean) =>
    files({
      baseUrl: 'https://example.org',
      prefix: '',
      pageLinks,
      indexFile,
      site,
      formats,
      frontPage: site,
      coursePages: false,
      dumps: false,
      pack: false,
      out: 'dist',
    })
      .map(({ text }) => text)
      .join('\n');

  it.each(["frame-ancestors 'none'", 'no-referrer', 'immutable'])(
    'set %s for HTML pages, and do not mention it in a build without them',
    (args) => {
      expect(textOf(true)).toContain(args);
      expect(textOf(false)).not.toContain(args);
    },
  );
});

describe.each(['netlify', 'vercel', 'gitlab-pages'] as const)('the rules of the preset %s', (name) => {
  it('name every address of the route table', () => {
    const { files, pageLinks, indexFile }: Host = hosts[name];
    const site = {
      baseUrl: 'https://example.org',
      prefix: '',
      pageLinks,
      indexFile,
      site: true,
      formats,
      frontPage: true,
      coursePages: false,
      dumps: false,
      pack: false,
      out: 'dist',
    };
    const named = new Set(files(site).flatMap(({ text }) => addressesIn(text)));
    expect(patterns.filter((pattern) => !named.has(pattern))).toEqual([]);
  });
});

describe('the preset azure', () => {
  const configuration = z.strictObject({
    trailingSlash: z.literal('always'),
    mimeTypes: z.record(z.string(), z.literal('application/json')),
    globalHeaders: z.record(z.string(), z.string()),
    routes: z.array(z.strictObject({ route: z.string(), headers: z.record(z.string(), z.string()) })),
    responseOverrides: z.object({ 404: z.object({ rewrite: z.string() }) }),
  });

  it.each(['', '/catalog'])('below "%s" answers a missing resource with a file of the build', async (prefix) => {
    await inFolder(async (folder) => {
      const dist = join(folder, prefix);
      await buildFor({ host: 'azure', out: join(dist), baseUrl: `https://example.org${prefix}` });
      const text = readFileSync(join(dist, 'staticwebapp.config.json'), 'utf8');
      const { responseOverrides, mimeTypes } = configuration.parse(JSON.parse(text));
      expect(readFileSync(join(folder, responseOverrides[404].rewrite), 'utf8')).toBe('{"detail":"Not found."}\n');
      expect(Object.keys(mimeTypes)).toContain(extname(hosts.azure.indexFile));
      expect(text.length).toBeLessThan(20_000);
    });
  });

  it.each(['', '/catalog'])('below "%s" has rules for the site around the API', (prefix) => {
    const { files, pageLinks, indexFile } = hosts.azure;
    const site = { baseUrl: `https://example.org${prefix}`, prefix, pageLinks, indexFile, out: 'dist' };
    const routesOf = (pages: boolean) =>
      files({ ...site, formats, site: pages, frontPage: pages, coursePages: false, dumps: false, pack: false }).flatMap(
        ({ text }) => configuration.parse(JSON.parse(text)).routes,
      );
    const headersFor = (path: string) => {
      const fits = (route: string) => route === path || (route.endsWith('*') && path.startsWith(route.slice(0, -1)));
      return routesOf(true).find(({ route }) => fits(route))?.headers;
    };
    for (const page of ['/', '/index.html', '/docs/', '/docs/index.html']) {
      expect(headersFor(`${prefix}${page}`)).toMatchObject({
        'Content-Type': expect.stringMatching(/^text\/html/u),
        'Content-Security-Policy': expect.stringMatching(/; frame-ancestors 'none'$/u),
      });
    }
    expect(headersFor(`${prefix}/assets/a.js`)).toEqual({ 'Cache-Control': expect.stringContaining('immutable') });
    expect(headersFor(`${prefix}/feed.xml`)).toMatchObject({ 'Content-Type': 'application/atom+xml' });
    expect(headersFor(`${prefix}/api/v1/providers/`)).toBeUndefined();
    expect(routesOf(false).map(({ route }) => route)).toEqual(
      ['openapi.json', 'dcat.jsonld', '.well-known/api-catalog', 'schemas/*'].map((path) => `${prefix}/${path}`),
    );
  });
});
