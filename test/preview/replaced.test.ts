// Files that change while they are sent: a client gets one whole version or a closed connection, and never waits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { get, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { siteInTest } from './site.ts';

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
  it('is sent as it was when opened, whatever replaces or removes it', async () => {
    const site = await siteInTest({ files: { [name]: '' } });
    const changes = spawn(process.execPath, ['--eval', changing, join(site.out, name), ...sizes.map(String)]);
    const ended = once(changes, 'exit');
    const seen = new Set<string>();
    const missing = () => sizes.filter((size) => !seen.has(`200 ${size}, as it was`));
    for (let times = 0; times < 150 || missing().length > 0; times += 1) {
      const { status, bytes, headers } = await ask(site.url, `/${name}`);
      const written = Buffer.alloc(bytes.length, String(sizes.indexOf(bytes.length)));
      const isWhole = Number(headers['content-length']) === bytes.length && bytes.equals(written);
      if (status !== 404) seen.add(`${status} ${bytes.length}${isWhole ? ', as it was' : ''}`);
    }
    changes.kill();
    await ended;
    expect([...seen].toSorted()).toEqual(sizes.map((size) => `200 ${size}, as it was`).toSorted());
  });
});

it('a file that is truncated while it is sent closes the connection, and the next request is answered', async () => {
  const site = await siteInTest({ files: { 'large.bin': '' } });
  const file = join(site.out, 'large.bin');
  truncateSync(file, 100_000_000_000);
  const { hostname, port } = new URL(site.url);
  const [response] = await once(get({ hostname, port, path: '/large.bin', agent: false }), 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('no response');
  await once(response, 'readable');
  truncateSync(file, 10);
  await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
  expect((await ask(site.url, '/large.bin')).bytes).toHaveLength(10);
});

it('a range of a file is sent if it can be, and otherwise the file', async () => {
  const { url } = await siteInTest({ files: { 'a.bin': 'abcdefghij', 'empty.bin': '' } });
  const getWith = (headers: Record<string, string>, path = '/a.bin', method = 'GET') =>
    ask(url, path, { method, headers });
  for (const [range, status, contentRange, text] of [
    ['bytes=0-2', 206, 'bytes 0-2/10', 'abc'],
    ['bytes=8-', 206, 'bytes 8-9/10', 'ij'],
    ['bytes=8-99', 206, 'bytes 8-9/10', 'ij'],
    ['bytes=-3', 206, 'bytes 7-9/10', 'hij'],
    ['bytes=-99', 206, 'bytes 0-9/10', 'abcdefghij'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=3-1', 200, undefined, 'abcdefghij'],
    ['bytes=0-1,4-5', 200, undefined, 'abcdefghij'],
    ['lines=0-1', 200, undefined, 'abcdefghij'],
  ] as const) {
    const answer = await getWith({ Range: range });
    expect([answer.status, answer.headers['content-range'], answer.text], range).toEqual([status, contentRange, text]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
    expect((await getWith({ Range: range, 'If-Range': '"x"' })).text).toBe('abcdefghij');
    const head = await getWith({ Range: range }, '/a.bin', 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, '10']);
    expect((await getWith({}, '/empty.bin')).text).toBe('');
  }
});
