// The preview as a server: which folder, which port, what it reports of requests, and how it ends.
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { Agent, get, IncomingMessage } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { asAnyone } from '../helpers/folders.ts';
import { ask } from './ask.ts';
import { firstPort, siteInTest } from './site.ts';
import { until } from './until.ts';

/** More bytes than a test can read; the file is sparse and takes no room. */
const large = 100_000_000_000;

describe('the folder of a preview', () => {
  const noBuild = 'contains no build: api/v1 is missing';

  it.for<[string, (out: string) => void]>([
    ['does not exist', () => {}],
    ['is not a folder', (out) => fs.writeFileSync(out, '')],
    [noBuild, (out) => fs.mkdirSync(out)],
    [noBuild, (out) => fs.mkdirSync(join(out, 'api/v1'), { recursive: true })],
    [noBuild, (out) => fs.mkdirSync(join(out, 'api/v1/index.json'), { recursive: true })],
    ['does not exist', (out) => fs.symlinkSync('nowhere', out)],
  ])('is refused with the advice to build first if it %s', async ([finding, make], { folder }) => {
    const out = join(folder, 'dist');
    make(out);
    const problem = {
      rule: 'preview-folder',
      file: out,
      finding,
      remedy: 'build first: npx --no static-course-catalog build',
    };
    await expect(openPreview({ out, port: firstPort }, () => {})).rejects.toMatchObject({ problems: [problem] });
  });

  it('may be a link, may be replaced, and may be missing for a while', async () => {
    const site = await siteInTest();
    const { out, folder, preview } = site;
    const linked = join(folder, 'current');
    fs.symlinkSync('dist', linked);
    const second = await openPreview({ out: linked, port: firstPort }, () => {});
    const seen = async () => (await ask(second.url, '/api/v1/categories/1/')).status;
    expect(await seen()).toBe(200);
    fs.rmSync(out, { recursive: true });
    expect([await seen(), (await ask(preview.url, '/')).status]).toEqual([404, 302]);
    await runBuild({ data: 'data', out: join(folder, 'dist-2'), chosen: { indexFile: 'index.html' } });
    fs.rmSync(linked);
    fs.symlinkSync('dist-2', linked);
    expect((await ask(second.url, '/api/v1/categories/10/')).text).toContain(`"next":"${second.url}/api/v1/`);
    await second.close();
  });

  it('may hold a file that cannot be read: only that file is refused', async () => {
    const site = await siteInTest({ files: { 'a.txt': 'a', 'a.png': 'a' } });
    for (const name of ['a.txt', 'a.png', 'api/v1/providers/index.json']) fs.chmodSync(join(site.out, name), 0);
    fs.chmodSync(site.folder, 0o755);
    await asAnyone(async () => {
      for (const path of ['/a.txt', '/a.png', '/api/v1/providers/']) {
        const { status, text } = await ask(site.url, path);
        expect([status, text]).toEqual([500, '{"detail":"Cannot be read: EACCES."}']);
      }
      expect((await ask(site.url, '/api/v1/categories/')).status).toBe(200);
    });
  });
});

it('a connection to a preview serves requests of every kind one after the other', async () => {
  const site = await siteInTest({ files: { 'a.png': 'abcdef' } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = [
    ['GET', '/api/v1/categories/1/', 200],
    ['HEAD', '/api/v1/categories/1/', 200],
    ['POST', '/api/v1/categories/1/', 405],
    ['HEAD', '/nothing', 404],
    ['GET', '/api/nothing', 404],
    ['OPTIONS', '/', 204],
    ['GET', '/api/v1', 302],
    ['GET', '/a.png', 200],
    ['HEAD', '/a.png', 200],
    ['GET', '/api/v1/categories/1/?page=2', 200],
  ] as const;
  for (const [method, path, status] of [...asked, ...asked]) {
    const body = method === 'POST' ? { body: 'x'.repeat(100_000) } : {};
    const answer = await ask(site.url, path, { method, agent, ...body });
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  agent.destroy();
});

describe("the preview's report of requests", () => {
  it('has method, path, status and the bytes of the body, each request once', async () => {
    const site = await siteInTest({ files: { 'a.png': 'abcdef' } });
    const { url } = site;
    const { bytes } = await ask(url, '/api/v1/categories/1/?page=2');
    await ask(url, '/api/v1/categories/1/', { method: 'HEAD' });
    await ask(url, '//a.png', { headers: { Range: 'bytes=0-1' } });
    await ask(url, '/api/nothing');
    await ask(url, '/', { method: 'DELETE' });
    await ask(url, '/', { method: 'OPTIONS' });
    await until(() => site.requests.length === 6);
    expect(site.requests).toMatchObject([
      { method: 'GET', url: '/api/v1/categories/1/?page=2', status: 200, bytes: bytes.length },
      { method: 'HEAD', url: '/api/v1/categories/1/', status: 200, bytes: 0 },
      { method: 'GET', url: '/a.png', status: 206, bytes: 2 },
      { method: 'GET', url: '/api/nothing', status: 404, bytes: 24 },
      { method: 'DELETE', url: '/', status: 405, bytes: 44 },
      { method: 'OPTIONS', url: '/', status: 204, bytes: 0 },
    ]);
    for (const { milliseconds, isWhole } of site.requests) {
      expect(milliseconds).toBeGreaterThan(0);
      expect(isWhole).toBe(true);
    }
  });

  it('counts the whole body if the client had it before the file was closed', async () => {
    const site = await siteInTest({ files: { 'a.bin': Buffer.alloc(300_000, 'a') } });
    const release = occupyThreads();
    try {
      const { status, bytes } = await ask(site.url, '/a.bin');
      await until(() => site.requests.length === 1);
      expect([status, bytes.length]).toEqual([200, 300_000]);
      expect(site.requests).toMatchObject([{ url: '/a.bin', status: 200, bytes: 300_000, isWhole: true }]);
    } finally {
      await release();
    }
  });

  it('counts an aborted response if the client disconnected', async () => {
    const site = await siteInTest();
    fs.truncateSync(join(site.out, '404.html'), large);
    const response = await download(site.url, '/404.html');
    response.destroy();
    await until(() => site.requests.length === 1);
    expect(site.requests).toMatchObject([{ url: '/404.html', status: 200, bytes: large, isWhole: false }]);
  });
});

it('a text file that does not fit into memory is sent like any other', async () => {
  const site = await siteInTest({ files: { 'a.csv': '' } });
  // More than Node reads at once, and less than a buffer can have.
  const size = 3_000_000_000;
  fs.truncateSync(join(site.out, 'a.csv'), size);
  const head = await ask(site.url, '/a.csv', { method: 'HEAD' });
  expect([head.status, head.headers['content-length']]).toEqual([200, String(size)]);
  expect(await ask(site.url, '/a.csv', { headers: { Range: 'bytes=0-1' } })).toMatchObject({
    status: 206,
    text: '\0\0',
  });
  (await download(site.url, '/a.csv')).destroy();
  await until(() => site.requests.length === 3);
  expect(site.requests[2]).toMatchObject({ status: 200, bytes: size, isWhole: false });
});

describe('a closed connection', () => {
  const open = '/proc/self/fd';

  it.skipIf(!fs.existsSync(open))('leaves no file open', async () => {
    const site = await siteInTest({ files: { 'large.bin': '' } });
    const file = join(site.out, 'large.bin');
    fs.truncateSync(file, large);
    const openFiles = () => fs.readdirSync(open).filter((name) => linkOf(join(open, name)) === file).length;
    const { hostname, port } = new URL(site.url);
    const client = connect(Number(port), hostname);
    client.write(`GET /large.bin HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    await until(() => openFiles() === 1);
    client.destroy();
    await until(() => openFiles() === 0);
    expect(openFiles()).toBe(0);
  });
});

it('a preview closes connections without traffic: idle, half sent, or with a download that nobody reads', async () => {
  const site = await siteInTest({ files: { 'large.bin': '' } });
  fs.truncateSync(join(site.out, 'large.bin'), large);
  const aborted: string[] = [];
  const preview = await openPreview({ out: site.out, port: firstPort, idleTime: 300 }, ({ url }) => aborted.push(url));
  const { hostname, port } = new URL(preview.url);
  const clientOf = (sent: string) => {
    const client = connect(Number(port), hostname, () => void client.write(sent));
    return client;
  };
  const idle = ['', 'GET / HTTP/1.1\r\nHost:'].map((sent) => endOf(clientOf(sent).resume()));
  const stalled = clientOf(`GET /large.bin HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await Promise.all(idle);
  await until(() => aborted.length > 0);
  expect(aborted).toEqual(['/large.bin']);
  stalled.destroy();
  await preview.close();
});

it('stopping a preview does not wait for connections that are idle, half sent or in the middle of a download', async () => {
  const site = await siteInTest({ files: { 'large.bin': '' } });
  fs.truncateSync(join(site.out, 'large.bin'), large);
  const { hostname, port } = new URL(site.url);
  const idle = connect(Number(port), hostname);
  const half = connect(Number(port), hostname, () => half.write('GET /api/v1/ HTTP/1.1\r\nHost:'));
  const [response] = await Promise.all([
    download(site.url, '/large.bin'),
    once(idle, 'connect'),
    once(half, 'connect'),
  ]);
  const ended = [idle, half, response].map((stream) => endOf(stream));
  await site.preview.close();
  // Only a client that reads notices the end.
  for (const stream of [idle, half, response]) stream.resume();
  await Promise.all(ended);
  expect(response.complete).toBe(false);
  expect(site.requests).toMatchObject([{ url: '/large.bin', isWhole: false }]);
  await expect(ask(site.url, '/')).rejects.toThrow('ECONNREFUSED');
});

/** Where a link leads; undefined if it is gone by now. */
function linkOf(path: string): string | undefined {
  try {
    return fs.readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Starts reading a file and then stalls. */
async function download(base: string, path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(base);
  const [response] = await once(get({ hostname, port, path, agent: false }), 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('no response');
  response.on('error', () => {});
  await once(response, 'readable');
  return response;
}

function endOf(stream: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    stream.on('error', () => {});
    stream.once('close', () => resolve());
  });
}

/** Keeps the threads busy that read and close files, so that each call has to wait. The result releases them. */
function occupyThreads(): () => Promise<void> {
  const controller = new AbortController();
  const derive = promisify(pbkdf2);
  const occupy = async () => {
    while (!controller.signal.aborted) await derive('password', 'salt', 20_000, 64, 'sha512');
  };
  const work = Promise.all(Array.from({ length: 16 }, occupy));
  return async () => {
    controller.abort();
    await work;
  };
}

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
