// The port of a preview: the first that is free, on this machine only.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { UsageError } from '../../src/options/parse.ts';
import { ask } from './ask.ts';
import { failureOf } from './failure.ts';
import { oddCatalog, openSite } from './site.ts';

describe('the port of a preview', () => {
  it('is the first free one, and free again afterwards', async () => {
    const site = await openSite(oddCatalog());
    const taken = Number(new URL(site.preview.url).port);
    const options = { out: site.out, port: taken };
    const [second, third] = await Promise.all([openPreview(options, () => {}), openPreview(options, () => {})]);
    const ports = [second, third].map(({ url }) => Number(new URL(url).port) - taken);
    expect(new Set([0, ...ports]).size).toBe(3);
    expect(Math.max(...ports)).toBeLessThan(32);
    for (const { url } of [second, third]) expect((await ask(url, '/api/v1/')).text).toContain(`"${url}/api/v1/`);
    await Promise.all([second.close(), third.close()]);
    await site.preview.close();
    const again = await openPreview(options, () => {});
    expect(again.url).toBe(site.preview.url);
    await again.close();
    await site.close();
  });

  it('is bound to the loopback interface only', async () => {
    const site = await openSite(oddCatalog());
    expect(site.preview.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    await site.close();
  });

  it('is requested from the system if all that were tried are taken', async () => {
    const site = await openSite(oddCatalog());
    const others = await takePorts(65_530);
    const error = await failureOf(openPreview({ out: site.out, port: 65_530 }, () => {}));
    expect(error instanceof UsageError && error.reasons).toEqual([
      '--port: none of the ports 65530 to 65535 is free on 127.0.0.1; choose another',
    ]);
    for (const other of others) other.close();
    await site.close();
  });
});

/** Occupies every port from the first that is free. */
async function takePorts(first: number): Promise<Server[]> {
  const servers = [];
  for (let port = first; port <= 65_535; port += 1) {
    const server = createServer();
    const settled = Promise.race([once(server, 'listening'), failureOf(once(server, 'close'))]);
    server.once('error', () => server.emit('close'));
    server.listen(port, '127.0.0.1');
    await settled;
    servers.push(server);
  }
  return servers;
}
