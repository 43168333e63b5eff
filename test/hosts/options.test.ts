// Every host with every option that publishes files: the host's files cover what such a build publishes, and fail for nothing that it does not.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { escapeRegExp } from '../../src/api/address-patterns.ts';
import { purgeAddresses } from '../../src/build/changed-files/purge-addresses.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import type { Chosen } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn } from '../helpers/folders.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { buildFor, siteOn } from './build-for.ts';
import { cloudflareHost } from './engines/cloudflare.ts';
import { cloudFrontHost } from './engines/cloudfront.ts';
import { decodedPath, filesBelow, firebaseHost, send, typeOf, type Deployment } from './engines/hosted.ts';
import { githubPagesHost, gitlabPagesHost, netlifyHost } from './engines/netlify.ts';
import { vercelHost } from './engines/vercel.ts';
import { brokenAnswers, fileAnswer, keptFor, probeAt } from './probes.ts';
import { encodePath } from './servers/lists.ts';
import { apacheServer, caddyServer, nginxServer, start } from './servers/server.ts';

/** Each with what it publishes: a file, or the start of its path. A sitemap and a journal of more than one part need a small size. */
const options: readonly {
  readonly given: string;
  readonly chosen: Partial<Chosen>;
  readonly publishes: readonly string[];
}[] = [
  { given: '--no-site', chosen: {}, publishes: ['api/v1/'] },
  { given: 'no option', chosen: { pages: true, sitemapSize: 9 }, publishes: ['search/', 'sitemap-'] },
  {
    given: '--no-site --dumps csv --precompress gzip,brotli --journal of many parts',
    chosen: { dumps: ['csv'], precompress: ['gzip', 'brotli'], journal: true, sitemapSize: 9 },
    publishes: ['dumps/courses.csv', 'changes-2.ndjson'],
  },
  {
    given: '--no-course-pages --dumps ndjson,parquet',
    chosen: { pages: true, coursePages: false, dumps: ['ndjson', 'parquet'] },
    publishes: ['sitemap.xml', 'downloads/'],
  },
  {
    given: 'everything',
    chosen: { pages: true, dumps: ['ndjson', 'csv', 'parquet'], journal: true },
    publishes: ['changes/since.json'],
  },
];

/** The servers of hosted services, in this process. Azure has none: its routes are applied as documented. */
const engines: Partial<Record<HostName, (deployment: Deployment) => Promise<RequestListener>>> = {
  netlify: netlifyHost,
  cloudflare: cloudflareHost,
  'cloudflare-static': cloudflareHost,
  vercel: vercelHost,
  's3-cloudfront': cloudFrontHost,
  firebase: firebaseHost,
  azure: azureHost,
  'github-pages': githubPagesHost,
  'gitlab-pages': gitlabPagesHost,
};
const ownServers = { nginx: nginxServer, apache: apacheServer, caddy: caddyServer } as const;

describe.each(options)('a build with $given', ({ chosen, publishes }) => {
  it.for(hostNames.filter((name) => engines[name] !== undefined))('is served whole by %s', async (host, { folder }) => {
    let answer: RequestListener = () => {};
    const { url, close } = await listen(createServer((request, response) => answer(request, response)));
    onTestFinished(close);
    await buildFor({ host, out: folder, baseUrl: url, chosen });
    answer = (await engines[host]?.({ deployed: folder, dist: folder, prefix: '' })) ?? answer;
    await expectServed(host, url, folder, publishes);
  });
});

describe.each(['nginx', 'apache', 'caddy'] as const)('%s with its file', (host) => {
  const server = ownServers[host];
  it.skipIf(isMissing(server.program)).for(options)(
    `serves a build with $given whole${neededFor(server.program)}`,
    async ({ chosen, publishes }, { folder }) => {
      // Servers started by root read files as another user.
      chmodSync(folder, 0o755);
      const [root, scratch] = [join(folder, 'root'), join(folder, 'scratch')];
      mkdirSync(scratch);
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}`;
      const { changes } = await buildFor({ host, out: root, baseUrl, chosen });
      const running = await start(server, [{ root, prefix: '', port }], scratch);
      onTestFinished(running.stop);
      await expectServed(host, baseUrl, root, publishes);
      const { pageLinks, indexFile } = hosts[host];
      const addresses = [...purgeAddresses([...changes.added], { baseUrl, pageLinks, indexFile })];
      const found = addresses.map((address) => ({ method: 'GET', path: address.slice(baseUrl.length), answers: ok }));
      expect(await brokenAnswers(baseUrl, found)).toEqual([]);
    },
  );
});

/** A purge is for what is there. */
const ok = [{ status: [200] }];

/** Every kind of file beside the API, with its own type and age where the host sets any, and the API itself. */
async function expectServed(
  host: HostName,
  baseUrl: string,
  dist: string,
  publishes: readonly string[],
): Promise<void> {
  const { capabilities }: Host = hosts[host];
  const files = filesIn(dist);
  expect(publishes.filter((part) => !files.some((path) => path.startsWith(part)))).toEqual([]);
  const forHost = new Set(hosts[host].files(siteOn(host)).map(({ path }) => path));
  const served = files.filter(
    (path) => !forHost.has(path) && !/^(?:api|_hosts|\.nojekyll|40[45]\.|not-found)/u.test(path),
  );
  const kinds = new Map(served.map((path) => [path.replaceAll(/[\da-f]{8,}|\d+/gu, '#'), path]));
  const around = [...kinds.values()].map((file) => {
    const answer = fileAnswer(
      dist,
      file,
      capabilities.headers === 'no' ? undefined : keptFor(file),
      host === 's3-cloudfront',
    );
    return probeAt({ baseUrl }, `/${encodePath(file.replace(/(?<=^|\/)index\.html$/u, ''))}`, answer);
  });
  const api = ['', 'courses/latest/', 'languages/English/courses/page/2/'].map((path) =>
    probeAt({ baseUrl }, `/api/v1/${path}`, { status: [200], headers: { 'content-type': /^application\/json/u } }),
  );
  expect(await brokenAnswers(baseUrl, [...around, ...api])).toEqual([]);
}

const azureConfiguration = z.object({
  mimeTypes: z.record(z.string(), z.string()),
  globalHeaders: z.record(z.string(), z.string()),
  routes: z.array(z.object({ route: z.string(), headers: z.record(z.string(), z.string()) })),
});

/** A file, or the index.html of a folder, with the headers of all and those of the first route that matches. */
async function azureHost({ deployed }: Deployment): Promise<RequestListener> {
  const text = readFileSync(join(deployed, 'staticwebapp.config.json'), 'utf8');
  const { mimeTypes, globalHeaders, routes } = azureConfiguration.parse(JSON.parse(text));
  const files = filesBelow(deployed);
  const patterns = routes.map(({ route, headers }) => {
    const pattern = escapeRegExp(route).replace(
      /\\\*(?:\\\.\\\{(\w+)\\\})?$/u,
      (_, ending?: string) => `.*${ending ?? ''}`,
    );
    return { pattern: new RegExp(`^${pattern}$`, 'u'), headers };
  });
  return (request, response) => {
    const path = decodedPath(request.url ?? '');
    const file = files.get(path.replace(/\/$/u, '/index.html'));
    if (file === undefined) return send(response, 404, join(deployed, '404.json'), globalHeaders);
    const { headers = {} } = patterns.find(({ pattern }) => pattern.test(path)) ?? {};
    send(response, 200, file, {
      'Content-Type': mimeTypes[extname(file)] ?? typeOf(file),
      ...globalHeaders,
      ...headers,
    });
  };
}
