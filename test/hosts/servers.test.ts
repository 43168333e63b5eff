// Self-hosted servers: the generated configurations on nginx, Apache and Caddy, and http-server with its limits.
import { join } from 'node:path';
import fc from 'fast-check';
import fs from 'fs-extra';
import { describe, expect, onTestFinished } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import type { RuleName } from '../../src/verify/rules.ts';
import { it } from '../helpers/fixture.ts';
import { forAll } from '../helpers/for-all.ts';
import { freePort } from '../helpers/ports.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { exampleOf, rulesWith, verified } from '../verify/verified.ts';
import { buildSiteFor, catalogIn } from './build-for.ts';
import { brokenAnswers, brokenProbes, probes, queryProbe, type Target, siteProbes } from './probes.ts';
import { ask } from './servers/ask.ts';
import { listsOf, brokenRedirects, anyQuery } from './servers/lists.ts';
import {
  httpServerCommand,
  caddyServer,
  apacheServer,
  apacheWithout,
  nginxServer,
  sharedBlock,
  start,
} from './servers/server.ts';
import {
  brokenApiCompression,
  brokenSiteCompression,
  brokenPrecompression,
  brokenRevalidation,
  ownProbes,
} from './servers/own.ts';
import { useSites } from './servers/serve.ts';

/** Names with a meaning to a server, or in a path. */
const oddNames =
  "C++ & co; it is|l'Español (América)|{path} $1 [x] ^|sign ~ @ = !,|A [x]|a..b|page|index.json.gz|中文 日本語".split(
    '|',
  );

const servers = { nginx: nginxServer, apache: apacheServer, caddy: caddyServer } as const;

describe.each(['nginx', 'apache', 'caddy'] as const)('%s with the generated configuration', (host) => {
  const server = servers[host];
  const precompress = hosts[host].precompressedEncodings ?? [];
  // An .htaccess file cannot test sizes, and Caddy would send a wrong Content-Length for HEAD.
  const compressing = { least: host === 'apache' ? 0 : 1024, ofHead: host !== 'caddy' };
  const below = [
    { prefix: '', chosen: { precompress, pageLinks: 'query', indexFile: 'index.json' } },
    { prefix: '/catalog', chosen: { precompress, pageLinks: 'query', indexFile: 'index.html' } },
    { prefix: '/open%20data', chosen: { precompress, pageLinks: 'path', indexFile: 'index.json' } },
    { prefix: "/a+b(c)/~it's;x=1,@!%C3%A9", chosen: { precompress, pageLinks: 'path', indexFile: 'index.html' } },
  ] as const;
  const atRoot = { prefix: '', data: 'data', chosen: { pageSize: 5 } };
  const plain = [atRoot, { prefix: '/catalog' }];
  const odd = { data: catalogIn(oddNames, 2), chosen: { pageSize: 1, precompress } };

  describe.skipIf(isMissing(server.program))(`in one process${neededFor(server.program)}`, () => {
    const served = useSites(server, host, [...below, ...plain, odd]);

    it.each(below)(
      'keeps every promise at the path "$prefix", with $chosen.pageLinks links in $chosen.indexFile',
      async (plan) => {
        const target = served(plan);
        expect(await brokenProbes(target)).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, [...ownProbes(target), ...siteProbes(target)])).toEqual([]);
        expect(await brokenPrecompression(target, precompress)).toEqual([]);
        expect(await brokenRevalidation(target)).toEqual([]);
        expect(await brokenSiteCompression(target, compressing)).toEqual([]);
        expect(await brokenRules(target, plan.chosen.pageLinks === 'path' ? ['next-by-path'] : [])).toEqual([]);
      },
    );

    it('answers any query with the page that it requests', async () => {
      const target = served(atRoot);
      // nginx treats some captures differently if the path is percent-encoded.
      const lists = listsOf(target.dist).filter(({ path, pages }) => pages > 2 && /English|ñ/u.test(path));
      expect(lists).toHaveLength(2);
      const probe = fc
        .constantFrom(...lists)
        .chain((list) => anyQuery(list.pages).map((query) => queryProbe(target, list, query)));
      await forAll(100, [probe], async (requested) => {
        expect(await brokenAnswers(target.baseUrl, [requested])).toEqual([]);
      });
    });

    it('serves lists whose names have a meaning to servers, and redirects to them', async () => {
      const target = served(odd);
      const lists = listsOf(target.dist);
      const paths = lists.flatMap(({ path }) => [path, `${path}page/2/`]);
      expect(lists.filter(({ path }) => path.includes('/languages/'))).toHaveLength(oddNames.length);
      expect(await brokenRules(target)).toEqual([]);
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

describe.each(['nginx', 'apache', 'caddy'] as const)('one server of %s with several catalogs', (host) => {
  const { program } = servers[host];
  // In the order of the documentation: a catalog within the folder of another comes first.
  const prefixes = ['/science/archive', '/science', '/open%20data', ''];

  it.skipIf(isMissing(program))(`keeps every promise of each${neededFor(program)}`, async ({ folder }) => {
    fs.chmodSync(folder, 0o755);
    const [root, scratch, port] = [join(folder, 'root'), join(folder, 'scratch'), await freePort()];
    fs.mkdirSync(scratch);
    const { indexFile, capabilities } = hosts[host];
    const sites = prefixes.map((encoded) => ({ root, prefix: decodeURIComponent(encoded), port }));
    const targets = prefixes.map((prefix) => {
      const dist = join(root, decodeURIComponent(prefix));
      return { baseUrl: `http://127.0.0.1:${port}${prefix}`, dist, indexFile, capabilities };
    });
    for (const { baseUrl, dist } of targets.toReversed()) await buildSiteFor({ host, out: dist, baseUrl });
    const running = await start(sharedBlock[host](sites), sites.slice(0, 1), scratch);
    onTestFinished(running.stop);
    for (const target of targets) {
      expect(await brokenProbes(target)).toEqual([]);
      expect(await brokenAnswers(target.baseUrl, siteProbes(target))).toEqual([]);
    }
  });
});

it.skipIf(isMissing('apache2'))(
  `Apache follows directives of one's own, and keeps every promise${neededFor('apache2')}`,
  async ({ folder }) => {
    fs.chmodSync(folder, 0o755);
    const [root, scratch, port] = [join(folder, 'root'), join(folder, 'scratch'), await freePort()];
    fs.mkdirSync(scratch);
    const own = ['ErrorDocument 404 "Gone"', 'RewriteEngine On', 'RewriteRule "^old$" "/docs/" [R=301,L]'];
    writeFiles(join(folder, 'public'), { '.htaccess': `${own.join('\n')}\n` });
    const target = { baseUrl: `http://127.0.0.1:${port}`, dist: root, ...hosts.apache };
    await buildSiteFor({
      host: 'apache',
      out: root,
      baseUrl: target.baseUrl,
      chosen: { public: join(folder, 'public') },
    });
    const running = await start(apacheServer, [{ root, prefix: '', port }], scratch);
    onTestFinished(running.stop);
    const { status, headers } = await ask(target.baseUrl, { path: '/old' });
    expect([status, headers.get('location')]).toEqual([301, `${target.baseUrl}/docs/`]);
    expect(await brokenProbes(target)).toEqual([]);
    expect(await brokenAnswers(target.baseUrl, siteProbes(target))).toEqual([]);
  },
);

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

describe('http-server, started as its notes say', () => {
  const plan = {};
  const served = useSites(httpServerCommand, 'http-server', [plan]);

  it('serves what it can, and ignores the query', async () => {
    expect(await brokenProbes(served(plan))).toEqual([]);
  });
});

/** The findings of verify: every rule must hold but these limits, and every response must equal that of the build byte for byte. */
async function brokenRules({ baseUrl, dist }: Target, limits: readonly RuleName[] = []): Promise<string[]> {
  const report = await verified(baseUrl, { against: dist });
  if (!rulesWith(report, 'passed').includes('page-query')) return ['?page= was not tried'];
  const unsupported = rulesWith(report, 'unsupported').filter((rule) => !limits.includes(rule));
  return [...rulesWith(report, 'broken'), ...unsupported].map((rule) => `${rule}: ${exampleOf(report, rule).finding}`);
}
