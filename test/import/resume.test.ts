// A crawl that was interrupted or killed continues, and one that was completed asks only for changes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { withDiskFault } from '../incremental/disk-faults.ts';
import { problemsOf, runImport } from './imported.ts';
import { serving, type Meddle } from './served.ts';

/** The addresses of the responses in a store. */
function keptIn(store: string): string[] {
  const files = existsSync(store) ? readdirSync(store).filter((file) => file.endsWith('.json')) : [];
  return files.map((file) => {
    const { address }: { address: string } = JSON.parse(readFileSync(join(store, file), 'utf8'));
    return address;
  });
}

describe('a service', () => {
  const site = siteForEach(async ({ folder, out }) => {
    writeSmallCatalog(join(folder, 'source'), 9);
    await runBuild({ data: join(folder, 'source'), out, chosen: { pageSize: 2 } });
  });

  it('is requested once for each address, and later only for changes', async () => {
    await serving(site.out, async ({ base, log, statuses, agents }) => {
      await runImport(base, site.data);
      const first = log.length;
      expect(new Set(log).size).toBe(first);
      expect([...agents]).toEqual([expect.stringMatching(/^static-course-catalog\/0\.0\.0$/u)]);
      const before = snapshot(site.data);
      await runImport(base, site.data);
      // Only a later import asks whether the service lists what changed.
      const isKnown = (path: string, at: number) => path === '/build.json' || [404, 304].includes(statuses[at] ?? 0);
      expect(log.every((path, at) => at < first || isKnown(path, at))).toBe(true);
      expect(snapshot(site.data)).toEqual(before);
    });
  });

  it('is imported from where an interrupted import stopped', async () => {
    let isBroken = true;
    const breaking: Meddle = (path, response) => {
      if (!isBroken || !path.includes('/courses/view/')) return false;
      isBroken = false;
      response.writeHead(500).end();
      return true;
    };
    await serving(
      site.out,
      async ({ base, log }) => {
        expect(await problemsOf(runImport(base, site.data))).toEqual(['import-request: answered 500']);
        expect(existsSync(site.data)).toBe(false);
        const before = new Set(log.filter((path) => path !== '/robots.txt' && !path.includes('/courses/view/')));
        const start = log.length;
        await runImport(base, site.data);
        expect(
          log.slice(start).filter((path) => before.has(path) && !['/', '/dumps/datapackage.json'].includes(path)),
        ).toEqual([]);
      },
      breaking,
    );
  });

  it('is imported from where a killed import stopped', async () => {
    await serving(site.out, async ({ base, log }) => {
      await runImport(base, join(site.folder, 'right'));
      let kept = 0;
      for (let at = 10; ; at += 13) {
        const own = join(site.folder, `killed-${at}`);
        const run = () => runImport(base, join(own, 'data'));
        const { failed } = await withDiskFault(join(own, '.data.import'), { mode: 'killed', at }, run);
        if (failed === undefined) break;
        const stored = keptIn(join(own, '.data.import/list'));
        kept += stored.length;
        const start = log.length;
        await run();
        expect(log.slice(start).filter((path) => stored.includes(`${base}${path}`))).toEqual([]);
        expect(snapshot(join(own, 'data/courses')), failed).toEqual(
          new Map([['list.ndjson', snapshot(join(site.folder, 'right/courses')).get('list.ndjson')]]),
        );
      }
      expect(kept).toBeGreaterThan(20);
    });
  });

  it('is asked again for a page that was not JSON, and for nothing else', async () => {
    const list = '/api/v1/providers/1/courses/';
    let isBroken = true;
    const loggingIn: Meddle = (path, response) => {
      if (!isBroken || path !== list) return false;
      isBroken = false;
      return Boolean(response.writeHead(200).end('<html>Please log in</html>'));
    };
    await serving(
      site.out,
      async ({ base, log }) => {
        expect(await problemsOf(runImport(base, site.data))).toEqual(['import-request: is not JSON']);
        const start = log.length;
        expect((await runImport(base, site.data)).plan.added).toHaveLength(9);
        expect(log.slice(start)).toContain(list);
        expect(log.slice(start)).not.toContain('/api/v1/providers/');
      },
      loggingIn,
    );
  });

  it('is requested again whose records were corrected', async () => {
    const write = (language: string) =>
      writeFiles(site.out, { 'list.csv': `title,url,provider,language\nA,https://a.example/a,P,${language}` });
    await serving(site.out, async ({ base }) => {
      write('');
      const run = () => runImport(`${base}/list.csv`, site.data);
      expect((await problemsOf(run()))[0]).toMatch(/^value-missing/u);
      write('English');
      expect((await run()).hasWritten).toBe(true);
    });
  });

  it('is imported after its dump was replaced while it was read', async () => {
    const chosen = { pageSize: 2, dumps: ['ndjson'] as const };
    await runBuild({ data: join(site.folder, 'source'), out: site.out, chosen });
    writeSmallCatalog(join(site.folder, 'source'), 5);
    await runBuild({ data: join(site.folder, 'source'), out: join(site.folder, 'earlier'), chosen });
    const isEarlier = (path: string) => /datapackage\.json$|providers\.ndjson\.gz$/u.test(path);
    let isReplaced = false;
    await serving(
      site.out,
      async ({ base, log }) => {
        const differs = 'import-request: does not match its digest in datapackage.json: import again';
        expect(await problemsOf(runImport(base, site.data))).toEqual([differs]);
        expect(log).toContain('/dumps/courses.ndjson.gz');
        isReplaced = true;
        expect((await runImport(base, site.data)).plan.added).toHaveLength(9);
      },
      (path, response) =>
        !isReplaced &&
        isEarlier(path) &&
        Boolean(response.writeHead(200).end(readFileSync(join(site.folder, 'earlier', path)))),
    );
  });
});
