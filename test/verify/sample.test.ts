// Samples: fewer requests, the same for the same seed, and always the longest lists; and the limit of all walks.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { Courses } from '../../src/verify/courses.ts';
import { Checks } from '../../src/verify/checks.ts';
import { walkLists } from '../../src/verify/lists.ts';
import { readResources } from '../../src/verify/resources.ts';
import type { Run } from '../../src/verify/run.ts';
import { courses } from './catalog.ts';
import { fullOf, inArray } from './defects/altering.ts';
import type { Defect } from './service.ts';
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

describe('a host that never ends', () => {
  it('is given up after a limit of pages for all lists together', async () => {
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
