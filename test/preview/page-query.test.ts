// The page query: which page of a list is served, whatever the query is.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyQuery } from '../hosts/servers/queries.ts';
import { ask } from './ask.ts';
import { openSite, type Site } from './site.ts';

const category = '/api/v1/categories/10/';
const flavours = [
  { indexFile: 'index.json', pageLinks: 'query' },
  { indexFile: 'index.html', pageLinks: 'path' },
] as const;

describe.each(flavours)('a preview of a build with $indexFile and $pageLinks links', (chosen) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('data', chosen);
  });
  afterAll(() => site.close());
  const get = (path: string) => ask(site.preview.url, path);

  it.each([
    ['', 1],
    ['?', 1],
    ['?page', 1],
    ['?page=', 1],
    ['?page=1', 1],
    ['?page=2', 2],
    ['?page=%32', 2],
    ['?%70age=2', 2],
    ['?page=19', 19],
    ['?page=2&page=abc', 2],
    ['?page=2&page=3', 2],
    ['?page=&page=3', 1],
    ['?format=json&page=2&x', 2],
    ['?Page=2', 1],
    ['?pages=2', 1],
    ['?q=page=2', 1],
  ])('answers a list with the query "%s" by page %i', async (query, page) => {
    const answer = await get(category + query);
    const expected = await get(page === 1 ? category : `${category}page/${page}/`);
    expect([answer.status, answer.text]).toEqual([200, expected.text]);
    expect(expected.text).toContain(`"count":94,`);
  });

  it('answers any query by the page that it requests', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(19), async ({ text, page }) => {
        const answer = await get(category + text);
        const expected =
          page === undefined ? '{"detail":"Not found."}\n' : (await get(`${category}page/${page}/`)).text;
        expect([answer.status, answer.text]).toEqual([page === undefined ? 404 : 200, expected]);
      }),
      { numRuns: 200 * Number(process.env['FC_RUNS'] ?? 1) },
    );
  });

  it.each(['20', '99', '0', '00', '02', '-1', '+2', '2.0', '1e1', 'abc', '2abc', '../x', '..%2F2', '2/', '%00', '٢'])(
    'answers 404 to a list with the page %s',
    async (page) => {
      const { status, text } = await get(`${category}?page=${encodeURI(page)}`);
      expect([status, text]).toEqual([404, '{"detail":"Not found."}\n']);
    },
  );

  it.each(['9'.repeat(17), '9'.repeat(400), '9007199254740993'])('answers 404 to page %s', async (page) => {
    const { status, text } = await get(`${category}?page=${page}`);
    expect([status, text]).toEqual([404, '{"detail":"Not found."}\n']);
  });

  it.each(['', 'courses/latest/', 'providers/', 'categories/', 'languages/', 'categories/10/page/2/'])(
    'ignores page as an unknown parameter at /api/v1/%s',
    async (path) => {
      const plain = await get(`/api/v1/${path}`);
      for (const query of ['?page=2', '?page=abc', '?page=0']) {
        const answer = await get(`/api/v1/${path}${query}`);
        expect([answer.status, answer.text], query).toEqual([200, plain.text]);
      }
    },
  );
});
