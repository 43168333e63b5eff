// The client of the package in every runtime: Node, Deno, Bun and Chromium read the same of a site.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { visit } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { installNodes, installRuntimes, nodeOf, runtimeOf } from '../helpers/nodes.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { builtCatalog, courses } from './catalogs.ts';

/** What a script reads by each call, as a function that takes the address of the client and that of the site. */
const reading = `async (client, address) => {
  const { openCatalog, NotFoundError } = await import(client);
  const catalog = await openCatalog(address);
  const ids = async (courses) => {
    const found = [];
    for await (const { id } of courses) found.push(id);
    return found;
  };
  const missing = await catalog.course('none').catch((error) => error instanceof NotFoundError && error.status);
  return {
    listed: await ids(catalog.list('provider', 1)),
    dumped: await ids(catalog.dump()),
    changed: await ids(catalog.changes('2026-01-01')),
    found: await catalog.search({ query: 'optcs', provider: 1, limit: 2 }),
    course: await catalog.course('https://example.org/courses/7'),
    latest: await catalog.latest(),
    missing,
  };
}`;

const ids = courses.map(({ id }) => id);
const onOptics = courses
  .filter(({ provider, title }) => provider === 1 && title.includes('optics'))
  .toSorted((a, b) => b.date_published.localeCompare(a.date_published) || b.id - a.id);
const expected = {
  listed: courses.filter(({ provider }) => provider === 1).map(({ id }) => id),
  dumped: ids,
  changed: expect.arrayContaining(ids),
  found: { total: onOptics.length, sort: 'match', courses: onOptics.slice(0, 2).map(({ id }) => ({ id })) },
  course: { id: 7, title: 'Course 7 on empires' },
  latest: expect.any(Array),
  missing: 404,
};

describe('the client', () => {
  let [site, whySkipped] = ['', ''];
  beforeAll(async () => {
    const out = await builtCatalog({ pages: true, dumps: ['ndjson'], journal: true });
    const preview = await openPreview({ out, port: await freePort() }, () => {});
    site = preview.url;
    try {
      await installNodes();
      await installRuntimes();
    } catch (error) {
      if (process.env['CI'] !== undefined) throw error;
      whySkipped = 'needs: Linux and the npm registry';
    }
    return async () => preview.close();
  });

  const client = pathToFileURL(resolve('lib/client.js')).href;
  it.for([
    ['Node 20.19', () => nodeOf('20.19.0'), []],
    ['Node 24', () => nodeOf('24.21.0'), []],
    ['Deno', () => runtimeOf('deno'), ['run', '--allow-net', '--allow-read']],
    ['Bun', () => runtimeOf('bun'), ['run']],
  ] as const)('reads a site in %s', async ([, program, options], { folder, skip }) => {
    skip(whySkipped !== '', whySkipped);
    const text = `console.log(JSON.stringify(await (${reading})(${JSON.stringify(client)}, ${JSON.stringify(site)})));`;
    writeFiles(folder, { 'read.mjs': text });
    const { stdout } = await promisify(execFile)(program(), [...options, join(folder, 'read.mjs')], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });

  it.skipIf(isChromiumMissing)(`reads a site from a page elsewhere in Chromium${neededForChromium}`, async () => {
    const elsewhere = createServer(({ url: path = '' }, response) => {
      const isScript = path.endsWith('.js');
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? readFileSync(join('lib', path)) : '<!doctype html>');
    });
    const { url, close } = await listen(elsewhere);
    onTestFinished(close);
    const { page, faults } = await visit(url);
    const read: unknown = await page.evaluate(`(${reading})('/client.js', ${JSON.stringify(site)})`);
    expect(read).toMatchObject(expected);
    // The page reports requests to other origins, and the course that is not there.
    expect(faults.filter((fault) => !/request to another host|404/u.test(fault))).toEqual([]);
    faults.length = 0;
  });

  it.skipIf(isChromiumMissing)(
    `tells a host that lets no other page read it from one that is not there, in Chromium${neededForChromium}`,
    async () => {
      const silent = createServer((_, response) => void response.end('[]'));
      const elsewhere = createServer(({ url: path = '' }, response) => {
        const isScript = path.endsWith('.js');
        response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? readFileSync(join('lib', path)) : '<!doctype html>');
      });
      const [hidden, pages] = [await listen(silent), await listen(elsewhere)];
      onTestFinished(hidden.close);
      onTestFinished(pages.close);
      const { page, faults } = await visit(pages.url);
      const failing = async (address: string) =>
        page.evaluate(`import('/client.js').then(async ({ openCatalog }) =>
          (await openCatalog(${JSON.stringify(address)})).latest().catch(({ message }) => message))`);
      expect(await failing(hidden.url)).toContain('its host has to send Access-Control-Allow-Origin');
      expect(await failing(`http://127.0.0.1:${await freePort()}`)).toContain('check the address');
      faults.length = 0;
    },
  );
});
