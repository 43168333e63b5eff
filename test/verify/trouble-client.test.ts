// Trouble on the way: a host that is busy, silent, endless or not the expected one, requested by the client alone.
import { setMaxListeners } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client, type ClientOptions } from '../../src/client/client.ts';
import { listen } from '../ports.ts';

async function host(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(answer));
  onTestFinished(close);
  return `${url}/`;
}

function clientWith(options: Partial<ClientOptions>): Client {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return new Client({ timeout: 30, retries: 0, signal, ...options });
}

const get = (url: string) => ({ method: 'GET', url });

describe('a host that asks for a delay', () => {
  it('receives no request in the meantime, and the delay is reported once', async () => {
    const times: number[] = [];
    const url = await host((_, response) => {
      times.push(performance.now());
      if (times.length <= 4) response.writeHead(429, { 'Retry-After': '1' });
      response.end();
    });
    const waits: number[] = [];
    let onRequest: () => void = () => {};
    const asked = new Promise<void>((resolve) => (onRequest = resolve));
    const onWait = (seconds: number) => {
      waits.push(seconds);
      onRequest();
    };
    const client = clientWith({ retries: 1, onWait });
    const first = [1, 2, 3, 4].map(async () => client.send(get(url)));
    await asked;
    const later = await client.send(get(url));
    expect([later, ...(await Promise.all(first))].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [before = 0, after = 0] = [times[0], times[4]];
    expect(after - before).toBeGreaterThanOrEqual(990);
    expect(waits).toEqual([1]);
  });

  it('is sent what waited at turns that are taken after it', async () => {
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000);
    const now = vi.spyOn(Date, 'now').mockReturnValue(until.getTime() - 200);
    let onWait: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => (onWait = resolve));
    const turns: string[] = [];
    const sent: string[] = [];
    const client = clientWith({
      retries: 1,
      onWait,
      turn: async (url) => {
        turns.push(url);
        if (url !== '1') await isAsked;
      },
      connect: async (url) => {
        sent.push(url);
        return sent.length > 1
          ? new Response()
          : new Response(null, { status: 429, headers: { 'Retry-After': until.toUTCString() } });
      },
    });
    const urls = ['1', '2', '3', '4', '5', '6', '7', '8'];
    await Promise.all(urls.map(async (url) => client.send(get(url))));
    now.mockRestore();
    expect(sent.toSorted()).toEqual(['1', ...urls]);
    expect(turns.toSorted()).toEqual([...urls, ...urls].toSorted());
  });

  it('that is too long is requested once', async () => {
    const client = clientWith({ retries: 3 });
    const url = await host((_, response) => response.writeHead(429, { 'Retry-After': '9999' }).end());
    expect(await client.send(get(url))).toMatchObject({ failure: 'answered 429 and asked to wait 9999 s' });
    expect(client.requests).toBe(1);
  });

  it('repeatedly gets no more than the time of a run', async () => {
    const client = clientWith({ retries: 9, limits: { totalWait: 2.5 } });
    const url = await host((_, response) => response.writeHead(503, { 'Retry-After': '1' }).end());
    expect(await client.send(get(url))).toMatchObject({ failure: 'answered 503 and asked to wait 1 s, 3 times' });
    expect(await client.send(get(url))).toMatchObject({ failure: 'answered 503 and asked to wait 1 s' });
  });

  it('of unspecified length is not retried for longer than a run either', async () => {
    const client = clientWith({ retries: 9, limits: { totalWait: 1 } });
    const url = await host((_, response) => response.writeHead(503).end());
    await client.send(get(url));
    expect(client.requests).toBeLessThanOrEqual(3);
    const before = client.requests;
    await client.send(get(url));
    expect(client.requests).toBe(before + 1);
  });
});

it.each([
  [429, 'PUT', 2],
  [503, 'PUT', 1],
  [503, 'OPTIONS', 2],
])(
  'a request that might change something is sent again after %i for %s: %i requests',
  async (status, method, requests) => {
    const client = clientWith({ retries: 1 });
    const url = await host((_, response) => response.writeHead(status).end());
    await client.send({ method, url });
    expect(client.requests).toBe(requests);
  },
);

describe('a host that leaves every second request unanswered', () => {
  it('is given up', async () => {
    const client = clientWith({});
    let asked = 0;
    const url = await host((_, response) => response.writeHead((asked += 1) % 2 === 0 ? 200 : 503).end());
    for (let sent = 0; sent < 100; sent += 1) await client.send(get(url));
    expect(client.hasGivenUp).toBe(true);
    expect(asked).toBe(31);
    const { failure } = await client.send(get(url));
    expect(failure).toBe('not sent: 16 of the last 32 requests got no answer');
  });

  it('is not given up if it is every third request', async () => {
    const client = clientWith({});
    let asked = 0;
    const url = await host((_, response) => response.writeHead((asked += 1) % 3 === 0 ? 503 : 200).end());
    for (let sent = 0; sent < 100; sent += 1) await client.send(get(url));
    expect(asked).toBe(100);
  });
});

it('a silent host is given up after a number of tries, not of requests with all their retries', async () => {
  const client = clientWith({ timeout: 1, retries: 9 });
  const url = await host(() => {});
  const sent = Array.from({ length: 16 }, async () => client.send(get(url)));
  const failures = (await Promise.all(sent)).map(({ failure }) => failure);
  expect(new Set(failures)).toEqual(new Set(['no answer within 1 s']));
  expect(client.requests).toBe(16);
});

describe('a body', () => {
  it('that never ends is not read to the end', async () => {
    const client = clientWith({ retries: 2 });
    const chunk = Buffer.alloc(1 << 20, ' ');
    const url = await host((_, response) => {
      const go = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', go);
      };
      go();
    });
    expect(await client.send(get(url))).toMatchObject({ failure: 'the body has more than 33554432 bytes' });
    expect(client.requests).toBe(1);
  });

  it('is not read while many others take the memory', async () => {
    // Neither ends before the other was aborted.
    const waiting: ServerResponse[] = [];
    const url = await host((_, response) => {
      response.write(Buffer.alloc(600));
      waiting.push(response);
      response.on('close', () => waiting.map((one) => one.end()));
    });
    const client = clientWith({ limits: { bytesInFlight: 1000 } });
    const answers = await Promise.all([client.send(get(url)), client.send(get(url))]);
    expect(answers.map(({ failure }) => failure ?? '').toSorted()).toEqual([
      '',
      'the bodies being read have more than 1000 bytes',
    ]);
  });
});

it('a host that is not the expected one is requested once if it does not speak TLS', async () => {
  const server = createSocketServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n'));
  const { port, close } = await listen(server);
  onTestFinished(close);
  const client = clientWith({ retries: 3 });
  const { failure } = await client.send(get(`https://127.0.0.1:${port}/`));
  expect(failure).toMatch(/^no answer: .*(?:wrong version number|packet length)/u);
  expect(client.requests).toBe(1);
});
