// The port of a preview: the first that is free, on this machine only.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { ask } from './ask.ts';
import { siteInTest } from './site.ts';

describe('the port of a preview', () => {
  it('is the first free one, and free again afterwards', async () => {
    const site = await siteInTest();
    const taken = Number(new URL(site.url).port);
    const options = { out: site.out, port: taken };
    const [second, third] = await Promise.all([openPreview(options, () => {}), openPreview(options, () => {})]);
    const ports = [second, third].map(({ url }) => Number(new URL(url).port) - taken);
    expect(new Set([0, ...ports]).size).toBe(3);
    expect(Math.max(...ports)).toBeLessThan(32);
    for (const { url } of [second, third]) expect((await ask(url, '/api/v1/')).text).toContain(`"${url}/api/v1/`);
    await Promise.all([second.close(), third.close()]);
    await site.preview.close();
    const again = await openPreview(options, () => {});
    expect(again.url).toBe(site.url);
    await again.close();
  });

  it('is bound to the loopback interface only', async () => {
    const site = await siteInTest();
    expect(site.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  });

  it('is requested from the system if all that were tried are taken', async () => {
    const site = await siteInTest();
    const others = await takePorts(65_530);
    const reasons = ['--port: none of the ports 65530 to 65535 is free on 127.0.0.1; choose another'];
    await expect(openPreview({ out: site.out, port: 65_530 }, () => {})).rejects.toMatchObject({ reasons });
    for (const other of others) other.close();
  });
});

/** Occupies every port from the first that is free. */
async function takePorts(first: number): Promise<Server[]> {
  const servers = [];
  for (let port = first; port <= 65_535; port += 1) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    // Some are taken by others.
    await once(server, 'listening').catch(() => {});
    servers.push(server);
  }
  return servers;
}
