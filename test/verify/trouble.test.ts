// Trouble: addresses without an API, services that send garbage, and a user who interrupts. It always ends in a report.
import { once } from 'node:events';
import { createServer as createSocketServer } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportLines } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { plain } from '../plain.ts';
import { courses } from './catalog.ts';
import { exampleOf, rulesWith, verified, withService } from './verified.ts';
import { anyCharacter } from '../characters.ts';

/** A local address that nothing listens at. */
async function closedAddress(): Promise<string> {
  return withService(undefined, async ({ base }) => base);
}

describe('an address without an API', () => {
  it('is classified by what it answers, with advice and no other rule', async () => {
    const closed = await closedAddress();
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
      expect(reportLines(report).map(plain)).toContain('The API could not be reached');
    }
    await withService(
      () => page,
      async ({ base }) => {
        const report = await verified(base);
        expect(rulesWith(report, 'broken')).toEqual(['reachable']);
        expect(exampleOf(report, 'reachable').finding).toContain('answered with "<!doctype html><p>Hello", not JSON');
        expect(
          reportLines(report)
            .map(plain)
            .filter((line) => line.includes('not tested')),
        ).toEqual([]);
      },
    );
  });

  it('is named if the host redirects elsewhere', async () => {
    const elsewhere = ({ path }: { path: string }) => ({ Location: `https://new.example/repo/api/v1/${path}` });
    await withService(
      (_, asked) => ({ status: 301, headers: elsewhere(asked), body: '' }),
      async ({ base }) => {
        const { finding } = exampleOf(await verified(base), 'reachable');
        expect(finding).toMatch(/answered 301, .*; verify https:\/\/new\.example\/repo instead$/u);
      },
    );
  });

  it('is given up at once if it stayed busy', async () => {
    await withService(
      (reply) => ({ ...reply, status: 503 }),
      async ({ base, log }) => {
        const report = await verified(base, { retries: 1 });
        expect(rulesWith(report, 'broken')).toEqual(['reachable']);
        expect(log).toHaveLength(2);
      },
    );
  });
});

describe('a service that stops answering', () => {
  it('is not asked for every course', async () => {
    let isUp = true;
    const defect = (
      reply: { status: number; headers: Record<string, string>; body: string },
      { path }: { path: string },
    ) => {
      isUp &&= !path.startsWith('courses/view/');
      return isUp ? reply : { ...reply, status: 503 };
    };
    await withService(defect, async ({ base, log }) => {
      const report = await verified(base, { concurrency: 1 });
      expect(rulesWith(report, 'broken')).toEqual(['answers']);
      const after = log.slice(log.findIndex((line) => line.includes('courses/view/')));
      expect(after).toHaveLength(16);
      expect(after.length).toBeLessThan(courses.length + 28);
    });
  });

  it('is given the time that Retry-After requests', async () => {
    const times: number[] = [];
    await withService(
      (reply, { path }) => {
        if (path !== 'courses/latest/') return reply;
        times.push(performance.now());
        return times.length === 1
          ? { ...reply, status: 429, headers: { ...reply.headers, 'Retry-After': '2' } }
          : reply;
      },
      async ({ base }) => {
        expect(await verified(base, { retries: 1, sample: 1 })).toMatchObject({ ok: true });
        const [first = 0, second = 0] = times;
        expect(second - first).toBeGreaterThanOrEqual(1990);
      },
    );
  });
});

describe('a service that permits too much', () => {
  it('is reported, and nothing is tried that it might execute', async () => {
    const allow = 'GET, HEAD, OPTIONS, PUT, DELETE';
    await withService(
      (reply) => ({ ...reply, headers: { ...reply.headers, Allow: allow } }),
      async ({ base, log }) => {
        const report = await verified(base);
        expect(rulesWith(report, 'unsupported')).toEqual(['allow', 'options', 'methods']);
        expect(exampleOf(report, 'methods').finding).toMatch(/^POST: Allow is "GET, HEAD, OPTIONS, PUT, DELETE"$/u);
        expect(log.filter((line) => /^(?:PUT|DELETE) /u.test(line))).toEqual([]);
        expect(log.filter((line) => line.startsWith('PATCH '))).not.toEqual([]);
      },
    );
  });
});

describe('garbage', () => {
  const body = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '',
      'null',
      '[]',
      '{}',
      '[[]]',
      '{"results":[{}]}',
      '[{"__proto__":1}]',
      '"\\ud800"',
      '[{"language":["\\ud800"]}]',
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
    await fc.assert(
      fc.asyncProperty(replies, async (given) => {
        let asked = 0;
        await withService(
          (reply) => {
            const next = given[(asked += 1) % given.length];
            if (next === undefined) return reply;
            return 'body' in next
              ? { ...next, headers: withoutEmpty(next.headers) }
              : { ...reply, body: spoil(reply.body, next) };
          },
          async ({ base }) => {
            const report = await verified(base);
            expect(report.ok).toBe(rulesWith(report, 'broken').length === 0);
            expect(reportLines(report).map(plain).join('\n')).not.toMatch(/[^\n\P{Cc}]/u);
            expect(() => JSON.stringify(report)).not.toThrow();
          },
        );
      }),
      { numRuns: 60 },
    );
  });

  it('instead of HTTP ends in a report', async () => {
    for (const sent of ['', 'garbage', 'HTTP/1.1 200 OK\r\n\r', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}']) {
      const server = createSocketServer((socket) => socket.on('error', () => {}).end(sent)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const report = await verified(`http://127.0.0.1:${port}`);
      expect(rulesWith(report, 'broken'), sent).toEqual(['reachable']);
      server.close();
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

describe('interrupting', () => {
  it('ends at once with the reason, whatever is in progress', async () => {
    const controller = new AbortController();
    const reason = new Error('the user pressed Ctrl-C');
    await withService(
      (reply, { path }) => {
        if (!path.startsWith('courses/view/')) return reply;
        controller.abort(reason);
        return undefined;
      },
      async ({ base }) => {
        const options = {
          url: base,
          sample: undefined,
          seed: 1,
          concurrency: 4,
          timeout: 600,
          retries: 4,
          against: undefined,
        };
        await expect(verify(options, () => {}, controller.signal)).rejects.toBe(reason);
      },
    );
  });
});
