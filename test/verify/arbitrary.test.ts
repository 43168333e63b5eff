// Any valid catalog, built and served as files: odd names, ids and trees break no rule of the contract.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { forAll } from '../for-all.ts';
import { listen } from '../ports.ts';
import { exampleOf, rulesWith, verified } from './verified.ts';

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
    await forAll(40, [catalog, fc.integer({ min: 1, max: 4 }), pageLinks], async (given, pageSize, form) => {
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
