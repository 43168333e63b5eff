// Self-hosted servers: the generated configurations on nginx, Apache and Caddy, and http-server's own command with its limits.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { ruleNames } from '../../src/verify/rules.ts';
import { isMissing, neededFor } from '../programs.ts';
import { exampleOf, rulesWith, verified } from '../verify/verified.ts';
import { brokenAnswers, brokenProbes, probes, queryProbe, type Target } from './probes.ts';
import { apacheServer, apacheWithout } from './servers/apache.ts';
import { ask } from './servers/ask.ts';
import { caddyServer } from './servers/caddy.ts';
import { brokenApiCompression, brokenSiteCompression } from './servers/compression.ts';
import { brokenPrecompression, brokenRevalidation } from './servers/conditional.ts';
import { httpServerCommand } from './servers/http-server.ts';
import { brokenWalk, listsOf } from './servers/lists.ts';
import { nginxServer } from './servers/nginx.ts';
import { anyQuery } from './servers/queries.ts';
import { ownProbes } from './servers/own.ts';
import { brokenRedirects } from './servers/redirects.ts';
import { useSites } from './servers/serve.ts';
import { siteProbes } from './site-probes.ts';

const servers = { nginx: nginxServer, apache: apacheServer, caddy: caddyServer } as const;

describe.each(['nginx', 'apache', 'caddy'] as const)('%s with the generated configuration', (host) => {
  const server = servers[host];
  const precompress = hosts[host].sends ?? [];
  // An .htaccess file cannot test sizes, and Caddy would send a wrong Content-Length for HEAD.
  const compressing = { least: host === 'apache' ? 0 : 1024, ofHead: host !== 'caddy' };
  const prefixes = ['', '/catalog', '/open%20data', "/a+b(c)/~it's;x=1,@!%C3%A9"];
  const below = prefixes.map((prefix) => ({ prefix, chosen: { precompress } }));
  const flavours = (
    [
      { pageLinks: 'query', indexFile: 'index.html', prefix: '/catalog' },
      { pageLinks: 'path', indexFile: 'index.json', prefix: '' },
      { pageLinks: 'path', indexFile: 'index.html', prefix: '' },
      { pageLinks: 'path', indexFile: 'index.json', prefix: '/catalog' },
    ] as const
  ).map(({ prefix, ...chosen }) => ({ prefix, chosen: { ...chosen, precompress } }));
  const atRoot = { prefix: '', data: 'data', chosen: { pageSize: 5 } };
  const plain = [atRoot, { prefix: '/catalog' }];
  const odd = { data: oddCatalog(), chosen: { pageSize: 1, precompress } };

  describe.skipIf(isMissing(server.program))(`in one process${neededFor(server.program)}`, () => {
    const served = useSites(server, host, [...below, ...flavours, ...plain, odd]);

    it.each(below)('keeps every promise at the path "$prefix"', async (plan) => {
      const target = served(plan);
      expect(await brokenProbes(target)).toEqual([]);
      expect(await brokenAnswers(target.baseUrl, [...ownProbes(target), ...siteProbes(target)])).toEqual([]);
      expect(await brokenPrecompression(target, precompress)).toEqual([]);
      expect(await brokenRevalidation(target)).toEqual([]);
      expect(await brokenSiteCompression(target, compressing)).toEqual([]);
      expect(await brokenWalks(target)).toEqual([]);
    });

    it('answers any query with the page that it requests', async () => {
      const target = served(atRoot);
      // nginx treats some captures differently if the path is percent-encoded.
      const lists = listsOf(target.dist).filter(({ path, pages }) => pages > 2 && /English|ñ/u.test(path));
      expect(lists).toHaveLength(2);
      const probe = fc
        .constantFrom(...lists)
        .chain((list) => anyQuery(list.pages).map((query) => queryProbe(target, list, query)));
      await fc.assert(
        fc.asyncProperty(probe, async (requested) => {
          expect(await brokenAnswers(target.baseUrl, [requested])).toEqual([]);
        }),
        { numRuns: 200 * Number(process.env['FC_RUNS'] ?? 1) },
      );
    });

    it.each(flavours)(
      'keeps every promise with $chosen.pageLinks links and $chosen.indexFile files at "$prefix"',
      async (plan) => {
        const target = served(plan);
        expect(await brokenProbes(target)).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, [...ownProbes(target), ...siteProbes(target)])).toEqual([]);
        expect(await brokenPrecompression(target, precompress)).toEqual([]);
        expect(await brokenWalks(target)).toEqual([]);
      },
    );

    it.each(plain)('satisfies every rule of verify at the path "$prefix"', async (plan) => {
      expect(await brokenRules(served(plan))).toEqual([]);
    });

    it('serves lists whose names have a meaning to servers, and redirects to them', async () => {
      const target = served(odd);
      const lists = listsOf(target.dist);
      const paths = lists.flatMap(({ path }) => [path, `${path}page/2/`]);
      expect(lists.filter(({ path }) => path.includes('/languages/'))).toHaveLength(oddNames.length);
      expect(await brokenWalks(target)).toEqual([]);
      expect(await brokenRedirects(target.baseUrl, paths)).toEqual([]);
      for (const list of lists) expect(await brokenPrecompression(target, precompress, list)).toEqual([]);
    });

    it.each(plain)('compresses the API dynamically at the path "$prefix"', async (plan) => {
      const target = served(plan);
      expect(await brokenApiCompression(target, compressing)).toEqual([]);
      const requested = probes(target).map((probe) => ({
        ...probe,
        headers: { ...probe.headers, 'accept-encoding': 'gzip, br' },
      }));
      expect(await brokenAnswers(target.baseUrl, requested)).toEqual([]);
    });
  });
});

describe.skipIf(isMissing('apache2')).each(['rewrite', 'headers'])(
  `Apache without mod_%s${neededFor('apache2')}`,
  (name) => {
    const plan = {};
    const served = useSites(apacheWithout(name), 'apache', [plan]);

    it('refuses requests instead of serving wrong pages', async () => {
      const { status } = await ask(served(plan).baseUrl, { path: '/api/v1/providers/' });
      expect(status).toBe(500);
    });
  },
);

describe("http-server's own command", () => {
  const can = {
    pageQuery: 'no',
    headers: 'no',
    jsonNotFound: 'yes',
    methodNotAllowed: 'partly',
    options: 'no',
  } as const;

  describe('over a build with path links', () => {
    const plan = { chosen: { pageLinks: 'path' } } as const;
    const served = useSites(httpServerCommand, 'http-server', [plan]);

    it('serves it correctly, and ignores the query', async () => {
      const target = { ...served(plan), can };
      expect(await brokenProbes(target)).toEqual([]);
      expect(await brokenWalks(target)).toEqual([]);
      const report = await verified(target.baseUrl);
      expect(rulesWith(report, 'broken')).toEqual([]);
      expect(report.ok).toBe(true);
    });
  });

  describe('over a build with query links', () => {
    const plan = {};
    const served = useSites(httpServerCommand, 'http-server', [plan]);

    it('does not conform, and the advice helps', async () => {
      const { baseUrl, dist } = served(plan);
      const [longest] = listsOf(dist);
      expect(longest && (await brokenWalk(baseUrl, longest))).toEqual([expect.stringContaining('more than its')]);
      const report = await verified(baseUrl);
      expect(report.ok).toBe(false);
      expect(report.advice.join('\n')).toContain('--page-links path');
    });
  });
});

/** The faults of the walks through all lists. */
async function brokenWalks({ baseUrl, dist }: Target): Promise<string[]> {
  const broken: string[] = [];
  for (const list of listsOf(dist)) broken.push(...(await brokenWalk(baseUrl, list)));
  return broken;
}

/** The findings of verify: every rule must hold, the host has no limits, and every response equals that of the build byte for byte. */
async function brokenRules({ baseUrl, dist }: Target): Promise<string[]> {
  const report = await verified(baseUrl, { against: dist });
  if (!rulesWith(report, 'held').includes('page-query')) return ['?page= was not tried'];
  return ruleNames
    .filter((rule) => [...rulesWith(report, 'broken'), ...rulesWith(report, 'unsupported')].includes(rule))
    .map((rule) => `${rule}: ${exampleOf(report, rule).finding}`);
}

const oddNames = [
  'C++ & co; it is',
  "l'Español (América)",
  '{path} $1 [x] ^',
  'sign ~ @ = !,',
  'A [x]',
  'a..b',
  'page',
  'index.json.gz',
  '中文 日本語',
];

/** A catalog with two courses in each of the odd languages. */
function oddCatalog(): Record<string, string> {
  const courses = oddNames.flatMap((language, at) =>
    [1, 2].map((half) => ({
      id: at * 2 + half,
      // Long enough that its page is worth compressing.
      title: `Course ${half} `.repeat(200),
      linkurl: `https://courses.example/${at}/${half}`,
      provider: 1,
      language,
      date_published: '2024-05-01',
    })),
  );
  return {
    'providers.json': JSON.stringify([{ id: 1, name: 'Delft' }]),
    'categories.json': '[]',
    [join('courses', 'all.ndjson')]: courses.map((course) => `${JSON.stringify(course)}\n`).join(''),
  };
}
