// The asset server of Cloudflare Pages serves builds for it, with and without a worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesWith, verified } from '../verify/verified.ts';
import { catalogFiles, catalogIn } from './build-for.ts';
import { cloudflareHost } from './engines/cloudflare.ts';
import { hostedBy } from './engines/hosted.ts';
import { brokenAnswers, prefixOf, probeAt, probes, type Probe, type Target, siteProbes } from './probes.ts';
import { ask } from './servers/ask.ts';

const flavors = [
  { prefix: '/catalog', indexFile: 'index.html', catalog: 'small' },
  { prefix: "/open%20data/caf%C3%A9/~a+b(c)/it's;x=1,@!", indexFile: 'index.json', catalog: 'odd' },
] as const;

/** Names with a meaning in a rule or a path, or encoded in one. */
const oddNames = ['English', 'C++', "'Are'are (x)", 'a=b, c', 'C&A', '$1', 'a;b@c!', '中文', 'page', 'index', 'x.html'];

const catalogs = { small: catalogFiles, odd: catalogIn(oddNames, 14) };

/** The limits that `verify` finds: none, or those of a host that ignores query and method. */
const limits = {
  cloudflare: [],
  'cloudflare-static': ['next-by-path', 'page-query', 'page-unknown', 'options', 'cors-headers', 'methods-body'],
} as const;

describe.each(['cloudflare', 'cloudflare-static'] as const)('a build for %s', (host) => {
  it.each(flavors)('of the $catalog catalog in $indexFile below "$prefix" conforms', async (flavor) => {
    const { prefix, indexFile, catalog } = flavor;
    const target = await hostedBy({
      host,
      prefix,
      serve: cloudflareHost,
      data: catalogs[catalog],
      chosen: { indexFile },
    });
    const { baseUrl, dist } = target;
    // Outside the API the asset server responds, and types the page for missing files as HTML.
    const requests = probes(target).filter(({ path }) => path !== `${prefix}/unknown`);
    const notFound = [readFileSync(join(dist, '404.json'), 'utf8')];
    const more = host === 'cloudflare' ? workerOnly(target, notFound) : [];
    const around = siteProbes(target);
    expect(await brokenAnswers(baseUrl, [...requests, ...othersOf(target, notFound), ...more, ...around])).toEqual([]);
    const path = `${prefix}/api/v1/providers/`;
    const tag = (await ask(baseUrl, { path })).headers.get('etag') ?? '';
    expect((await ask(baseUrl, { path, headers: { 'if-none-match': tag } })).status).toBe(304);
    const report = await verified(baseUrl, { against: dist });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(limits[host]);
  });
});

/** What both presets promise beyond the promises of all hosts. */
function othersOf(target: Target, notFound: readonly string[]): Probe[] {
  const prefix = prefixOf(target.baseUrl);
  const moved = (path: string, to: string) =>
    probeAt(target, path, { status: [301], headers: { location: `${prefix}${to}` } });
  return [
    moved('/api/v1', '/api/v1/'),
    moved('/api/v1/providers?page=2&source=feed', '/api/v1/providers/?page=2&source=feed'),
    moved('/api/v1/languages/English/courses?page=2', '/api/v1/languages/English/courses/?page=2'),
    ...(prefix === '' ? [] : [moved('', '/')]),
    probeAt(target, '/404.json', { status: [200], bodies: notFound }),
  ];
}

/** The worker responds to addresses only, and to all of the API. */
function workerOnly(target: Target, notFound: readonly string[]): Probe[] {
  const missing = { status: [404], bodies: notFound, headers: { 'content-type': 'application/json' } };
  return [`/api/v1/courses/latest/${target.indexFile}`, '/api/v2/', '/api', '/api/v1//providers/'].map((path) =>
    probeAt(target, path, missing),
  );
}
