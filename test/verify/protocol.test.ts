// Protocol: which addresses are requested, what a busy host is told, and how limits are printed.
import { describe, expect, it } from 'vitest';
import { always, inReplies } from './defects/altering.ts';
import { replyTo, type ApiRequest, type Defect } from './service.ts';
import { linesOf, rulesWith, verifiedService } from './verified.ts';

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
    const { report } = await verifiedService(defect);
    expect([...rulesWith(report, 'broken'), ...rulesWith(report, 'unsupported')]).toEqual([]);
    const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16)}`).join('');
    expect(asked).toContain(`/catalog/api/v1/languages/${encoded}/courses/`);
  });
});

describe('a busy host', () => {
  it.each<[string, (asked: ApiRequest) => boolean]>([
    ['HEAD', ({ method }) => method === 'HEAD'],
    ['OPTIONS', ({ method }) => method === 'OPTIONS'],
    ['PUT', ({ method }) => method === 'PUT'],
    ['an address without its trailing slash', ({ path }) => !path.endsWith('/')],
    ['an unknown resource', ({ path }) => path === 'providers/999983/courses/'],
    ['a name in another encoding', ({ pathname }) => pathname.includes('%45')],
    ['?page=2', ({ page, path }) => page === '2' && path.startsWith('providers/1/')],
  ])('for %s has broken no rule but that of responses', async (_, is) => {
    const { report } = await verifiedService(inReplies(is, { status: 429, body: '' }));
    expect(rulesWith(report, 'broken')).toEqual(['answers']);
    expect(rulesWith(report, 'unsupported')).toEqual([]);
    expect(report.advice).toEqual([expect.stringContaining('--concurrency 2')]);
    expect(linesOf(report)).toContainEqual(
      expect.stringMatching(/^The host did not answer every request: \d+ rules held for the answers it gave/u),
    );
  });
});

it('limits with the same advice show it once, at the end', async () => {
  const headers = { Vary: undefined, Allow: undefined, Location: undefined };
  const { report } = await verifiedService(inReplies(always, { headers }));
  const lines = linesOf(report);
  expect(rulesWith(report, 'unsupported').join(', ')).toBe('last-slash, vary, allow, options, methods');
  expect(lines.filter((line) => line.includes('--host NAME'))).toEqual([
    expect.stringMatching(/^ {2}vary, allow, options, methods: build with --host NAME /u),
  ]);
  expect(lines.at(-1)).toContain('--host NAME');
  expect(lines.filter((line) => line.includes('; not supported by this host: '))).toHaveLength(5);
  expect(report).toMatchObject({ ok: true, advice: [] });
});
