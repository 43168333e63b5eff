// A service without defects: every rule holds, whatever the form of its pages and links; which addresses are requested, and what a busy host is told.
import { describe, expect, it } from 'vitest';
import { ruleNames } from '../../src/verify/rules.ts';
import type { VerifyProgress } from '../../src/verify/run.ts';
import { verify } from '../../src/verify/verify.ts';
import { always, inReplies } from './defects/altering.ts';
import { courses, replyTo, type ApiRequest, type Defect } from './service.ts';
import { exampleOf, linesOf, rulesWith, usual, verifiedService, withService } from './verified.ts';

describe('a dynamic service that conforms to the specification', () => {
  it('satisfies every rule', async () => {
    const { report, base } = await verifiedService();
    const failed = ruleNames.map((rule) => exampleOf(report, rule)).filter(({ finding }) => finding !== '');
    expect(failed).toEqual([]);
    expect(rulesWith(report, 'held')).toEqual(ruleNames.filter((rule) => !['against', 'formats'].includes(rule)));
    expect(report).toMatchObject({ url: base, ok: true, courses: courses.length, lists: 10, advice: [] });
    const verdict = `The API conforms: ${ruleNames.length - 2} rules held, 1 rule not tested`;
    expect(linesOf(report).at(-1)).toBe(verdict);
  });

  it('is read only at the endpoints of the specification, and each course once', async () => {
    const { log } = await verifiedService();
    expect(log.filter((line) => /\/page\/|^GET (?:languages\/)?$/u.test(line))).toEqual([]);
    for (const { linkhash } of courses.slice(1, -1)) {
      expect(log.filter((line) => line === `GET courses/view/${linkhash}/`).length).toBeLessThanOrEqual(2);
    }
  });

  it('can be read with high concurrency without a warning from Node', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const { report } = await verifiedService(undefined, { concurrency: 64 });
    expect(report).toMatchObject({ ok: true });
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it('is reported on the way with numbers that never decrease', async () => {
    await withService(undefined, async ({ base: url }) => {
      const steps: VerifyProgress[] = [];
      await verify({ ...usual, url }, (step) => steps.push(step), new AbortController().signal);
      expect(steps.filter(({ done, total }) => done > total)).toEqual([]);
      const whats = [...new Set(steps.map(({ what }) => what))];
      for (const what of whats) {
        const done = steps.filter((step) => step.what === what).map((step) => step.done);
        expect(done, what).toEqual(done.toSorted((one, other) => one - other));
      }
      expect(steps.map(({ what }) => what)).toEqual(
        whats.flatMap((what) => steps.filter((step) => step.what === what).map(() => what)),
      );
    });
  });
});

it.each(['ht', 'api', 'a', '127'])(
  'a language with the name of a part of the address is requested as %s in the right position',
  async (name) => {
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
  },
);

it.each<[string, (asked: ApiRequest) => boolean]>([
  ['HEAD', ({ method }) => method === 'HEAD'],
  ['OPTIONS', ({ method }) => method === 'OPTIONS'],
  ['PUT', ({ method }) => method === 'PUT'],
  ['an address without its trailing slash', ({ path }) => !path.endsWith('/')],
  ['an unknown resource', ({ path }) => path === 'providers/999983/courses/'],
  ['a name in another encoding', ({ pathname }) => pathname.includes('%45')],
  ['?page=2', ({ page, path }) => page === '2' && path.startsWith('providers/1/')],
])('a busy host for %s has broken no rule but that of responses', async (_, is) => {
  const { report } = await verifiedService(inReplies(is, { status: 429, body: '' }));
  expect(rulesWith(report, 'broken')).toEqual(['answers']);
  expect(rulesWith(report, 'unsupported')).toEqual([]);
  expect(report.advice).toEqual([expect.stringContaining('--concurrency 2')]);
  expect(linesOf(report)).toContainEqual(
    expect.stringMatching(/^The host did not answer every request: \d+ rules held for the answers it gave/u),
  );
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
