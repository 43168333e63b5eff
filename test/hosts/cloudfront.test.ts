// A build for S3 and CloudFront: its function and its script, as far as an imitation of Amazon's services can show.
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { it } from '../helpers/fixture.ts';
import { filesIn } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { buildFor, buildSiteFor, filesOn } from './build-for.ts';
import { changesOf, publish, runOf, type Bucket } from './engines/bucket.ts';
import { functionIn } from './engines/cloudfront.ts';
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
    expect(bucket.get('404.json')?.type).toBe('application/json');
    expect(bucket.get('404.html')?.type).toMatch(/^text\/html/u);
  });

  it('is published by commands that send each file once', async ({ folder }) => {
    await buildSiteFor({ host, out: folder, baseUrl: 'https://example.org' });
    const sent = changesOf(folder).map(([key]) => key);
    expect(sent.toSorted()).toEqual(filesIn(folder).filter((path) => !path.startsWith('_hosts/')));
  });

  it('leaves another catalog in its folder, but not a folder of its own that left', async ({ folder }) => {
    await buildFor({ host, out: folder, baseUrl: 'https://example.org' });
    const bucket = publish(folder);
    const object = bucket.get('build.json');
    if (object === undefined) throw new Error('no build.json');
    const others = ['library/build.json', 'library/api/v1/index.json', 'a b/c/build.json', 'a b/c/index.html'];
    const gone = ['libraryx/index.html', 'api/v1/gone/index.json'];
    const after = publish(folder, new Map([...bucket, ...[...others, ...gone].map((key) => [key, object] as const)]));
    expect([...after.keys()].toSorted()).toEqual([...bucket.keys(), ...others].toSorted());
    expect(runOf(folder, after, 'PUBLISH_ALL=1').changes.filter(([, sent]) => sent === undefined)).toEqual([]);
  });

  it('is published again by what differs, whatever its size and time, and loses its views last', async ({ folder }) => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const plan = { host, baseUrl: 'https://example.org' } as const;
    await buildFor({ ...plan, out: first, data: titled('Energy', 'Optics') });
    await buildFor({ ...plan, out: second, data: titled('Motion') });
    const [before, after] = [publish(first), publish(second, publish(first))];
    expect(contentsOf(after)).toEqual(contentsOf(publish(second)));
    // A rollback: the same names and sizes, and files that are older than their objects.
    const changes = changesOf(first, after);
    expect(contentsOf(publish(first, after))).toEqual(contentsOf(before));
    expect(changes.length).toBeLessThan(before.size / 2);
    expect(changesOf(first, before)).toEqual([]);
    const kinds = changesOf(second, before).map(([key, object]) => {
      return object === undefined ? 'deleted' : key.includes('/courses/view/') ? 'view' : 'list';
    });
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['view', 'list', 'deleted']);
  });

  it('ends with an error, and deletes nothing, where a command fails, also half-way', async ({ folder }) => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const plan = { host, baseUrl: 'https://example.org' } as const;
    await buildFor({ ...plan, out: first, data: titled('Energy', 'Optics') });
    await buildFor({ ...plan, out: second, data: titled('Motion') });
    const bucket = publish(first);
    for (const command of ['find', 'sed', 'sort', 'comm', 'mkdir', 'xargs']) {
      const { status, changes } = runOf(second, bucket, `${command}() { command ${command} "$@"; return 3; }`);
      expect([status === 0, changes], command).toEqual([false, []]);
    }
    const { status, changes } = runOf(second, bucket, 'broken=2');
    expect(status).toBe(1);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(([, object]) => object === undefined)).toEqual([]);
  });

  it('is published whole if asked, which corrects the types and ages of objects', async ({ folder }) => {
    await buildFor({ host, out: folder, baseUrl: 'https://example.org', data: titled('Energy') });
    const whole = publish(folder);
    const untyped: Bucket = new Map(
      Array.from(whole, ([key, object]) => [key, { ...object, type: 'binary/octet-stream', cacheControl: undefined }]),
    );
    expect(changesOf(folder, untyped)).toEqual([]);
    expect(new Map([...untyped, ...changesOf(folder, untyped, 'PUBLISH_ALL=1')])).toEqual(whole);
  });
});

/** A catalog of courses with these titles. */
function titled(...titles: readonly string[]): Record<string, string> {
  const courses = titles.map((title, at) => {
    return { id: at + 1, title, linkurl: `${at}`, provider: 1, language: 'English', date_published: '2024-05-01' };
  });
  return {
    'providers.json': JSON.stringify([{ id: 1, name: 'Delft' }]),
    'categories.json': '[]',
    'courses.json': JSON.stringify(courses),
  };
}

/** The text of each object by key. */
function contentsOf(bucket: Bucket): ReadonlyMap<string, string> {
  return new Map(Array.from(bucket, ([key, { body }]) => [key, body.toString('latin1')]));
}

function functionBelow(prefix: string): string {
  return filesOn(host, prefix).find(({ path }) => path === '_hosts/cloudfront-function.js')?.text ?? '';
}
