// Real builds and builds of any catalog, on hosts that serve files: rules that hold there, the wrong form of links, and stale deployments.
import { chmodSync, rmSync, symlinkSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import fs from 'fs-extra';
import { describe, expect, onTestFinished, beforeAll } from 'vitest';
import type { PageLinks } from '../../src/api/paging.ts';
import { catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { asAnyone, inFolder, makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { httpServerCommand, start } from '../hosts/servers/server.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { exampleOf, linesOf, rulesWith, verified } from './verified.ts';

const view = 'api/v1/courses/view';

/** A small catalog in both forms of links. */
const byPath = { base: '', out: '' };
const byQuery = { base: '', out: '' };
beforeAll(async () => {
  const folder = makeFolder();
  const stops = [
    await onHttpServer(join(folder, 'path'), 'path', byPath),
    await onHttpServer(join(folder, 'query'), 'query', byQuery),
  ];
  return async () => {
    for (const stop of stops) await stop();
    removeFolder(folder);
  };
});

describe('a build on a host that ignores the query', () => {
  it('conforms with links by path, and equals the local build', async () => {
    const { base, out } = byPath;
    const report = await verified(base, { against: out });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'untested')).toEqual(['next', 'page-number', 'changes']);
    const limits =
      'next-by-path page-query page-unknown vary allow options cors cors-headers methods methods-body formats';
    expect(rulesWith(report, 'unsupported')).toEqual(limits.split(' '));
    expect(report).toMatchObject({ ok: true, courses: 30 });
    const files = fs
      .readdirSync(join(out, 'api'), { recursive: true })
      .filter((path) => String(path).endsWith('index.json'));
    expect(report.rules.find(({ rule }) => rule === 'against')?.checks).toBe(files.length);
  });

  it('does not conform with links by query, and advice is given', async () => {
    const { base } = byQuery;
    const report = await verified(base);
    expect(rulesWith(report, 'broken')).toEqual(['page-loop']);
    expect(exampleOf(report, 'page-loop').finding).toMatch(/^page 2 of .* repeats page 1$/u);
    expect(report.advice).toEqual(['the host ignores ?page=; build with --page-links path']);
    const lines = linesOf(report);
    const advised = lines.filter((line) => line.trim() === 'the host ignores ?page=; build with --page-links path');
    expect(advised).toHaveLength(2);
    expect(lines.find((line) => line.startsWith('The API does not conform'))).toContain('1 rule of the contract');
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}curl -sS -i 'http:.*\?page=2'$/u));
  });

  it('is reported if it was made for another address, and still walked', async () => {
    const base = byPath.base.replace('127.0.0.1', 'localhost');
    const report = await verified(base);
    expect(rulesWith(report, 'broken')).toEqual(['link-base']);
    expect(report.advice).toEqual([`build with --base-url ${base}`]);
    expect(report.courses).toBe(30);
  });
});

describe('a deployment that differs from the local build', () => {
  it('is reported with each file that is stale, missing or new, however it was reached', async ({ folder }) => {
    const { base, out } = byPath;
    const local = join(folder, 'dist');
    fs.copySync(out, local);
    const [stale = '', missing = '', unknown = ''] = fs.readdirSync(join(out, view));
    fs.appendFileSync(join(local, view, stale, 'index.json'), ' ');
    fs.appendFileSync(join(local, 'api/v1/languages/index.json'), ' ');
    fs.outputFileSync(join(local, view, 'new', 'index.json'), '{}');
    rmSync(join(local, view, unknown), { recursive: true });
    const before = await verified(base, { against: local });
    expect(rulesWith(before, 'broken')).toEqual(['against']);
    const against = before.rules.find(({ rule }) => rule === 'against');
    expect(against).toMatchObject({ failures: 4 });
    expect(before.advice).toEqual([`4 of ${against?.checks} responses differ from the local build; deploy again`]);
    fs.moveSync(join(out, view, missing), join(folder, 'missing'));
    onTestFinished(() => fs.moveSync(join(folder, 'missing'), join(out, view, missing)));
    const after = await verified(base, { against: local });
    expect(rulesWith(after, 'broken')).toEqual(['course-view', 'against']);
    expect(exampleOf(after, 'course-view').finding).toMatch(`${view}/${missing}/ answered 404`);
  });

  it('is told apart from a build that was made for another address', async ({ folder }) => {
    const { base } = byPath;
    const local = join(folder, 'dist');
    const baseUrl = 'https://courses.example.org/api-2';
    await runBuild({ data: 'data', out: local, chosen: { baseUrl, pageSize: 10, pageLinks: 'path' } });
    const report = await verified(base, { against: local });
    expect(rulesWith(report, 'broken')).toEqual(['against']);
    const { checks, failures, advice } = report.rules.find(({ rule }) => rule === 'against') ?? {};
    expect(advice).toBe(`the local build was made for ${baseUrl}: build with --base-url ${base}`);
    expect(report.advice).toEqual([`${failures} of ${checks} responses differ from the local build; ${advice}`]);
  });

  it('is not looked for if the folder has no build', async ({ folder }) => {
    const problem = { rule: 'against-folder', file: folder, remedy: expect.stringContaining('--against') };
    await expect(verified('http://127.0.0.1:1', { against: folder })).rejects.toMatchObject({ problems: [problem] });
  });

  it.for([
    ['a folder above the build', '.', 'dist/api/v1/index.json'],
    ['a file that the host serves', 'dist/api/v1/providers/index.json', 'dist/api/v1/providers/index.json'],
    ['a folder that the host does not serve', 'dist/api/v1/new', 'dist/api/v1/new'],
  ] as const)('is told apart from a folder without read permission: %s', async ([, closed, named], { folder }) => {
    const { base, out } = byPath;
    fs.copySync(out, join(folder, 'dist'));
    fs.outputFileSync(join(folder, 'dist/api/v1/new/index.json'), '{}');
    for (const path of ['.', closed]) chmodSync(join(folder, path), path === closed ? 0 : 0o755);
    const problem = {
      rule: 'against-folder',
      file: join(folder, named),
      finding: 'cannot be read: permission denied',
    };
    await asAnyone(async () =>
      expect(verified(base, { against: join(folder, 'dist') })).rejects.toMatchObject({ problems: [problem] }),
    );
    chmodSync(folder, 0o755);
  });

  it('is compared whatever the name of its folder, and without following links', async ({ folder }) => {
    const { base, out } = byPath;
    const local = join(folder, String.raw`[dist]\{a,b}`);
    fs.copySync(out, local);
    fs.outputFileSync(join(local, 'api/v1/line\u2028separator/index.json'), '{}');
    for (const name of ['x', 'y']) symlinkSync('.', join(local, 'api/v1', name));
    const { rules } = await verified(base, { against: local });
    expect(rules.find(({ rule }) => rule === 'against')).toMatchObject({ failures: 1 });
  });
});

/** Builds the catalog for http-server, which ignores the query, and serves it; returns what ends it. */
async function onHttpServer(folder: string, pageLinks: PageLinks, served: typeof byPath): Promise<() => Promise<void>> {
  const out = join(folder, 'served');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  writeSmallCatalog(join(folder, 'data'), 30);
  await runBuild({
    data: join(folder, 'data'),
    out,
    chosen: { host: 'http-server', baseUrl: base, pageSize: 5, pageLinks },
  });
  Object.assign(served, { base, out });
  const { stop } = await start(httpServerCommand, [{ root: out, prefix: '', port }], folder);
  return stop;
}

describe('any catalog', () => {
  let out = '';
  let base = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', base);
    const page = url.searchParams.get('page');
    const folder = `${decodeURIComponent(url.pathname)}${page === null ? '' : `page/${page}/`}`;
    const file = join(out, folder, 'index.json');
    const exists = folder.endsWith('/') && existsSync(file);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(isRead ? (exists ? 200 : 404) : 405, { 'Content-Type': 'application/json' });
    response.end(exists && isRead ? readFileSync(file) : '{"detail":"Not found."}');
  });
  beforeAll(async () => {
    const { url, close } = await listen(server);
    base = url;
    return close;
  });

  it('conforms when it is built and served, in every form of links', async () => {
    const pageLinks = fc.constantFrom('query', 'path');
    await forAll(6, [catalog, fc.integer({ min: 1, max: 4 }), pageLinks], async (given, pageSize, form) => {
      await inFolder(async (folder) => {
        out = join(folder, 'dist');
        writeCatalog(join(folder, 'data'), given, oneFileEach);
        await runBuild({ data: join(folder, 'data'), out, chosen: { baseUrl: base, pageSize, pageLinks: form } });
        const report = await verified(base, { against: out });
        const broken = rulesWith(report, 'broken').map((rule) => `${rule}: ${exampleOf(report, rule).finding}`);
        expect(broken).toEqual([]);
        expect(report.courses).toBe(given.courses.length);
      });
    });
  });
});
