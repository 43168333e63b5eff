// A build for S3 and CloudFront: its function and its script, as far as an imitation of Amazon's services can show.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { it } from '../helpers/fixture.ts';
import { forAll } from '../helpers/for-all.ts';
import { buildFor, buildSiteFor, filesOn } from './build-for.ts';
import { functionIn, publish, storedFrom } from './engines/cloudfront.ts';
import { anyQuery } from './servers/lists.ts';

const host = 's3-cloudfront';
/** The result of the function for a request: a response of its own, or the file that it requests from the bucket. */
const answer = z.object({ statusCode: z.number().optional(), uri: z.string().optional() });

describe('a build for S3 and CloudFront', () => {
  it('has a function within the size limit and the language of its runtime', () => {
    const script = functionBelow('/a-long-prefix/of-two-folders');
    expect(Buffer.byteLength(script)).toBeLessThan(10 * 1024);
    expect(script).not.toMatch(/=>|`|\.\.\.|\bclass\b|\bimport\b|\basync\b|for \(const|\?\.|\?\?/u);
  });

  const run = functionIn(functionBelow(''));

  it('requests one file from the cache however the query is written', () => {
    for (const query of ['?page=2', '?page=2&utm_source=feed', '?a=1&page=2&page=9']) {
      const request = run({ method: 'GET', url: `/api/v1/categories/10/${query}` });
      expect(request).toMatchObject({ uri: '/api/v1/categories/10/page/2/index.json', querystring: {} });
    }
  });

  it('redirects to the trailing slash with the whole query', () => {
    const to = (slash: string) => `/api/v1/categories/10${slash}?a=1&page=2&page=3`;
    const headers = { location: { value: to('/') } };
    expect(run({ method: 'GET', url: to('') })).toMatchObject({ statusCode: 301, headers });
  });

  it('has a function that reads any query', async () => {
    const list = '/api/v1/categories/10/';
    await forAll(200, [anyQuery(Number.MAX_SAFE_INTEGER)], ({ text, page }) => {
      // Page 1 is at both.
      const folders = page === 1 ? ['', 'page/1/'] : [`page/${page}/`];
      const files = folders.map((folder) => `${list}${folder}index.json`);
      const { statusCode, uri } = answer.parse(run({ method: 'GET', url: `${list}${text}` }));
      expect(page === undefined ? [404] : files).toContain(statusCode ?? uri);
    });
  });

  it('is published without the files meant for the user', async ({ folder }) => {
    await buildFor({ host, out: folder, baseUrl: 'https://example.org' });
    const bucket = publish(folder);
    expect([...bucket.keys()].filter((key) => key.includes('_hosts'))).toEqual([]);
    expect(bucket.get('/404.json')?.type).toBe('application/json');
    expect(bucket.get('/404.html')?.type).toMatch(/^text\/html/u);
  });

  it('is published by commands that agree on the type and the age of each file', async ({ folder }) => {
    await buildSiteFor({ host, out: folder, baseUrl: 'https://example.org' });
    const stored = storedFrom(folder);
    const first = new Map(stored.toReversed());
    expect(stored.filter(([path]) => path.startsWith('/assets/')).length).toBeGreaterThan(2);
    expect(stored.filter(([path, object]) => !isDeepStrictEqual(object, first.get(path)))).toEqual([]);
  });
});

function functionBelow(prefix: string): string {
  return filesOn(host, prefix).find(({ path }) => path === '_hosts/cloudfront-function.js')?.text ?? '';
}
