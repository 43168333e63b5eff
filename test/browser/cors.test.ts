// CORS: a page of another origin reads what is published, with the headers that its libraries send, in Chromium and on every host that answers OPTIONS.
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { clientFiles } from '../../src/api/client-files.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { it } from '../helpers/fixture.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { buildFor } from '../hosts/build-for.ts';
import { cloudflareHost } from '../hosts/engines/cloudflare.ts';
import { cloudFrontHost } from '../hosts/engines/cloudfront.ts';
import type { Deployment } from '../hosts/engines/hosted.ts';
import { vercelHost } from '../hosts/engines/vercel.ts';
import { apacheServer, caddyServer, nginxServer, start, type Server } from '../hosts/servers/server.ts';
import { visit } from './chromium.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';

const list = 'api/v1/languages/English/courses/';
const parquet = 'dumps/courses.parquet';
/** Requests of libraries: only the first is sent without asking by OPTIONS. */
const requests: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
  [list, { Accept: 'application/json' }],
  [list, { 'X-Requested-With': 'XMLHttpRequest' }],
  [list, { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }],
  [list, { 'If-None-Match': '"none"' }],
  [list, { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }],
  [list, { 'Content-Type': 'application/json' }],
  [list, { 'Content-Type': 'application/vnd.api+json' }],
  [`${list}?page=2`, { 'X-Requested-With': 'XMLHttpRequest' }],
  [parquet, { 'If-None-Match': '"none"' }],
  [parquet, { Range: 'bytes=-8' }],
  ...Object.values(clientFiles).map(({ path }) => [path, { 'If-None-Match': '"none"' }] as const),
];
const beside = ['feed.xml', 'search/index.json', 'filters/courses.json', 'embed/course-list.js', ''].map(
  (path) => [path, { 'If-None-Match': '"none"' }] as const,
);

const answer = z.object({ status: z.number(), etag: z.string().nullable(), range: z.string().nullable() });

const ownServers: Readonly<Record<'nginx' | 'apache' | 'caddy', Server>> = {
  nginx: nginxServer,
  apache: apacheServer,
  caddy: caddyServer,
};
const engines: Readonly<
  Record<'cloudflare' | 'vercel' | 's3-cloudfront', (deployment: Deployment) => Promise<RequestListener>>
> = { cloudflare: cloudflareHost, vercel: vercelHost, 's3-cloudfront': cloudFrontHost };

/** Everything beside the API that such a page may read, and the journal. */
const chosen = { pages: true, journal: true, dumps: ['parquet'] } as const;

describe.skipIf(isChromiumMissing)(`a page of another origin${neededForChromium}`, () => {
  for (const host of ['nginx', 'apache', 'caddy'] as const) {
    const server = ownServers[host];
    it.skipIf(isMissing(server.program))(
      `reads everything on ${host}, and parts of it${neededFor(server.program)}`,
      async ({ folder }) => {
        chmodSync(folder, 0o755);
        const [root, scratch, port] = [join(folder, 'root'), join(folder, 'scratch'), await freePort()];
        mkdirSync(scratch);
        const baseUrl = `http://127.0.0.1:${port}`;
        await buildFor({ host, out: root, baseUrl, chosen });
        const running = await start(server, [{ root, prefix: '', port }], scratch);
        onTestFinished(running.stop);
        await expectReadable(baseUrl, [...requests, ...beside], { hasRanges: true, hasETags: true });
      },
    );
  }

  it('reads everything in the preview', async ({ folder }) => {
    await buildFor({ host: 'preview', out: folder, baseUrl: 'http://127.0.0.1:8080', chosen });
    const preview = await openPreview({ out: folder, port: await freePort() }, () => {});
    onTestFinished(async () => preview.close());
    await expectReadable(preview.url, [...requests, ...beside], {});
  });

  it.for(['vercel', 's3-cloudfront', 'cloudflare'] as const)('reads everything on %s', async (host, { folder }) => {
    let serve: RequestListener = () => {};
    const { url, close } = await listen(createServer((request, response) => serve(request, response)));
    onTestFinished(close);
    await buildFor({ host, out: folder, baseUrl: url, chosen });
    serve = await engines[host]({ deployed: folder, dist: folder, prefix: '' });
    // On Cloudflare Pages the worker answers OPTIONS for the API and the files that its clients read.
    await expectReadable(url, host === 'cloudflare' ? requests : [...requests, ...beside], {});
  });
});

/** Sends the requests from a page of another origin, and reads the headers of the responses. */
async function expectReadable(
  baseUrl: string,
  sent: typeof requests,
  { hasRanges = false, hasETags = false },
): Promise<void> {
  const own = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
  const { url, close } = await listen(own);
  onTestFinished(close);
  const { page, faults } = await visit(url);
  for (const [path, headers] of sent) {
    const asked = JSON.stringify([`${baseUrl}/${path}`, { headers }]);
    const read = `fetch(...${asked}).then(({ status, headers }) =>
      ({ status, etag: headers.get('ETag'), range: headers.get('Content-Range') }))`;
    const { status, etag, range } = answer.parse(await page.evaluate(read));
    const isPart = hasRanges && 'Range' in headers;
    const isRead = (etag !== null || !hasETags) && (!isPart || /^bytes \d+-\d+\/\d+$/u.test(range ?? ''));
    expect([status, isRead], asked).toEqual([isPart ? 206 : 200, true]);
  }
  // The page itself reports every request to another origin.
  expect(faults.filter((fault) => !fault.startsWith('request to another host: '))).toEqual([]);
  faults.length = 0;
}
