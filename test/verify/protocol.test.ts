// Protocol: methods, headers and error responses that deviate from the specification in one thing each.
import { describe, expect, it } from 'vitest';
import { reportLines } from '../../src/verify/report.ts';
import type { RuleName } from '../../src/verify/rules.ts';
import { plain } from '../plain.ts';
import { replyTo, type Defect } from './service.ts';
import { exampleOf, rulesWith, verified, withService } from './verified.ts';

interface Expected {
  readonly broken?: readonly RuleName[];
  readonly unsupported?: readonly RuleName[];
  readonly finding?: string;
}

/** The broken and the unsupported rules, and the first finding. */
async function outcomeOf(defect: Defect): Promise<object> {
  return withService(defect, async ({ base }) => {
    const report = await verified(base);
    const [broken, unsupported] = [rulesWith(report, 'broken'), rulesWith(report, 'unsupported')];
    const [rule = 'reachable'] = [...broken, ...unsupported];
    return { broken, unsupported, finding: exampleOf(report, rule).finding.replaceAll(base, '{base}') };
  });
}

function expected({ broken = [], unsupported = [], finding = '' }: Expected): object {
  return { broken, unsupported, finding: expect.stringContaining(finding) };
}

/** Replaces the headers of responses with status 200 to one method. */
function headersOf(method: string, headers: (body: string) => Record<string, string>): Defect {
  return (reply, asked) => {
    return asked.method === method && reply.status === 200
      ? { ...reply, headers: { ...reply.headers, ...headers(reply.body) } }
      : reply;
  };
}

describe('HEAD', () => {
  it('with another type than GET breaks the contract', async () => {
    const defect = headersOf('HEAD', () => ({ 'Content-Type': 'text/html' }));
    const finding = 'HEAD: Content-Type is "text/html", but "application/json" for GET';
    expect(await outcomeOf(defect)).toEqual(expected({ broken: ['head'], finding }));
  });

  const lengths = (head: (length: number) => Record<string, string>): Defect => {
    return (reply, { method }) => {
      const length = Buffer.byteLength(reply.body);
      const sent = method === 'HEAD' ? head(length) : { 'Content-Length': String(length) };
      return { ...reply, headers: { ...reply.headers, ...sent } };
    };
  };

  it('with another length than GET breaks the contract', async () => {
    const defect = lengths((length) => ({ 'Content-Length': String(length + 1) }));
    expect(await outcomeOf(defect)).toEqual(expected({ broken: ['head'], finding: 'HEAD: Content-Length is "' }));
  });

  it.each([
    ['the same', (length: number) => ({ 'Content-Length': String(length) })],
    ['none', () => ({})],
    ['a different one for another encoding', () => ({ 'Content-Length': '3', 'Content-Encoding': 'gzip' })],
  ])('may have the length %s', async (_, head) => {
    expect(await outcomeOf(lengths(head))).toEqual(expected({}));
  });

  it('without Vary breaks the contract, and without Allow is a limit', async () => {
    expect(await outcomeOf(headersOf('HEAD', () => ({ Vary: 'Origin' })))).toEqual(
      expected({ broken: ['vary'], finding: 'HEAD: Vary is' }),
    );
    expect(await outcomeOf(headersOf('HEAD', () => ({ Allow: 'GET' })))).toEqual(
      expected({ unsupported: ['allow'], finding: 'HEAD: Allow is' }),
    );
  });
});

describe('a content type', () => {
  const typed = (type: string): Defect => {
    return (reply) => ({ ...reply, headers: { ...reply.headers, 'Content-Type': type } });
  };

  it.each(['application/json; charset=iso-8859-1', 'application/json;charset="utf-16"', 'text/json'])(
    '%s breaks the contract',
    async (type) => {
      const limits: RuleName[] = ['unknown-body', 'methods-body'];
      expect(await outcomeOf(typed(type))).toEqual(
        expected({ broken: ['content-type'], unsupported: limits, finding: JSON.stringify(type) }),
      );
    },
  );

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])('%s conforms', async (type) => {
    expect(await outcomeOf(typed(type))).toEqual(expected({}));
  });
});

describe('an unsafe method', () => {
  const answered = (wanted: string, status: number): Defect => {
    return (reply, { method }) => (method === wanted ? { ...reply, status } : reply);
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s that succeeds breaks the contract', async (method) => {
    for (const status of [200, 201]) {
      const finding = `${method}: {base}/api/v1/courses/latest/ answered ${status}`;
      expect(await outcomeOf(answered(method, status))).toEqual(expected({ broken: ['read-only'], finding }));
    }
  });

  it.each([302, 400, 403, 404, 501])('refused with %s is a limit', async (status) => {
    expect(await outcomeOf(answered('PUT', status))).toEqual(
      expected({ unsupported: ['methods', 'methods-body'], finding: 'PUT: ' }),
    );
  });
});

describe('a static host that ignores the method', () => {
  it('has a limit only, since it changed nothing', async () => {
    const defect: Defect = (reply, asked) => (reply.status === 405 ? replyTo({ ...asked, method: 'GET' }) : reply);
    const unsupported: RuleName[] = ['methods', 'methods-body'];
    expect(await outcomeOf(defect)).toEqual(expected({ unsupported, finding: 'POST: ' }));
  });
});

describe('a redirect to the trailing slash', () => {
  it.each([
    'https://elsewhere.example/',
    '/',
    '/catalog/api/v1/courses/latest',
    '/catalog/api/v1/courses/latest/?x=1',
    'http://[',
  ])('that leads to %s does not count', async (location) => {
    const defect: Defect = (reply) => {
      return reply.status === 301 ? { ...reply, headers: { ...reply.headers, Location: location } } : reply;
    };
    expect(await outcomeOf(defect)).toEqual(
      expected({ unsupported: ['last-slash'], finding: `answered 301, to ${JSON.stringify(location)}` }),
    );
  });
});

describe('a language with the name of a part of the address', () => {
  it.each(['ht', 'api', 'a', '127'])('is requested as %s in the right position', async (name) => {
    const asked: string[] = [];
    const here = (text: string) => text.replaceAll('English', name);
    const defect: Defect = (_, { path, pathname, ...rest }) => {
      asked.push(pathname);
      const own = replyTo({ ...rest, pathname, path: path.replace(`languages/${name}/`, 'languages/English/') });
      const headers = Object.fromEntries(Object.entries(own.headers).map(([key, value]) => [key, here(value)]));
      return { ...own, headers, body: here(own.body) };
    };
    expect(await outcomeOf(defect)).toEqual(expected({}));
    const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16)}`).join('');
    expect(asked).toContain(`/catalog/api/v1/languages/${encoded}/courses/`);
  });
});

describe('a busy host', () => {
  const busyFor = (is: (asked: Parameters<Defect>[1]) => boolean): Defect => {
    return (reply, asked) => (is(asked) ? { status: 429, headers: {}, body: '' } : reply);
  };

  it.each<[string, (asked: Parameters<Defect>[1]) => boolean]>([
    ['HEAD', ({ method }) => method === 'HEAD'],
    ['OPTIONS', ({ method }) => method === 'OPTIONS'],
    ['PUT', ({ method }) => method === 'PUT'],
    ['an address without its trailing slash', ({ path }) => !path.endsWith('/')],
    ['an unknown resource', ({ path }) => path === 'providers/999983/courses/'],
    ['a name in another encoding', ({ pathname }) => pathname.includes('%45')],
    ['?page=2', ({ page, path }) => page === '2' && path.startsWith('providers/1/')],
  ])('for %s has broken no rule but that of responses', async (_, is) => {
    await withService(busyFor(is), async ({ base }) => {
      const report = await verified(base);
      expect(rulesWith(report, 'broken')).toEqual(['answers']);
      expect(rulesWith(report, 'unsupported')).toEqual([]);
      expect(report.advice).toEqual([expect.stringContaining('--concurrency 2')]);
      expect(reportLines(report).map(plain)).toContainEqual(
        expect.stringMatching(/^The host did not answer every request: \d+ rules held for the answers it gave/u),
      );
    });
  });
});

describe('limits', () => {
  it('with the same advice show it once, at the end', async () => {
    const defect: Defect = (reply) => ({ ...reply, headers: { 'Access-Control-Allow-Origin': '*' } });
    await withService(defect, async ({ base }) => {
      const report = await verified(base);
      const lines = reportLines(report).map(plain);
      const limits = rulesWith(report, 'unsupported').join(', ');
      expect(limits).toBe('last-slash, vary, allow, options, methods');
      expect(lines.filter((line) => line.includes('--host NAME'))).toEqual([
        expect.stringMatching(/^ {2}vary, allow, options, methods: build with --host NAME /u),
      ]);
      expect(lines.at(-1)).toContain('--host NAME');
      expect(lines.filter((line) => line.includes('; not supported by this host: '))).toHaveLength(5);
      expect(report).toMatchObject({ ok: true, advice: [] });
    });
  });
});
