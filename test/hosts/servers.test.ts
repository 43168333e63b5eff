// Own servers: the generated configurations on nginx, Apache and Caddy, and http-server's own command with its limits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/site/hosts/hosts.ts';
import { ruleNames } from '../../src/verify/rules.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { exampleOf, rulesWith, verified } from '../verify/verified.ts';
import { brokenAnswers, brokenProbes, probes, type Target } from './probes.ts';
import { apacheServer, apacheWithout } from './servers/apache.ts';
import { ask } from './servers/ask.ts';
import { caddyServer } from './servers/caddy.ts';
import { brokenRevalidation, compressionProbes } from './servers/conditional.ts';
import { httpServerCommand } from './servers/http-server.ts';
import { brokenWalk, listsOf } from './servers/lists.ts';
import { nginxServer } from './servers/nginx.ts';
import { ownProbes } from './servers/own.ts';
import { brokenRedirects } from './servers/redirects.ts';
import { isInstalled, type Server } from './servers/server.ts';
import { serving } from './servers/serve.ts';
import { brokenCompression } from './site-compression.ts';
import { siteProbes } from './site-probes.ts';

const real = '../shared/data/free-programming-courses';
const servers = { nginx: nginxServer, apache: apacheServer, caddy: caddyServer } as const;

describe.each(['nginx', 'apache', 'caddy'] as const)('%s with the generated configuration', (host) => {
  const server = servers[host];
  const precompress = hosts[host].sends ?? [];

  it.skipIf(isSkipped(server)).each(['', '/catalog', '/open%20data', "/a+b(c)/~it's;x=1,@!%C3%A9"])(
    `keeps every promise at the path "%s"${neededFor(server)}`,
    async (prefix) => {
      await serving({ server, host, prefix, chosen: { precompress } }, async (target) => {
        expect(await brokenProbes(target)).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, [...ownProbes(target), ...siteProbes(target)])).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, compressionProbes(target, precompress))).toEqual([]);
        expect(await brokenRevalidation(target)).toEqual([]);
        expect(await brokenCompression(target)).toEqual([]);
        expect(await brokenWalks(target)).toEqual([]);
      });
    },
  );

  it.skipIf(isSkipped(server)).each([
    ['query', 'index.html', '/catalog'],
    ['path', 'index.json', ''],
    ['path', 'index.html', ''],
    ['path', 'index.json', '/catalog'],
  ] as const)(
    `keeps every promise with %s links and %s files at "%s"${neededFor(server)}`,
    async (pageLinks, indexFile, prefix) => {
      await serving({ server, host, prefix, chosen: { pageLinks, indexFile, precompress } }, async (target) => {
        expect(await brokenProbes(target)).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, [...ownProbes(target), ...siteProbes(target)])).toEqual([]);
        expect(await brokenAnswers(target.baseUrl, compressionProbes(target, precompress))).toEqual([]);
        expect(await brokenWalks(target)).toEqual([]);
      });
    },
  );

  it.skipIf(isSkipped(server)).each(['', '/catalog'])(
    `holds every rule of verify at the path "%s"${neededFor(server)}`,
    async (prefix) => {
      await serving({ server, host, prefix }, async (target) => {
        expect(await brokenRules(target)).toEqual([]);
      });
    },
  );

  it.skipIf(isSkipped(server))(
    `serves lists whose names mean something to servers, and leads to them${neededFor(server)}`,
    async () => {
      await inFolder(async (data) => {
        writeFiles(data, oddCatalog());
        await serving({ server, host, data, chosen: { pageSize: 1, precompress } }, async (target) => {
          const lists = listsOf(target.dist);
          const paths = lists.flatMap(({ path }) => [path, `${path}page/2/`]);
          const compressed = lists.flatMap((list) => compressionProbes(target, precompress, list));
          expect(lists.filter(({ path }) => path.includes('/languages/'))).toHaveLength(oddNames.length);
          expect(await brokenWalks(target)).toEqual([]);
          expect(await brokenRedirects(target.baseUrl, paths)).toEqual([]);
          expect(await brokenAnswers(target.baseUrl, compressed)).toEqual([]);
        });
      });
    },
  );
});

describe('the real catalog', () => {
  const server = servers.nginx;

  // One server is enough to hold the walks of verify against one of another hand; all walk the sample.
  it.skipIf(isSkipped(server) || !existsSync(real))(
    `is walked to the end of every list on nginx (needs ${real})${neededFor(server)}`,
    async () => {
      await serving({ server, host: 'nginx', data: real, chosen: { pageSize: 25 } }, async (target) => {
        expect(listsOf(target.dist).length).toBeGreaterThan(100);
        expect(await brokenRules(target)).toEqual([]);
        expect(await brokenWalks(target)).toEqual([]);
      });
    },
  );
});

describe.each(['nginx', 'caddy'] as const)('%s with the generated configuration', (host) => {
  const server = servers[host];

  // Apache does as the person has it for JSON anywhere on the server.
  it.skipIf(isSkipped(server))(
    `compresses nothing of the API that has no compressed file beside it${neededFor(server)}`,
    async () => {
      await serving({ server, host }, async (target) => {
        const asked = probes(target).map((probe) => ({
          ...probe,
          headers: { ...probe.headers, 'accept-encoding': 'gzip' },
          answers: probe.answers.map((one) => ({ ...one, headers: { ...one.headers, 'content-encoding': '' } })),
        }));
        expect(await brokenAnswers(target.baseUrl, asked)).toEqual([]);
      });
    },
  );
});

describe('Apache without a module', () => {
  it.skipIf(isSkipped(apacheServer)).each(['rewrite', 'headers'])(
    `refuses instead of serving other pages without mod_%s${neededFor(apacheServer)}`,
    async (name) => {
      await serving({ server: apacheWithout(name), host: 'apache' }, async ({ baseUrl }) => {
        const { status } = await ask(baseUrl, { path: '/api/v1/providers/' });
        expect(status).toBe(500);
      });
    },
  );
});

describe("http-server's own command", () => {
  const server = httpServerCommand;
  const can = {
    pageQuery: 'no',
    headers: 'no',
    jsonNotFound: 'yes',
    methodNotAllowed: 'partly',
    options: 'no',
  } as const;

  it('serves a build with path links whole, and ignores the query', async () => {
    await serving({ server, host: 'http-server', chosen: { pageLinks: 'path' } }, async (target) => {
      expect(await brokenProbes({ ...target, can })).toEqual([]);
      expect(await brokenWalks(target)).toEqual([]);
      const report = await verified(target.baseUrl);
      expect(rulesWith(report, 'broken')).toEqual([]);
      expect(report.ok).toBe(true);
    });
  });

  it('is caught by verify with query links, with the advice that helps', async () => {
    await serving({ server, host: 'http-server' }, async ({ baseUrl, dist }) => {
      const [longest] = listsOf(dist);
      expect(longest && (await brokenWalk(baseUrl, longest))).toEqual([expect.stringContaining('more than its')]);
      const report = await verified(baseUrl);
      expect(report.ok).toBe(false);
      expect(report.advice.join('\n')).toContain('--page-links path');
    });
  });
});

/** A missing server fails in CI, and is skipped elsewhere with a word on how to get it. */
function isSkipped(server: Server): boolean {
  return process.env['CI'] === undefined && !isInstalled(server);
}

function neededFor(server: Server): string {
  return isSkipped(server) ? ` (needs: ${server.install})` : '';
}

/** What is wrong with the walks through all lists. */
async function brokenWalks({ baseUrl, dist }: Target): Promise<string[]> {
  const broken: string[] = [];
  for (const list of listsOf(dist)) broken.push(...(await brokenWalk(baseUrl, list)));
  return broken;
}

/** What verify finds: every rule has to hold, the host has no limits, and every response is that of the build byte for byte. */
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
      // Long enough for its page to be worth compressing.
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
