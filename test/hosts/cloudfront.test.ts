// A build for S3 and CloudFront: its function, policy and script running, as far as an imitation of Amazon's services can show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hosts } from '../../src/hosts/hosts.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildFor, buildSiteFor } from './build-for.ts';
import { cloudFrontHost, functionIn, publish, storedFrom } from './engines/cloudfront.ts';
import { withHost } from './engines/hosted.ts';
import { brokenAnswers, probes } from './probes.ts';
import { ask } from './servers/ask.ts';
import { brokenWalk, listsOf } from './servers/lists.ts';
import { anyQuery } from './servers/queries.ts';
import { siteProbes } from './site-probes.ts';

const host = 's3-cloudfront';
/** The result of the function for a request: a response of its own, or the file that it requests from the bucket. */
const answer = z.object({ statusCode: z.number().optional(), uri: z.string().optional() });
const flavours = [
  { prefix: '', indexFile: 'index.json' },
  { prefix: '/catalog', indexFile: 'index.json' },
  { prefix: '/catalog', indexFile: 'index.html' },
  { prefix: "/open%20data/caf%C3%A9/~a+b(c)/it's;x=1,@!", indexFile: 'index.json' },
] as const;

describe('a build for S3 and CloudFront', () => {
  it.each(flavours)('of $indexFile below "$prefix" conforms', async ({ prefix, indexFile }) => {
    await withHost({ host, prefix, serve: cloudFrontHost, chosen: { indexFile } }, async ({ baseUrl, dist }) => {
      // A distribution does not know PROPFIND, and how it refuses that is not specified.
      const requests = probes({ baseUrl, dist, indexFile, can: hosts[host].can });
      const known = requests.filter(({ method }) => method !== 'PROPFIND');
      expect(known.length).toBeLessThan(requests.length);
      const around = siteProbes({ baseUrl, dist, indexFile, can: hosts[host].can, onePolicy: true });
      expect(await brokenAnswers(baseUrl, [...known, ...around])).toEqual([]);
      const [longest] = listsOf(dist);
      expect(longest && (await brokenWalk(baseUrl, longest))).toEqual([]);
      const moved = await ask(baseUrl, { path: `${prefix}/api/v1/languages/English/courses?a=1&page=2&page=3` });
      expect(moved.status).toBe(301);
      expect(moved.headers.get('location')).toBe(`${prefix}/api/v1/languages/English/courses/?a=1&page=2&page=3`);
      const report = await verified(baseUrl, { against: dist, sample: prefix === '' ? undefined : 20 });
      expect([...rulesWith(report, 'broken'), ...rulesWith(report, 'unsupported')]).toEqual([]);
      expect(report.ok).toBe(true);
    });
  });

  it('has a function within the size limit and the language of its runtime', async () => {
    await withFunction('/a-long-prefix/of-two-folders', (script) => {
      expect(Buffer.byteLength(script)).toBeLessThan(10 * 1024);
      expect(script).not.toMatch(/=>|`|\.\.\.|\bclass\b|\bimport\b|\basync\b|for \(const|\?\.|\?\?/u);
    });
  });

  it('requests one file from the cache however the query is written', async () => {
    await withFunction('', (script) => {
      const run = functionIn(script);
      const forms = ['?page=2', '?page=2&utm_source=feed', '?a=1&page=2&page=9'];
      const requests = forms.map((query) => run({ method: 'GET', url: `/api/v1/categories/10/${query}` }));
      for (const one of requests) {
        expect(one).toMatchObject({ uri: '/api/v1/categories/10/page/2/index.json', querystring: {} });
      }
    });
  });

  it('has a function that reads any query', async () => {
    await withFunction('', (script) => {
      const run = functionIn(script);
      const list = '/api/v1/categories/10/';
      fc.assert(
        fc.property(anyQuery(Number.MAX_SAFE_INTEGER), ({ text, page }) => {
          // Page 1 is at both.
          const folders = page === 1 ? ['', 'page/1/'] : [`page/${page}/`];
          const files = folders.map((folder) => `${list}${folder}index.json`);
          const { statusCode, uri } = answer.parse(run({ method: 'GET', url: `${list}${text}` }));
          expect(page === undefined ? [404] : files).toContain(statusCode ?? uri);
        }),
        { numRuns: 200 * Number(process.env['FC_RUNS'] ?? 1) },
      );
    });
  });

  it('is published without the files meant for the user', async () => {
    await inFolder(async (folder) => {
      const dist = join(folder, 'dist');
      await buildFor({ host, out: dist, baseUrl: 'https://example.org' });
      const bucket = publish(dist);
      expect([...bucket.keys()].filter((key) => key.includes('_hosts'))).toEqual([]);
      expect(bucket.get('/404.json')?.type).toBe('application/json');
      expect(bucket.get('/404.html')?.type).toMatch(/^text\/html/u);
    });
  });

  it('is published by commands that agree on the type and the age of each file', async () => {
    await inFolder(async (dist) => {
      await buildSiteFor({ host, out: dist, baseUrl: 'https://example.org' });
      const stored = storedFrom(dist);
      const first = new Map(stored.toReversed());
      expect(stored.filter(([path]) => path.startsWith('/assets/')).length).toBeGreaterThan(2);
      expect(stored.filter(([path, object]) => !isDeepStrictEqual(object, first.get(path)))).toEqual([]);
    });
  });
});

async function withFunction(prefix: string, use: (script: string) => void): Promise<void> {
  await inFolder(async (folder) => {
    const dist = join(folder, 'dist');
    await buildFor({ host, out: dist, baseUrl: `https://example.org${prefix}` });
    use(readFileSync(join(dist, '_hosts', 'cloudfront-function.js'), 'utf8'));
  });
}
