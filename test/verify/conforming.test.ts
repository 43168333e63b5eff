// A service without defects, in which every rule holds, and with each defect, which is reported by the rules that it breaks alone.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiBaseOf, readLink } from '../../src/http/addresses.ts';
import { Client } from '../../src/http/client.ts';
import { Checks, curlOf } from '../../src/verify/checks.ts';
import { SeenCourses } from '../../src/verify/courses.ts';
import { typeFault } from '../../src/verify/headers.ts';
import { walkLists } from '../../src/verify/lists.ts';
import { readResources, ServiceTree } from '../../src/verify/resources.ts';
import { ruleNames } from '../../src/verify/rules.ts';
import type { Progress } from '../../src/results.ts';
import type { VerifyRun } from '../../src/verify/run.ts';
import { verify } from '../../src/verify/verify.ts';
import { answerLimit } from '../helpers/limits.ts';
import { words } from '../helpers/words.ts';
import { always, inReplies, fullOf, inArray } from './defects/altering.ts';
import { contentDefects, contentVariations, recordDefects } from './defects/contents.ts';
import { hostDefects, hostVariations, walkingDefects, walkingVariations } from './defects/walking.ts';
import { courses, replyTo, type ApiRequest, type Defect } from './service.ts';
import { exampleOf, linesOf, rulesWith, usual, verifiedService, withService } from './verified.ts';

describe('a dynamic service that conforms to the specification', () => {
  it('satisfies every rule', async () => {
    const { report, base } = await verifiedService();
    const failed = ruleNames.map((rule) => exampleOf(report, rule)).filter(({ finding }) => finding !== '');
    expect(failed).toEqual([]);
    expect(rulesWith(report, 'passed')).toEqual(
      ruleNames.filter((rule) => !['against', 'changes', 'formats'].includes(rule)),
    );
    expect(report).toMatchObject({ url: base, ok: true, courses: courses.length, lists: 10, advice: [] });
    const verdict = `The API conforms: ${ruleNames.length - 3} rules passed, 1 rule not tested`;
    expect(linesOf(report).at(-1)).toBe(verdict);
  });

  it('is read only at the endpoints of the specification, and each course once', async () => {
    const { log } = await verifiedService();
    expect(log.filter((line) => /\/page\/|^GET (?:languages\/)?$/u.test(line))).toEqual([]);
    for (const { linkhash } of courses.slice(1, -1)) {
      expect(log.filter((line) => line === `GET courses/view/${linkhash}/`).length).toBeLessThanOrEqual(2);
    }
  });

  it('is read without a warning from Node', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const { report } = await verifiedService();
    expect(report).toMatchObject({ ok: true });
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it('is reported on the way with numbers that never decrease', async () => {
    await withService(undefined, async ({ base: url }) => {
      const steps: Progress[] = [];
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
  expect(report.advice).toEqual([expect.stringContaining('--limit 20')]);
  expect(linesOf(report)).toContainEqual(
    expect.stringMatching(/^The host did not answer every request: \d+ rules passed for the answers it gave/u),
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

async function requestsFor(limit: number): Promise<readonly string[]> {
  const { report, log } = await verifiedService(undefined, { limit });
  expect(report).toMatchObject({ ok: true });
  return log.toSorted();
}

describe('a sample', () => {
  it('has the same requests each time', async () => {
    expect(await requestsFor(2)).toEqual(await requestsFor(2));
  });

  it('has the longest list of each kind, to its last page, and as many single courses as requested', async () => {
    const log = await requestsFor(1);
    for (const page of ['categories/10/?page=3', 'languages/English/courses/?page=2', 'providers/1/courses/?page=2']) {
      expect(log).toContain(`GET ${page}`);
    }
    expect(log.filter((line) => /^GET categories\/(?:11|12|20)\//u.test(line))).toEqual([]);
    const views = log.filter((line) => /^GET courses\/view\/(?!0+\/)[0-9a-f]+\/$/u.test(line));
    expect(new Set(views).size).toBeLessThanOrEqual(3);
  });

  it('is compared with the latest list as far as it goes', async () => {
    const oldest = courses.slice(0, 5).toReversed();
    const defect = inArray('courses/latest/', (_, request) => oldest.map((course) => fullOf(request, course)));
    const { report } = await verifiedService(defect, { limit: 8 });
    expect(report.courses).toBeLessThan(courses.length);
    expect(rulesWith(report, 'broken')).toEqual(['latest-newest']);
  });
});

it('a host that never ends is given up after a limit of pages for all lists together', async () => {
  await withService(endless, async ({ base, log }) => {
    const signal = new AbortController().signal;
    const checks = new Checks();
    const client = new Client({ timeout: answerLimit, retries: 0, signal });
    const shared = { sample: undefined, compare: async () => {}, onProgress: () => {} };
    const run: VerifyRun = { ...shared, base, client, checks, courses: new SeenCourses(checks), signal, pagesLeft: 10 };
    await walkLists(run, await readResources(run));
    const example = checks.report(base).find(({ rule }) => rule === 'page-end')?.examples[0];
    expect(example?.finding).toMatch(/\/ has more pages than verify reads in one run; use --limit$/u);
    expect(log.length).toBeLessThan(60);
  });
});

/** Every page of the longest list has a new course, and a count that no walk reaches. */
const endless: Defect = (reply, { path, page, base }) => {
  if (path !== 'categories/10/') return reply;
  const number = Number(page ?? 1);
  const address = `${base}/api/v1/${path}`;
  const linkurl = `https://courses.example/more/${number}`;
  const linkhash = createHash('md5').update(linkurl).digest('hex');
  const course = { linkhash, title: 'More', language: [], id: 1000 + number, linkurl, author: '', categories: [10] };
  const next = `${address}?page=${number + 1}`;
  const previous = number === 1 ? null : `${address}?page=${number - 1}`;
  const body = { count: Number.MAX_SAFE_INTEGER, next, previous, results: [course], title: 'Engineering' };
  return { ...reply, status: 200, body: JSON.stringify(body) };
};

const own = 'https://user.github.io/repo';
const list = `${own}/api/v1/languages/Norsk%20(bokm%C3%A5l)/courses/`;

it.each([
  ['https://user.github.io/repo/', own],
  [' HTTPS://User.GitHub.io:443/repo//', own],
  ['https://user.github.io/repo/api/v1/categories/10/?page=2#top', own],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://example.org/api/v10/', 'https://example.org/api/v10'],
  ['example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('an address %j has the base %j', (typed, expected) => {
  expect(apiBaseOf(typed)).toBe(expected);
});

describe('a link', () => {
  const read = (link: string) => readLink(link, list, own);

  it.each([
    [`${list}?page=2`, 'query', 2],
    [`${own}/api/v1/languages/Norsk%20%28bokm%c3%a5l%29/courses/?page=12`, 'query', 12],
    [`${list}page/3/`, 'path', 3],
    [list, 'own', 1],
  ] as const)('%s has the form %s', (link, form, page) => {
    expect(read(link)).toMatchObject({ form, page, isOfBase: true });
  });

  it.each(words`${list}?page=02 ${list}?page=2&size=9 ${list}?cursor=abc ${list}page/2 ${list}%3Fpage=2 ?page=2 ${list}page/0/
    ${own}/api/v1/providers/`)('%s has no known form, but can be followed', (link) => {
    expect(read(link)).toMatchObject({ form: 'other', page: undefined, isOfBase: true });
    expect(read(link).address).toMatch(new RegExp(`^${own}/`, 'u'));
  });

  it('with another base is read as if it had this one', () => {
    const link = list.replace(own, 'http://localhost:8080');
    expect(read(`${link}?page=2`)).toEqual({ form: 'query', page: 2, isOfBase: false, address: `${list}?page=2` });
  });

  it.each(words`https://elsewhere.example/ https://user.github.io/other/ https://user.github.io/repo/../x http://[
    javascript:1`)('%s is not followed', (link) => {
    expect(read(link).address).toBeUndefined();
  });
});

it('a tree with a hundred thousand categories of one name is read', () => {
  const named = Array.from({ length: 100_000 }, (_, at) => ({ category_id: String(at), name: 'A', course_count: 0 }));
  const categories = named.map((category) => ({ ...category, parent: null }));
  expect(new ServiceTree(categories, true).ancestorsOf('All/A/B')).toEqual(categories);
});

it('a curl line survives the quoting of a shell, whatever the address holds', () => {
  const url = "https://example.org/api/v1/languages/'Are'are/courses/?x[]={a}";
  expect(curlOf({ method: 'PUT', url, headers: { Origin: 'https://a' } })).toBe(
    String.raw`curl -sS -i -X PUT -g -H 'Origin: https://a' 'https://example.org/api/v1/languages/'\''Are'\''are/courses/?x[]={a}'`,
  );
});

it.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON;charset="UTF-8"', true],
  ['text/json', false],
  ['application/json; charset=iso-8859-1', false],
  ['application/json;charset="utf-16"', false],
])('JSON may be sent as %s: %s', (type, isRight) => {
  expect(typeFault(new Headers({ 'Content-Type': type }))).toHaveLength(isRight ? 0 : 1);
});

it('checks that two requests show name both', () => {
  const checks = new Checks();
  const requests = ['https://a.example/1', 'https://a.example/2'].map((url) => ({ method: 'GET', url }));
  checks.expect('course-count', false, requests, 'they differ');
  expect(checks.report(own).flatMap(({ examples }) => examples)).toEqual([
    { finding: 'they differ', curl: "curl -sS -i 'https://a.example/1'; curl -sS -i 'https://a.example/2'" },
  ]);
});

const defects = [...walkingDefects, ...recordDefects, ...contentDefects, ...hostDefects];
const variations = [...walkingVariations, ...contentVariations, ...hostVariations];

/** The names of the broken rules, and of the unsupported ones. */
const namesIn = (rules: string) =>
  rules.split('|').map((names) => ruleNames.filter((name) => names.trim().split(' ').includes(name)));

describe('a service with a defect', () => {
  it.concurrent.for(defects)('is reported: %s, %s', async ([rules, finding, defect, details = {}]) => {
    const { curl, advice, failures, timeout = answerLimit, retries = 0 } = details;
    const { report, base } = await verifiedService(defect, { timeout, retries });
    const here = (text: string) => text.replaceAll('{base}', base);
    const [broken = [], unsupported = []] = namesIn(rules);
    expect([rulesWith(report, 'broken'), rulesWith(report, 'unsupported')]).toEqual([broken, unsupported]);
    expect(report.ok).toBe(broken.length === 0);
    const [first = 'reachable'] = [...broken, ...unsupported];
    const example = exampleOf(report, first);
    expect(example.finding).toMatch(typeof finding === 'string' ? here(finding) : finding);
    expect(example.curl).toBe(curl === undefined ? example.curl : here(curl));
    const counted = report.rules.find(({ rule }) => rule === first)?.failures;
    expect(counted).toBe(failures ?? counted);
    expect(report.advice).toEqual(expect.arrayContaining(advice === undefined ? [] : [here(advice)]));
  });
});

describe('a service that', () => {
  it.concurrent.for(variations)('%s conforms', async ([, defect, { timeout = answerLimit, retries = 0 } = {}]) => {
    const { report } = await verifiedService(defect, { timeout, retries });
    expect([rulesWith(report, 'broken'), rulesWith(report, 'unsupported'), report.ok]).toEqual([[], [], true]);
  });
});

it('the table of defects has a row for every rule', () => {
  const covered = new Set(defects.flatMap(([rules]) => namesIn(rules).flat()));
  // These have tests of their own: without an API, with a journal, and with a local build.
  expect(ruleNames.filter((rule) => !covered.has(rule))).toEqual(['reachable', 'changes', 'against']);
});
