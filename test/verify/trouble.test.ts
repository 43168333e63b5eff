// Trouble: addresses without an API, certificates that are not trusted, services that send garbage, and a user who interrupts. It always ends in a report.
import { execFile, execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { Client, type ClientOptions } from '../../src/http/client.ts';
import { verify } from '../../src/verify/verify.ts';
import { anyCharacter } from '../helpers/characters.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { answerLimit } from '../helpers/limits.ts';
import { listen } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { words } from '../helpers/words.ts';
import { always, inReplies } from './defects/altering.ts';
import type { Defect } from './service.ts';
import { exampleOf, linesOf, rulesWith, usual, verified, verifiedService, withService } from './verified.ts';

describe('an address without an API', () => {
  it('is classified by what it answers, with advice and no other rule', async () => {
    const closed = await withService(undefined, async ({ base }) => base);
    const page = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><p>Hello' };
    const cases = [
      { url: closed, finding: /no answer: connect ECONNREFUSED/u },
      { url: 'http://no-such-host.invalid', finding: /no answer: .*(?:ENOTFOUND|EAI_AGAIN)/u },
      { url: 'http://127.0.0.1:6000', finding: /no answer: bad port/u },
    ];
    for (const { url, finding } of cases) {
      const report = await verified(url);
      expect(rulesWith(report, 'broken'), url).toEqual(['reachable']);
      expect(rulesWith(report, 'passed'), url).toEqual([]);
      expect(exampleOf(report, 'reachable').finding).toMatch(finding);
      expect(report.advice).toEqual([expect.stringContaining('--base-url')]);
      expect(linesOf(report)).toContain('The API could not be reached');
    }
    const { report } = await verifiedService(() => page);
    expect(rulesWith(report, 'broken')).toEqual(['reachable']);
    expect(exampleOf(report, 'reachable').finding).toContain('answered with "<!doctype html><p>Hello", not JSON');
    expect(linesOf(report).filter((line) => line.includes('not tested'))).toEqual([]);
  });

  it('is named if the host redirects elsewhere', async () => {
    const { report } = await verifiedService((_, { path }) => {
      return { status: 301, headers: { Location: `https://new.example/repo/api/v1/${path}` }, body: '' };
    });
    const { finding } = exampleOf(report, 'reachable');
    expect(finding).toMatch(/answered 301, .*; verify https:\/\/new\.example\/repo instead$/u);
  });

  it('is given up at once if it stayed busy', async () => {
    const { report, log } = await verifiedService(inReplies(always, { status: 503 }), { retries: 1 });
    expect(rulesWith(report, 'broken')).toEqual(['reachable']);
    expect(log).toHaveLength(2);
  });
});

it('a service that stops answering is not asked for every course', async () => {
  let isDown = false;
  const defect = inReplies((asked) => (isDown ||= asked.path.startsWith('courses/view/')), { status: 503 });
  const { report, log } = await verifiedService(defect);
  expect(rulesWith(report, 'broken')).toEqual(['answers']);
  // Those that are under way when it is given up are still answered.
  expect(log.filter((line) => line.includes('courses/view/')).length).toBeLessThan(16 + 8);
});

it('a service that permits too much is reported, and nothing is tried that it might execute', async () => {
  const defect = inReplies(always, { headers: { Allow: 'GET, HEAD, OPTIONS, PUT, DELETE' } });
  const { report, log } = await verifiedService(defect);
  expect(rulesWith(report, 'unsupported')).toEqual(['allow', 'options', 'methods']);
  expect(exampleOf(report, 'methods').finding).toMatch(/^POST: Allow is "GET, HEAD, OPTIONS, PUT, DELETE"$/u);
  expect(log.filter((line) => /^(?:PUT|DELETE) /u.test(line))).toEqual([]);
  expect(log.filter((line) => line.startsWith('PATCH '))).not.toEqual([]);
});

describe('garbage', () => {
  const body = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '',
      ...words`null [] {} [[]] {"results":[{}]} [{"__proto__":1}] "\ud800" [{"language":["\ud800"]}]`,
    ),
  );
  const header = fc.record(
    {
      'Content-Type': fc.constantFrom('application/json', 'text/html', ';', ''),
      'Content-Encoding': fc.constantFrom('gzip', 'br', 'identity'),
      Location: fc.constantFrom('/', '//', 'http://[', 'javascript:1', ''),
      Allow: fc.constantFrom('', 'GET', ',,'),
      'Retry-After': fc.constantFrom('-1', 'x', '1e9', '999999999999'),
    },
    { requiredKeys: [] },
  );
  const status = fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 }));
  const answer = fc.record({ status, headers: header, body });
  /** Some replies are right but for one value, so that garbage gets deep into the walk as well. */
  const damaged = fc.record({
    at: fc.nat({ max: 400 }),
    value: fc.constantFrom('null', '-1', '"x"', '1e999', '[]', '{}', '"\\ud83d"', '".."'),
  });

  it('of any kind in any reply ends in a report', async () => {
    const replies = fc.array(fc.oneof(answer, damaged, fc.constant(undefined)), { minLength: 1, maxLength: 40 });
    await forAll(12, [replies], async (given) => {
      let asked = 0;
      const { report } = await verifiedService((reply) => {
        const next = given[(asked += 1) % given.length];
        if (next === undefined) return reply;
        return 'body' in next
          ? { ...next, headers: withoutEmpty(next.headers) }
          : { ...reply, body: spoil(reply.body, next) };
      });
      expect(report.ok).toBe(rulesWith(report, 'broken').length === 0);
      expect(linesOf(report).join('\n')).not.toMatch(/[^\n\P{Cc}]/u);
      expect(() => JSON.stringify(report)).not.toThrow();
    });
  });

  it('instead of HTTP ends in a report', async () => {
    for (const sent of ['', 'garbage', 'HTTP/1.1 200 OK\r\n\r', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}']) {
      const { url, close } = await listen(createSocketServer((socket) => socket.on('error', () => {}).end(sent)));
      expect(rulesWith(await verified(url), 'broken'), sent).toEqual(['reachable']);
      await close();
    }
  });

  /** Replaces one of the body's own values. */
  function spoil(text: string, { at, value }: { at: number; value: string }): string {
    let left = at;
    return text.replaceAll(/(?<=[:,[])(?:-?\d+|"[^"]*"(?!:)|null)/gu, (own) => ((left -= 1) === -1 ? value : own));
  }

  function withoutEmpty(headers: object): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  }
});

it('interrupting ends at once with the reason, whatever is in progress', async () => {
  const controller = new AbortController();
  const reason = new Error('the user pressed Ctrl-C');
  const defect: Defect = (reply, { path }) => {
    if (!path.startsWith('courses/view/')) return reply;
    controller.abort(reason);
    return undefined;
  };
  await withService(defect, async ({ base }) => {
    const options = { ...usual, url: base, timeout: 600, retries: 4 };
    await expect(verify(options, () => {}, controller.signal)).rejects.toBe(reason);
  });
});

describe('sizes', () => {
  it('of zero conform, but the verdict states how little that means', async () => {
    const { report } = await verifiedService(inReplies((_, { status }) => status === 200, { body: '[]' }));
    // That rule needs a local build, and none is given.
    const untested = rulesWith(report, 'untested').length - 2;
    expect(untested).toBeGreaterThan(20);
    expect(report).toMatchObject({ ok: true, courses: 0 });
    const verdict = new RegExp(`^The API conforms: .*, ${untested} rules not tested`, 'u');
    expect(linesOf(report)).toContainEqual(expect.stringMatching(verdict));
    expect(linesOf(report)).toContainEqual(expect.stringContaining('no course was read'));
  });

  it('of a million values are not compared, since that would block Ctrl-C for minutes', async () => {
    const zeros = inReplies(({ path }) => path === 'providers/', { body: `[${'0,'.repeat(1_000_000)}0]` });
    const { report, base } = await verifiedService(zeros);
    expect(exampleOf(report, 'json').finding).toBe(`${base}/api/v1/providers/ has more than 1000000 values`);
    expect(rulesWith(report, 'broken')).not.toContain('providers');
  });
});

describe.skipIf(isMissing('openssl'))(`a certificate${neededFor('openssl')}`, () => {
  const folder = makeFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  let url = '';
  beforeAll(async () => {
    const name = ['-subj', '/CN=other.example', '-addext', 'subjectAltName=DNS:other.example'];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync(pathOf('openssl'), [...args, ...name], { stdio: 'ignore' });
    const files = { key: readFileSync(key), cert: readFileSync(cert) };
    const { port, close } = await listen(createTlsServer(files, (_, response) => void response.end()));
    url = `https://127.0.0.1:${port}`;
    return close;
  });
  afterAll(() => removeFolder(folder));

  it('that is not trusted ends verification at the first request', async () => {
    const report = await verified(url, { retries: 3 });
    expect(report.requests).toBe(1);
    expect(exampleOf(report, 'reachable').finding).toContain('no answer: self-signed certificate');
  });

  it('for another host ends verification at the first request', async () => {
    const env = { NODE_EXTRA_CA_CERTS: cert };
    const args = ['lib/bin.js', 'verify', url, '--json'];
    const [stdout = '', stderr] = await new Promise<string[]>((resolve) => {
      execFile(process.execPath, args, { env }, (_, ...printed) => resolve(printed));
    });
    expect(stderr).toContain("does not match certificate's altnames");
    const report: { requests: number; rules: { examples: { finding: string }[] }[] } = JSON.parse(stdout);
    expect(report.requests).toBe(1);
    expect(report.rules[0]?.examples[0]?.finding).toContain("does not match certificate's altnames");
  });
});

async function host(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(answer));
  onTestFinished(close);
  return `${url}/`;
}

function clientWith(options: Partial<ClientOptions>): Client {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return new Client({ timeout: answerLimit, retries: 0, signal, ...options });
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
      waitForSlot: async (url) => {
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
