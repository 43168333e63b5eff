// The preview as a server: which folder, what it reports of requests, and how it ends.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { Agent, get, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { ProblemsError } from '../../src/problems.ts';
import { asAnyone, inFolder } from '../folders.ts';
import { runBuild } from '../build/run.ts';
import { ask } from './ask.ts';
import { failureOf } from './failure.ts';
import { occupyThreads } from './busy-threads.ts';
import { firstPort, oddCatalog, openSite } from './site.ts';
import { until } from './until.ts';

/** More bytes than a test can read; the file is sparse and takes no room. */
const large = 100_000_000_000;

const warnings: string[] = [];
const onWarning = (warning: Error) => warnings.push(warning.message);
beforeAll(() => void process.on('warning', onWarning));
afterAll(() => void process.off('warning', onWarning));

describe('the folder of a preview', () => {
  it.each([
    ['does not exist', () => {}],
    ['is not a folder', (out: string) => writeFileSync(out, '')],
    ['contains no build: api/v1 is missing', (out: string) => mkdirSync(out)],
    ['contains no build: api/v1 is missing', (out: string) => mkdirSync(join(out, 'api/v1'), { recursive: true })],
    [
      'contains no build: api/v1 is missing',
      (out: string) => mkdirSync(join(out, 'api/v1/index.json'), { recursive: true }),
    ],
    ['does not exist', (out: string) => symlinkSync('nowhere', out)],
  ])('is refused with the advice to build first if it %s', async (finding, make) => {
    await inFolder(async (folder) => {
      const out = join(folder, 'dist');
      make(out);
      const error = await failureOf(openPreview({ out, port: firstPort }, () => {}));
      const problems = error instanceof ProblemsError ? error.problems : [];
      expect(problems).toMatchObject([
        { rule: 'preview-folder', file: out, finding, remedy: 'build first: npx course-catalog build' },
      ]);
    });
  });

  it('may be a link, may be replaced, and may be missing for a while', async () => {
    const site = await openSite(oddCatalog());
    const { out, folder, preview } = site;
    const linked = join(folder, 'current');
    symlinkSync('dist', linked);
    const second = await openPreview({ out: linked, port: firstPort }, () => {});
    const seen = async () => (await ask(second.url, '/api/v1/categories/1/')).status;
    expect(await seen()).toBe(200);
    rmSync(out, { recursive: true });
    expect([await seen(), (await ask(preview.url, '/')).status]).toEqual([404, 302]);
    await runBuild({ data: 'data', out: join(folder, 'dist-2'), chosen: { indexFile: 'index.html' } });
    rmSync(linked);
    symlinkSync('dist-2', linked);
    expect((await ask(second.url, '/api/v1/categories/10/')).text).toContain(`"next":"${second.url}/api/v1/`);
    await second.close();
    await site.close();
  });

  it('may hold a file that cannot be read: only that file is refused', async () => {
    const site = await openSite(oddCatalog(), {}, { 'a.txt': 'a', 'a.png': 'a' });
    for (const name of ['a.txt', 'a.png', 'api/v1/providers/index.json']) chmodSync(join(site.out, name), 0);
    chmodSync(site.folder, 0o755);
    await asAnyone(async () => {
      for (const path of ['/a.txt', '/a.png', '/api/v1/providers/']) {
        const { status, text } = await ask(site.preview.url, path);
        expect([status, text]).toEqual([500, '{"detail":"Cannot be read: EACCES."}']);
      }
      expect((await ask(site.preview.url, '/api/v1/categories/')).status).toBe(200);
    });
    await site.close();
  });
});

describe('a connection to a preview', () => {
  it('serves requests of every kind one after the other', async () => {
    const site = await openSite(oddCatalog(), {}, { 'a.png': 'abcdef' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked = [
      ['GET', '/api/v1/categories/1/', 200],
      ['HEAD', '/api/v1/categories/1/', 200],
      ['POST', '/api/v1/categories/1/', 405],
      ['HEAD', '/nothing', 404],
      ['GET', '/nothing', 404],
      ['OPTIONS', '/', 204],
      ['GET', '/api/v1', 302],
      ['GET', '/a.png', 200],
      ['HEAD', '/a.png', 200],
      ['GET', '/api/v1/categories/1/?page=2', 200],
    ] as const;
    for (const [method, path, status] of [...asked, ...asked]) {
      const body = method === 'POST' ? { body: 'x'.repeat(100_000) } : {};
      const answer = await ask(site.preview.url, path, { method, agent, ...body });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    agent.destroy();
    await site.close();
  });
});

describe("the preview's report of requests", () => {
  it('has method, path, status and the bytes of the body, each request once', async () => {
    const site = await openSite(oddCatalog(), {}, { 'a.png': 'abcdef' });
    const { url } = site.preview;
    const { bytes } = await ask(url, '/api/v1/categories/1/?page=2');
    await ask(url, '/api/v1/categories/1/', { method: 'HEAD' });
    await ask(url, '//a.png', { headers: { Range: 'bytes=0-1' } });
    await ask(url, '/nothing');
    await ask(url, '/', { method: 'DELETE' });
    await ask(url, '/', { method: 'OPTIONS' });
    await until(() => site.requests.length === 6);
    expect(site.requests).toMatchObject([
      { method: 'GET', url: '/api/v1/categories/1/?page=2', status: 200, bytes: bytes.length },
      { method: 'HEAD', url: '/api/v1/categories/1/', status: 200, bytes: 0 },
      { method: 'GET', url: '/a.png', status: 206, bytes: 2 },
      { method: 'GET', url: '/nothing', status: 404, bytes: 24 },
      { method: 'DELETE', url: '/', status: 405, bytes: 44 },
      { method: 'OPTIONS', url: '/', status: 204, bytes: 0 },
    ]);
    for (const { milliseconds, isWhole } of site.requests) {
      expect(milliseconds).toBeGreaterThan(0);
      expect(isWhole).toBe(true);
    }
    await site.close();
  });

  it('counts the whole body if the client had it before the file was closed', async () => {
    const site = await openSite(oddCatalog(), {}, { 'a.bin': Buffer.alloc(300_000, 'a') });
    const release = occupyThreads();
    try {
      const { status, bytes } = await ask(site.preview.url, '/a.bin');
      await until(() => site.requests.length === 1);
      expect([status, bytes.length]).toEqual([200, 300_000]);
      expect(site.requests).toMatchObject([{ url: '/a.bin', status: 200, bytes: 300_000, isWhole: true }]);
    } finally {
      await release();
      await site.close();
    }
  });

  it('counts an aborted response if the client disconnected', async () => {
    const site = await openSite(oddCatalog());
    truncateSync(join(site.out, '404.html'), large);
    const response = await download(site.preview.url, '/404.html');
    response.destroy();
    await until(() => site.requests.length === 1);
    expect(site.requests).toMatchObject([{ url: '/404.html', status: 200, bytes: large, isWhole: false }]);
    await site.close();
  });
});

describe('a closed connection', () => {
  const open = '/proc/self/fd';

  it.skipIf(!existsSync(open))('leaves no file open, not even for a pipelined request', async () => {
    const site = await openSite(oddCatalog(), {}, { 'large.bin': '' });
    const file = join(site.out, 'large.bin');
    truncateSync(file, large);
    const openFiles = () => readdirSync(open).filter((name) => linkOf(join(open, name)) === file).length;
    const { hostname, port } = new URL(site.preview.url);
    const client = connect(Number(port), hostname);
    const asked = `GET /large.bin HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    client.write(asked + asked);
    await until(() => openFiles() === 2);
    client.destroy();
    await until(() => openFiles() === 0);
    expect(openFiles()).toBe(0);
    await site.close();
  });
});

describe('a preview', () => {
  it('closes connections without traffic: idle, half sent, or with a download that nobody reads', async () => {
    const site = await openSite(oddCatalog(), {}, { 'large.bin': '' });
    truncateSync(join(site.out, 'large.bin'), large);
    const aborted: string[] = [];
    const preview = await openPreview({ out: site.out, port: firstPort, idleTime: 300 }, ({ url }) =>
      aborted.push(url),
    );
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
    await site.close();
  });
});

describe('stopping a preview', () => {
  it('does not wait for connections that are idle, half sent or in the middle of a download', async () => {
    const site = await openSite(oddCatalog(), {}, { 'large.bin': '' });
    truncateSync(join(site.out, 'large.bin'), large);
    const { hostname, port } = new URL(site.preview.url);
    const idle = connect(Number(port), hostname);
    const half = connect(Number(port), hostname, () => half.write('GET /api/v1/ HTTP/1.1\r\nHost:'));
    const [response] = await Promise.all([
      download(site.preview.url, '/large.bin'),
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
    await expect(ask(site.preview.url, '/')).rejects.toThrow('ECONNREFUSED');
    await site.close();
  });
});

describe('the server of a preview', () => {
  it('has not made Node print warnings about its dependencies', () => {
    expect(warnings).toEqual([]);
  });
});

/** Where a link leads; undefined if it is gone by now. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
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
