// Cloudflare's own runtime and asset server serve builds for Cloudflare Pages, with and without a worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildSiteFor, catalogFiles, catalogIn } from './build-for.ts';
import { useProject, type PagesPlan } from './engines/workerd.ts';
import { brokenAnswers, prefixOf, probeAt, probes, type Probe, type Target, siteProbes } from './probes.ts';
import { ask, type Response } from './servers/ask.ts';

/** The packed build is at the root. */
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
  'cloudflare-static': ['next-by-path', 'page-query', 'page-unknown', 'options', 'methods-body'],
} as const;

const deployTo = { cloudflare: useProject('cloudflare'), 'cloudflare-static': useProject('cloudflare-static') };

describe.each(['cloudflare', 'cloudflare-static'] as const)('a build for %s', (host) => {
  it.each(flavors)('of the $catalog catalog in $indexFile below "$prefix" conforms', async (flavor) => {
    const { prefix, indexFile, catalog } = flavor;
    const target = await deployTo[host]({ prefix, data: catalogs[catalog], chosen: { indexFile } });
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

const deploy = useProject('cloudflare');
const pageSize = 5;
let folder = '';

beforeAll(() => void (folder = makeFolder()));
afterAll(() => removeFolder(folder));

describe('a packed build for Cloudflare Pages', () => {
  it('of the sample catalog answers like a plain build, whatever is asked', async () => {
    const { baseUrl, dist, plain } = await deployPacked({ prefix: '', data: 'data', chosen: { packSize: 64 * 1024 } });
    const target = { baseUrl, dist: plain, indexFile: 'index.json', can: hosts.cloudflare.can } as const;
    // Outside the API the asset server answers, and says of the page for what is missing that it is HTML.
    const asked = probes(target).filter(({ path }) => path !== '/unknown');
    expect(await brokenAnswers(baseUrl, [...asked, ...siteProbes({ ...target, dist })])).toEqual([]);
    const report = await verified(baseUrl, { against: plain });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual([]);
    await expectConditional(baseUrl, '/api/v1/providers/');

    const packs = ['views.json', 'other.json', 'views-000000.pack'].map((name) => `/api/v1/packs/${name}`);
    const odd = ['/api/v1/categories/%E0%A4%A/', '/api/v1/courses/view/__proto__/', '/api/v1/categories/__proto__/'];
    for (const path of [...packs, ...odd]) {
      const { status, headers } = await ask(baseUrl, { path });
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 404,
        type: 'application/json',
      });
    }
  });
});

/** Deploys a packed build, and builds the same catalog for the same address without packs. */
async function deployPacked({ chosen, ...plan }: PagesPlan) {
  const hosted = await deploy({ ...plan, chosen: { ...chosen, pageSize, pack: true } });
  const plain = join(folder, 'plain-sample');
  await buildSiteFor({ ...plan, host: 'cloudflare', out: plain, baseUrl: hosted.baseUrl, chosen: { pageSize } });
  return { ...hosted, plain };
}

/** A response says what it is by its ETag, which saves sending it again. */
async function expectConditional(baseUrl: string, path: string): Promise<void> {
  const whole = await ask(baseUrl, { path });
  const tag = whole.headers.get('etag') ?? '';
  expect(tag).toMatch(/^(?:W\/)?"[^"]+"$/u);
  for (const known of [tag, `"other", ${tag}`, tag.replace(/^W\//u, ''), '*']) {
    const again = await ask(baseUrl, { path, headers: { 'if-none-match': known } });
    expect({ known, status: again.status, bytes: again.body.length }).toEqual({ known, status: 304, bytes: 0 });
    expect(again.headers.get('etag')).toBe(tag);
  }
  const head = await ask(baseUrl, { path, method: 'HEAD' });
  expect(lasting(head)).toEqual(lasting(whole));
  const changed = await ask(baseUrl, { path, headers: { 'if-none-match': '"other"' } });
  expect(changed.body.equals(whole.body)).toBe(true);
}

/** The headers but those that a HEAD may leave out or say otherwise. */
function lasting({ headers }: Response): Record<string, string> {
  const passing = new Set(['date', 'content-length', 'transfer-encoding']);
  return Object.fromEntries([...headers].filter(([name]) => !passing.has(name)));
}
