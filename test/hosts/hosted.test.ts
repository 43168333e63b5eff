// Builds for hosted services, below every kind of path, on the vendors' engines or on imitations from their documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageSegment } from '../../src/api/routes.ts';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import type { Host } from '../../src/hosts/host.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { cloudFrontHost } from './engines/cloudfront.ts';
import { firebaseHost, hostedBy, type Plan } from './engines/hosted.ts';
import { gitlabPagesHost, githubPagesHost, netlifyHost } from './engines/netlify.ts';
import { vercelHost } from './engines/vercel.ts';
import { brokenAnswers, probes, queryProbe, type Target, siteProbes } from './probes.ts';
import { ask } from './servers/ask.ts';
import { listsOf } from './servers/lists.ts';

const encoded = ['/open%20data', '/caf%C3%A9'];
const odd = "/~a+b(c)/it's;x=1,@!";
const all = ['', `${encoded.join('')}${odd}`];
/** Neither reads a query, headers or methods, types every file, or has a 404 in JSON. */
const limitsOfFiles =
  'next-by-path unknown-body page-query page-unknown vary allow options cors-headers methods methods-body formats';

interface Engine extends Plan {
  /** The paths that it serves correctly. */
  readonly whole: readonly string[];
  /** Those that its rules cannot cover. */
  readonly broken: readonly string[];
  /** The rules of verify that it cannot keep. */
  readonly limits: string;
  /** The page in the responses to odd queries, which the host may read otherwise than the API; undefined for a 404. */
  readonly queries?: readonly (readonly [page: number | undefined, queries: string])[];
}

const engines: readonly Omit<Engine, 'prefix'>[] = [
  {
    host: 'netlify',
    serve: netlifyHost,
    whole: ['', odd],
    broken: encoded,
    limits: 'last-slash allow options methods methods-body',
    queries: [
      [undefined, '?page='],
      [3, '?page=2&page=3'],
      [2, '?page=%32'],
      [1, '?p%61ge=2'],
    ],
  },
  {
    host: 'vercel',
    serve: vercelHost,
    whole: all,
    broken: [],
    limits: '',
    queries: [
      [1, '?page ?page= ?page=&x=2 ?Page=2'],
      [undefined, '?page=0 ?page=02 ?page=abc ?page=../x ?page=2%0A'],
    ],
  },
  {
    host: 's3-cloudfront',
    serve: cloudFrontHost,
    whole: all,
    broken: [],
    limits: '',
  },
  {
    host: 'firebase',
    serve: firebaseHost,
    inPrefix: true,
    whole: [...all, '/Catalog_2.0/of-courses'],
    broken: [],
    limits: 'next-by-path page-query page-unknown methods methods-body',
  },
  {
    host: 'github-pages',
    serve: githubPagesHost,
    whole: all,
    broken: [],
    limits: limitsOfFiles,
  },
  { host: 'gitlab-pages', serve: gitlabPagesHost, whole: ['', odd], broken: encoded, limits: limitsOfFiles },
];

const whole = engines.flatMap((engine) => {
  const { capabilities, indexFile } = hosts[engine.host];
  const plans = engine.whole.map((prefix) => ({ ...engine, prefix, chosen: { indexFile } }));
  const inHtml = { ...engine, prefix: '/catalog', chosen: { indexFile: 'index.html' } } as const;
  return capabilities.pageQuery === 'yes' ? [...plans, inHtml] : plans;
});
const partly = engines.filter(({ host }) => hosts[host].capabilities.pageQuery === 'partly');
const broken = engines.flatMap((engine) => engine.broken.map((prefix) => ({ ...engine, prefix })));

describe('a build for a hosted service', () => {
  it.each(whole)('for $host in $chosen.indexFile below $prefix keeps every promise', async (plan) => {
    const target = await hostedBy(plan);
    expect(await faultsOf(plan.host, target)).toEqual([]);
    const { baseUrl, dist, indexFile } = target;
    const list = '/api/v1/languages/English/courses/';
    for (const [page, queries] of plan.queries ?? []) {
      const file = page === undefined ? '404.json' : join(list, pageSegment, String(page), indexFile);
      const expected = { status: page === undefined ? 404 : 200, body: readFileSync(join(dist, file)) };
      for (const query of queries.split(' '))
        expect(await ask(baseUrl, { path: `${plan.prefix}${list}${query}` }), query).toMatchObject(expected);
    }
    // Clients see the same below a path: whether the host finds it there, the probes tell.
    if (plan.prefix !== '') return;
    const report = await verified(baseUrl, { against: dist });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported').join(' ')).toBe(plan.limits);
  });

  it.each(partly)(
    'for $host maps the query even if there is an index.html, which precedes its rules',
    async (engine) => {
      const target = await hostedBy({ ...engine, prefix: '', chosen: { indexFile: 'index.html' } });
      const [longest = { path: '', pages: 0 }] = listsOf(target.dist);
      const second = queryProbe(target, longest, { text: '?page=2', page: 2, plain: true });
      expect(await brokenAnswers(target.baseUrl, [second])).toEqual([]);
    },
  );

  it.each(broken)('for $host below $prefix does not work, and the advice says so', async (plan) => {
    const { prefixAdvice }: Host = hosts[plan.host];
    expect(prefixAdvice?.(plan.prefix)).toContain('use a path of unaccented letters and digits');
    expect(prefixAdvice?.('/catalog')).toBeUndefined();
    expect(await faultsOf(plan.host, await hostedBy(plan))).not.toEqual([]);
  });
});

/** Wrong responses to every probe, judged by the capabilities that the host claims. */
async function faultsOf(host: HostName, target: Target): Promise<string[]> {
  const onePolicy = host === 's3-cloudfront';
  // A distribution does not know PROPFIND, and how it refuses that is not specified.
  const ofApi = probes(target).filter(({ method }) => method !== 'PROPFIND' || !onePolicy);
  // Netlify treats an address without its trailing slash like the one with it.
  const around = siteProbes({ ...target, onePolicy }).filter(
    ({ path }) => host !== 'netlify' || !/\/[^./]+$/u.test(path),
  );
  return brokenAnswers(target.baseUrl, [...ofApi, ...around]);
}
