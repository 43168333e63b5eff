// Trouble: addresses without an API, certificates that are not trusted, services that send garbage, and a user who interrupts. It always ends in a report.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { anyCharacter } from '../characters.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { forAll } from '../for-all.ts';
import { listen } from '../ports.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { words } from '../words.ts';
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
      { url: 'not an address', finding: /^"not an address" is not an http or https address/u },
      { url: 'ftp://example.org/', finding: /is not an http or https address/u },
      { url: 'http://127.0.0.1:6000', finding: /no answer: bad port/u },
    ];
    for (const { url, finding } of cases) {
      const report = await verified(url);
      expect(rulesWith(report, 'broken'), url).toEqual(['reachable']);
      expect(rulesWith(report, 'held'), url).toEqual([]);
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
  const { report, log } = await verifiedService(defect, { concurrency: 1 });
  expect(rulesWith(report, 'broken')).toEqual(['answers']);
  expect(log.slice(log.findIndex((line) => line.includes('courses/view/')))).toHaveLength(16);
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
    await forAll(60, [replies], async (given) => {
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
      const { url, close } = await listen(createServer((socket) => socket.on('error', () => {}).end(sent)));
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
    const untested = rulesWith(report, 'untested').length - 1;
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
    const stdout = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { env }, (_, printed) => resolve(printed));
    });
    const report: { requests: number; rules: { examples: { finding: string }[] }[] } = JSON.parse(stdout);
    expect(report.requests).toBe(1);
    expect(report.rules[0]?.examples[0]?.finding).toContain("does not match certificate's altnames");
  });
});
