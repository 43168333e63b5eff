// Samples: fewer requests, the same for the same seed, and always the longest lists; and addresses, typed and linked.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { baseOf, readLink } from '../../src/client/addresses.ts';
import { Client } from '../../src/client/client.ts';
import { Checks } from '../../src/verify/checks.ts';
import { Courses } from '../../src/verify/courses.ts';
import { curlOf } from '../../src/verify/curl.ts';
import { walkLists } from '../../src/verify/lists.ts';
import { readResources } from '../../src/verify/resources.ts';
import type { Run } from '../../src/verify/run.ts';
import { words } from '../words.ts';
import { fullOf, inArray } from './defects/altering.ts';
import { courses, type Defect } from './service.ts';
import { rulesWith, verifiedService, withService } from './verified.ts';

async function requestsFor(seed: number, sample: number): Promise<readonly string[]> {
  const { report, log } = await verifiedService(undefined, { sample, seed, concurrency: 1 });
  expect(report).toMatchObject({ ok: true });
  return log;
}

describe('a sample', () => {
  it('has the same requests for the same seed, and others for another', async () => {
    const first = await requestsFor(7, 2);
    expect(await requestsFor(7, 2)).toEqual(first);
    const others = await Promise.all([1, 2, 3, 4, 5].map(async (seed) => requestsFor(seed, 2)));
    expect(new Set(others.map((log) => log.join('\n'))).size).toBeGreaterThan(1);
  });

  it('has the longest list of each kind, to its last page, and as many single courses as requested', async () => {
    const log = await requestsFor(1, 1);
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
    const { report } = await verifiedService(defect, { sample: 8 });
    expect(report.courses).toBeLessThan(courses.length);
    expect(rulesWith(report, 'broken')).toEqual(['latest-newest']);
  });
});

it('a host that never ends is given up after a limit of pages for all lists together', async () => {
  await withService(endless, async ({ base, log }) => {
    const signal = new AbortController().signal;
    const checks = new Checks();
    const client = new Client({ timeout: 10, retries: 0, signal });
    const shared = { sample: undefined, seed: 1, concurrency: 1, compare: undefined, onProgress: () => {} };
    const run: Run = { ...shared, base, client, checks, courses: new Courses(checks), signal, pagesLeft: 10 };
    await walkLists(run, await readResources(run));
    const example = checks.report(base).find(({ rule }) => rule === 'page-end')?.examples[0];
    expect(example?.finding).toMatch(/categories\/10\/ has more pages than verify reads in one run; use --sample$/u);
    expect(log.filter((line) => line.startsWith('GET categories/10/'))).toHaveLength(10);
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

const base = 'https://user.github.io/repo';
const list = `${base}/api/v1/languages/Norsk%20(bokm%C3%A5l)/courses/`;

it.each([
  ['https://user.github.io/repo/', base],
  [' HTTPS://User.GitHub.io:443/repo//', base],
  ['https://user.github.io/repo/api/v1/categories/10/?page=2#top', base],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://example.org/api/v10/', 'https://example.org/api/v10'],
  ['example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('an address %j has the base %j', (typed, expected) => {
  expect(baseOf(typed)).toBe(expected);
});

describe('a link', () => {
  const read = (link: string) => readLink(link, list, base);

  it.each([
    [`${list}?page=2`, 'query', 2],
    [`${base}/api/v1/languages/Norsk%20%28bokm%c3%a5l%29/courses/?page=12`, 'query', 12],
    [`${list}page/3/`, 'path', 3],
    [list, 'own', 1],
  ] as const)('%s has the form %s', (link, form, page) => {
    expect(read(link)).toMatchObject({ form, page, isOfBase: true });
  });

  it.each(words`${list}?page=02 ${list}?page=2&size=9 ${list}?cursor=abc ${list}page/2 ?page=2 ${list}page/0/
    ${base}/api/v1/providers/`)('%s has no known form, but can be followed', (link) => {
    expect(read(link)).toMatchObject({ form: 'other', page: undefined, isOfBase: true });
    expect(read(link).address).toMatch(new RegExp(`^${base}/`, 'u'));
  });

  it('with another base is read as if it had this one', () => {
    const link = list.replace(base, 'http://localhost:8080');
    expect(read(`${link}?page=2`)).toEqual({ form: 'query', page: 2, isOfBase: false, address: `${list}?page=2` });
  });

  it.each(words`https://elsewhere.example/ https://user.github.io/other/ https://user.github.io/repo/../x http://[
    javascript:1`)('%s is not followed', (link) => {
    expect(read(link).address).toBeUndefined();
  });
});

it('a curl line survives the quoting of a shell, whatever the address holds', () => {
  const url = "https://example.org/api/v1/languages/'Are'are/courses/?x[]={a}";
  expect(curlOf({ method: 'PUT', url, headers: { Origin: 'https://a' } })).toBe(
    String.raw`curl -sS -i -X PUT -g -H 'Origin: https://a' 'https://example.org/api/v1/languages/'\''Are'\''are/courses/?x[]={a}'`,
  );
});

it('checks that two requests show name both', () => {
  const checks = new Checks();
  const requests = ['https://a.example/1', 'https://a.example/2'].map((url) => ({ method: 'GET', url }));
  checks.expect('course-count', false, requests, 'they differ');
  expect(checks.report(base).flatMap(({ examples }) => examples)).toEqual([
    { finding: 'they differ', curl: "curl -sS -i 'https://a.example/1'; curl -sS -i 'https://a.example/2'" },
  ]);
});
