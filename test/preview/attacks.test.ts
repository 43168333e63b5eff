// Attacks and files that change while they are sent: a client gets one whole version, nothing outside the site, and never waits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync, truncateSync } from 'node:fs';
import { get, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { forAll } from '../helpers/for-all.ts';
import { words } from '../helpers/words.ts';
import { ask } from './ask.ts';
import { openSite, type Site, siteInTest } from './site.ts';

/** In every file that no client may see. */
const secret = 'SECRET';

let site: Site;
beforeAll(async () => {
  const hidden = words`.env .git/config docs/.draft.txt docs/.well-known/x.txt .well-known/.x.txt _hosts/nginx.conf
    _hosts/index.html api/v1/providers/index.json.gz api/v1/providers/index.json.br`;
  const shown = { 'docs/index.html': 'docs', 'docs/logo.png': 'logo', 'plain/file.txt': 'plain' };
  const files = { ...shown, 'plain/_hosts/file.txt': 'plain' };
  site = await openSite({ files: { ...files, ...Object.fromEntries(hidden.map((path) => [path, secret])) } });
  const { folder, out } = site;
  writeFileSync(join(folder, 'outside.txt'), secret);
  mkdirSync(join(folder, 'dist-2'));
  writeFileSync(join(folder, 'dist-2/index.html'), secret);
  symlinkSync(join(folder, 'outside.txt'), join(out, 'link.txt'));
  symlinkSync(join(folder, 'outside.txt'), join(out, 'link.bin'));
  symlinkSync(folder, join(out, 'up'));
  symlinkSync(join(folder, 'dist-2'), join(out, 'docs/other'));
  symlinkSync('loop', join(out, 'loop'));
  symlinkSync('.env', join(out, 'env.txt'));
  symlinkSync(join(folder, 'outside.txt'), join(out, 'docs/index.json'));
  return site.close;
});

const paths = words`
  /../outside.txt /docs/../../outside.txt /%2e%2e/outside.txt /.%2e/outside.txt /%2E%2E%2Foutside.txt /..%2foutside.txt
  /docs/..%2f..%2foutside.txt /..%5coutside.txt /..\outside.txt /docs\..\..\outside.txt /%252e%252e/outside.txt
  /..%c0%afoutside.txt /../dist-2/index.html /..-2/index.html /.%00./outside.txt
  /link.txt /link.bin /env.txt /up/outside.txt /up/dist-2/ /up/ /up /loop /loop/x
  /docs/other/ /docs/other /docs/other/index.html /docs/index.json
  /.env /%2eenv /.git/config /.git/ /.nojekyll /docs/.draft.txt /docs/.well-known/x.txt /.well-known/.x.txt
  /_hosts/nginx.conf /_hosts/ /_hosts /%5fhosts/nginx.conf /./_hosts/nginx.conf /docs/../_hosts/nginx.conf
  //_hosts/nginx.conf /_HOSTS/nginx.conf /api/v1/providers/index.json.gz /api/v1/providers/index.json.br
  /docs/index.html%00.png /plain/file.txt%00 /plain/ /plain /plain/. /plain/./file.txt /api/v1/./providers/ /docs/%2e/`;

describe('the preview', () => {
  it.each(paths)('answers 404 at %s', async (path) => {
    const { status, text } = await ask(site.url, path);
    expect([status, text]).toEqual([404, '{"detail":"Not found."}\n']);
  });

  it.each(['gzip', 'br', '*', 'gzip, deflate, br'])(
    'sends no compressed file to a client that accepts %s',
    async (accepted) => {
      const headers = { 'Accept-Encoding': accepted };
      const answer = await ask(site.url, '/api/v1/providers/', { headers });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
      expect(() => JSON.parse(answer.text)).not.toThrow();
    },
  );

  it.each(words`//evil.example/docs ///docs /\evil.example/docs //evil.example/%2e%2e/docs http://evil.example/docs
    /docs/..//docs`)('redirects nobody to another host at %s', async (path) => {
    const { status, headers } = await ask(site.url, path);
    expect([404, '/docs/']).toContain(headers.location ?? status);
  });

  it.each(words`//a@[b:zz/?x http://[/?x http://a:99999999/?x /\a@[b?x /\/a@[b?x /?__proto__[x]=1 /?a[[[[[ *`)(
    'keeps running after %s, which breaks URL parsers',
    async (path) => {
      const { status } = await ask(site.url, path);
      expect([302, 404]).toContain(status);
      expect((await ask(site.url, '/docs/')).text).toBe('docs');
    },
  );

  it('hides configurations where the build puts them, but not other folders with that name', async () => {
    expect((await ask(site.url, '/plain/_hosts/file.txt')).text).toBe('plain');
  });

  it('serves a page of a list only, however the number is written', async () => {
    for (const page of ['../../../categories', '..%2f..', '.', '2%2f..%2f2', '2%00', '%2e%2e']) {
      expect((await ask(site.url, `/api/v1/categories/1/?page=${page}`)).status, page).toBe(404);
    }
  });

  it('discards what a client uploads', async () => {
    const upload = { method: 'POST', body: 'x'.repeat(3_000_000) };
    for (const path of ['/api/v1/', '/docs/logo.png']) expect((await ask(site.url, path, upload)).status).toBe(405);
    const read = { method: 'GET', body: 'x'.repeat(3_000_000) };
    expect((await ask(site.url, '/docs/logo.png', read)).text).toBe('logo');
  });
});

describe('any request', () => {
  const piece = fc.oneof(
    fc.constantFrom(...paths.flatMap((path) => path.split('/'))),
    fc.constantFrom('api', 'v1', 'categories', 'providers', 'languages', 'courses', 'page', '1', '2', 'C++', ''),
    fc.constantFrom('..', '.', '%2e', '%2f', '%5c', '\\', '%00', '%', '%zz', '%ff', 'dist', 'outside.txt', 'dist-2'),
    fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.stringMatching(/^[!-~]{0,12}$/u),
  );
  const path = fc.array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join('/')}`);
  const query = fc.oneof(fc.constant(''), fc.constant('?page=2'), fc.stringMatching(/^\?[!-~]{0,20}$/u));
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND');
  const headers = fc.record(
    {
      Host: fc.stringMatching(/^[!-~]{0,12}$/u),
      Range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'bytes=x', 'bytes=-5', 'bytes=0-0,2-3'),
      'Accept-Encoding': fc.constantFrom('gzip', 'br', '*'),
      'If-None-Match': fc.constantFrom('*', '"x"'),
      'If-Modified-Since': fc.constantFrom('x', 'Fri, 01 Jan 2100 00:00:00 GMT'),
    },
    { requiredKeys: [] },
  );

  it('is answered with one of a few statuses, every header, and nothing hidden or listed', () =>
    forAll(400, [path, query, method, headers], async (pathname, search, verb, sent) => {
      const answer = await ask(site.url, pathname + search, { method: verb, headers: sent });
      const revealed = JSON.stringify(answer.headers) + answer.text;
      expect([200, 204, 206, 302, 304, 404, 405, 416]).toContain(answer.status);
      expect(answer.headers).toMatchObject({ vary: 'Accept', 'access-control-allow-origin': '*' });
      expect(revealed).not.toContain(secret);
      expect(revealed).not.toContain(site.folder);
      expect(revealed).not.toMatch(/index of|listing/iu);
      expect(answer.headers.location ?? '/').toMatch(/^\/(?:[^/]|$)/u);
      expect(verb === 'HEAD' ? answer.text : '').toBe('');
    }));
});

const sizes = [3_000_000, 1_000_000, 0];

/** Replaces a file by files of these sizes in turn, removing each for a moment, until it is killed. */
const changing = `
  const { renameSync, writeFileSync } = require('node:fs');
  const [file, ...sizes] = process.argv.slice(1);
  const [next, aside] = [file + '.next', file + '.aside'];
  for (let round = 0; ; round = (round + 1) % sizes.length) {
    writeFileSync(next, Buffer.alloc(Number(sizes[round]), String(round)));
    renameSync(next, file);
    renameSync(file, aside);
    renameSync(aside, file);
  }
`;

describe.each(['page.bin', 'page.xml', 'page.html'])('a file named %s', (name) => {
  it('is sent whole or not at all, whatever replaces or removes it', async () => {
    const own = await siteInTest({ files: { [name]: '' } });
    const changes = spawn(process.execPath, ['--eval', changing, join(own.out, name), ...sizes.map(String)]);
    const ended = once(changes, 'exit');
    const [seen, failures] = [new Set<number>(), new Set(['{"detail":"Cannot be read"}'])];
    for (let times = 0; times < 50 || seen.size < sizes.length; times += 1) {
      const answer = await ask(own.url, `/${name}`).catch(() => undefined);
      if (answer?.status === 500) failures.add(answer.text.replace(/: \w+\./u, ''));
      if (answer?.status !== 200) continue;
      const { length } = answer.bytes;
      expect(Number(answer.headers['content-length'])).toBe(length);
      expect(answer.bytes.equals(Buffer.alloc(length, answer.bytes[0]))).toBe(true);
      seen.add(length);
    }
    changes.kill();
    await ended;
    expect(seen).toEqual(new Set(sizes));
    expect([...failures]).toEqual(['{"detail":"Cannot be read"}']);
  });
});

it('a file that is truncated while it is sent closes the connection, and the next request is answered', async () => {
  const own = await siteInTest({ files: { 'large.bin': '' } });
  const file = join(own.out, 'large.bin');
  truncateSync(file, 100_000_000_000);
  const { hostname, port } = new URL(own.url);
  const [response] = await once(get({ hostname, port, path: '/large.bin', agent: false }), 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('no response');
  await once(response, 'readable');
  truncateSync(file, 10);
  await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
  expect((await ask(own.url, '/large.bin')).bytes).toHaveLength(10);
});

it('a range of a file is sent if http-server knows its form, and no file that a client has', async () => {
  const { url } = await siteInTest({ files: { 'a.bin': 'abcdefghij', 'empty.bin': '' } });
  const getWith = (headers: Record<string, string>, path = '/a.bin') => ask(url, path, { headers });
  for (const [range, status, contentRange, text] of [
    ['bytes=0-2', 206, 'bytes 0-2/10', 'abc'],
    ['bytes=8-', 206, 'bytes 8-9/10', 'ij'],
    ['bytes=8-99', 206, 'bytes 8-9/10', 'ij'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=3-1', 416, 'bytes */10', ''],
    ['bytes=-3', 200, undefined, 'abcdefghij'],
    ['bytes=0-1,4-5', 200, undefined, 'abcdefghij'],
    ['lines=0-1', 200, undefined, 'abcdefghij'],
  ] as const) {
    const answer = await getWith({ Range: range });
    expect([answer.status, answer.headers['content-range'], answer.text], range).toEqual([status, contentRange, text]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
    expect((await getWith({ Range: range, 'If-Range': '"x"' })).text).toBe('abcdefghij');
    const head = await ask(url, '/a.bin', { method: 'HEAD', headers: { Range: range } });
    expect([head.status, head.headers['content-range'], head.headers['content-length']]).toEqual([
      200,
      undefined,
      '10',
    ]);
  }
  expect((await getWith({}, '/empty.bin')).text).toBe('');
  const { etag = '', 'last-modified': modified = '' } = (await getWith({})).headers;
  for (const condition of [{ 'If-None-Match': etag }, { 'If-Modified-Since': modified }]) {
    for (const range of [{}, { Range: 'bytes=0-2' }]) {
      expect(await getWith({ ...condition, ...range })).toMatchObject({ status: 304, text: '' });
    }
  }
  expect((await getWith({ 'If-None-Match': '"x"' })).text).toBe('abcdefghij');
  for (const path of ['/api/v1/categories/1/', '/nothing']) {
    expect((await getWith({}, path)).headers, path).not.toHaveProperty('accept-ranges');
  }
});

it('the body of a request is not kept in memory', async () => {
  const own = await siteInTest({ files: { 'a.bin': 'a' } });
  const [chunk, chunks] = [Buffer.alloc(1_000_000), 200];
  const { hostname, port } = new URL(own.url);
  const client = connect(Number(port), hostname);
  client.write(`GET /a.bin HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${chunk.length * chunks + 1}\r\n\r\n`);
  client.resume();
  setFlagsFromString('--expose-gc');
  const before = process.memoryUsage().arrayBuffers;
  for (let sent = 0; sent < chunks; sent += 1) if (!client.write(chunk)) await once(client, 'drain');
  runInNewContext('gc()');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(chunk.length * 50);
  client.destroy();
});
