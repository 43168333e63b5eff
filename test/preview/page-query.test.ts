// The page query: which page of a list is served, whatever the query is.
import { beforeAll, describe, expect, it } from 'vitest';
import { forAll } from '../for-all.ts';
import { anyQuery, queriesFor } from '../hosts/servers/queries.ts';
import { ask } from './ask.ts';
import { openSite, type Site } from './site.ts';

const category = '/api/v1/categories/10/';
const notFound = { status: 404, text: '{"detail":"Not found."}\n' };
const flavors = [
  { indexFile: 'index.json', pageLinks: 'query' },
  { indexFile: 'index.html', pageLinks: 'path' },
] as const;

describe.each(flavors)('a preview of a build with $indexFile and $pageLinks links', (chosen) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ data: 'data', chosen });
    return site.close;
  });
  const get = (path: string) => ask(site.url, path);
  const answerTo = async (query: string) => {
    const { status, text } = await get(category + query);
    return { status, text };
  };
  const pageOf = async (page: number | undefined) => (page === undefined ? notFound : answerTo(`page/${page}/`));

  it('answers every form of the query by the page that it requests', async () => {
    expect((await get(category)).text).toContain('"count":94,');
    expect(await pageOf(19)).toMatchObject({ status: 200 });
    for (const { text, page } of queriesFor(19)) expect(await answerTo(text), text).toEqual(await pageOf(page));
  });

  it('answers any query by the page that it requests', () =>
    forAll(200, [anyQuery(19)], async ({ text, page }) => {
      expect(await answerTo(text)).toEqual(await pageOf(page));
    }));

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
