// Any valid catalog, built and served as files: odd names, ids and trees break no rule of the contract.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog, type Catalog } from '../build/catalogs.ts';
import { runBuild } from '../build/run.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { exampleOf, rulesWith, verified } from './verified.ts';

describe('any catalog', () => {
  let out = '';
  let base = '';
  const server: Server = createServer((request, response) => {
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
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(() => server.close());

  it('conforms when it is built and served, in every form of links', async () => {
    const pageLinks = fc.constantFrom('query', 'path');
    await fc.assert(
      fc.asyncProperty(catalog, fc.integer({ min: 1, max: 4 }), pageLinks, async (given, pageSize, form) => {
        await inFolder(async (folder) => {
          out = join(folder, 'dist');
          writeFiles(join(folder, 'data'), filesOf(given));
          await runBuild({ data: join(folder, 'data'), out, chosen: { baseUrl: base, pageSize, pageLinks: form } });
          const report = await verified(base, { against: out });
          const broken = rulesWith(report, 'broken').map((rule) => `${rule}: ${exampleOf(report, rule).finding}`);
          expect(broken).toEqual([]);
          expect(report.courses).toBe(given.courses.length);
        });
      }),
      { numRuns: 40 },
    );
  });
});

function filesOf({ providers, categories, languages, courses }: Catalog): Record<string, string> {
  const files = {
    'providers.json': providers,
    'categories.json': categories,
    'courses.json': courses,
  };
  const listed = languages === null ? {} : { 'languages.json': languages };
  return Object.fromEntries(
    Object.entries({ ...files, ...listed }).map(([name, records]) => [name, JSON.stringify(records)]),
  );
}
