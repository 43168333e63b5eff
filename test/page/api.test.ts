// The API as the page reads it: over real HTTP, cached, and with missing responses reported as such.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, openApi } from '../../src/browser/catalog/api.ts';

let answer: { status: number; body: string };
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.writeHead(answer.status, { 'content-type': 'application/octet-stream' }).end(answer.body);
});
let root: URL;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  root = new URL(`http://127.0.0.1:${address.port}/pre/fix/`);
});
afterAll(() => server.close());

describe('the API client of the page', () => {
  it('requests URLs below the root of the site, each page at its own path', async () => {
    answer = { status: 200, body: '{"count":0,"next":null,"previous":null,"results":[],"language":"Français"}' };
    requests.length = 0;
    const api = openApi(root);
    await api.page({ view: 'list', list: 'language', parameter: 'Français', page: 1 });
    await api.page({ view: 'list', list: 'category', parameter: '7', page: 3 });
    expect(requests).toEqual([
      '/pre/fix/api/v1/languages/Fran%C3%A7ais/courses/page/1/',
      '/pre/fix/api/v1/categories/7/page/3/',
    ]);
  });

  it('requests the same URL only once', async () => {
    answer = { status: 200, body: '[]' };
    requests.length = 0;
    const api = openApi(root);
    await Promise.all([api.providers(), api.providers()]);
    expect(await api.providers()).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('evicts the oldest responses, not the newest', async () => {
    answer = { status: 200, body: '{"linkhash":"x"}' };
    requests.length = 0;
    const api = openApi(root);
    for (let at = 0; at <= 200; at += 1) await api.course(`${at}`);
    await api.course('200');
    expect(requests).toHaveLength(201);
    await api.course('0');
    expect(requests).toHaveLength(202);
  });

  it.each([
    ['a missing file', { status: 404, body: '{"detail":"Not found."}' }, NotFoundError],
    ['a failing host', { status: 503, body: '[]' }, /answered with status 503/u],
    ['an HTML page that the host sends for everything', { status: 200, body: '<!doctype html>' }, SyntaxError],
    ['a response that is not of the API', { status: 200, body: '{"error":1}' }, /is not a valid API response/u],
  ])('fails for %s', async (_, badAnswer, error) => {
    answer = badAnswer;
    await expect(openApi(root).course('x')).rejects.toThrow(error);
  });

  it('does not cache a failure', async () => {
    const api = openApi(root);
    answer = { status: 500, body: '' };
    await expect(api.latest()).rejects.toThrow('500');
    answer = { status: 200, body: '[]' };
    expect(await api.latest()).toEqual([]);
  });
});
