// The API as the page reads it: over real HTTP, and with missing responses reported as such.
import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageFileAddress, shownApi } from '../../src/browser/catalog-page/api.ts';
import { NotFoundError } from '../../src/library/errors.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { listen } from '../helpers/ports.ts';

let answer: { status: number; body: string };
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.writeHead(answer.status, { 'content-type': 'application/octet-stream' }).end(answer.body);
});
let root: URL;

beforeAll(async () => {
  const { url, close } = await listen(server);
  root = new URL(`${url}/pre/fix/`);
  return close;
});

describe('the API client of the page', () => {
  it('requests URLs below the root of the site, each page at its own path', async () => {
    answer = { status: 200, body: '{"count":0,"next":null,"previous":null,"results":[],"language":"Français"}' };
    requests.length = 0;
    const api = shownApi(root, decodeReferences);
    await api.page(pageFileAddress({ screen: 'list', route: 'language', parameter: 'Français', page: 1 }));
    await api.page(pageFileAddress({ screen: 'list', route: 'category', parameter: '7', page: 3 }));
    expect(requests).toEqual([
      '/pre/fix/api/v1/languages/Fran%C3%A7ais/courses/page/1/',
      '/pre/fix/api/v1/categories/7/page/3/',
    ]);
  });

  it('requests a URL once at a time, and again later, as the catalog may have changed', async () => {
    answer = { status: 200, body: '[]' };
    requests.length = 0;
    const api = shownApi(root, decodeReferences);
    await Promise.all([api.providers(), api.providers()]);
    expect(requests).toHaveLength(1);
    answer = { status: 200, body: '[{"id":1}]' };
    expect(await api.providers()).toEqual([{ id: 1 }]);
  });

  it.each([
    ['a missing file', { status: 404, body: '{"detail":"Not found."}' }, NotFoundError],
    ['a failing host', { status: 503, body: '[]' }, /answered with status 503/u],
    [
      'an HTML page that the host sends for everything',
      { status: 200, body: '<!doctype html>' },
      /is not a valid API response/u,
    ],
    ['a response that is not of the API', { status: 200, body: '{"error":1}' }, /is not a valid API response/u],
  ])('fails for %s', async (_, badAnswer, error) => {
    answer = badAnswer;
    await expect(shownApi(root, decodeReferences).course('x')).rejects.toThrow(error);
  });

  it.each([
    { status: 500, body: '' },
    { status: 200, body: 'null' },
  ])('can succeed after it failed for $status $body', async (bad) => {
    const api = shownApi(root, decodeReferences);
    answer = bad;
    await expect(api.latest()).rejects.toThrow(/status 500|not a valid API response/u);
    answer = { status: 200, body: '[]' };
    expect(await api.latest()).toEqual([]);
  });

  it('shortens texts of a megabyte, which browsers take minutes to lay out, and no addresses', async () => {
    const text = 'ab'.repeat(500_000);
    const course = { linkhash: 'x', linkurl: text, title: text, author: text, description: text };
    answer = { status: 200, body: JSON.stringify(course) };
    const [line, lines] = [2000, 20_000].map((most) => `${text.slice(0, most)}…`);
    const expected = { linkhash: 'x', linkurl: text, title: line, author: line, description: lines };
    expect(await shownApi(root, decodeReferences).course('x')).toEqual(expected);
  });

  it('shortens no links between pages, and a description before a tag that would be cut', async () => {
    const next = `https://a.example/${'x'.repeat(3000)}`;
    const page = { count: 0, next, previous: next, results: [] };
    answer = { status: 200, body: JSON.stringify(page) };
    expect(await shownApi(root, decodeReferences).page('x')).toEqual(page);
    const description = `${'a < b '.repeat(3333)}<p title="cut">`;
    answer = { status: 200, body: JSON.stringify({ linkhash: 'x', description: description + description }) };
    expect(await shownApi(root, decodeReferences).course('x')).toMatchObject({
      description: `${'a < b '.repeat(3333)}…`,
    });
  });

  it('decodes titles and authors, and no other field', async () => {
    const [title, author, tags] = ['Data structure&rlm; &amp;amp;', 'R&amp;D', 'R&amp;D'];
    answer = { status: 200, body: JSON.stringify({ linkhash: 'x', title, author, tags }) };
    const expected = { linkhash: 'x', title: 'Data structure\u{200f} &amp;', author: 'R&D', tags };
    expect(await shownApi(root, decodeReferences).course('x')).toEqual(expected);
  });

  it('takes a page only with an array of results', async () => {
    answer = { status: 200, body: '{"count":0,"results":null}' };
    await expect(shownApi(root, decodeReferences).page('x')).rejects.toThrow('is not a valid API response');
  });
});
