// Who reads the published journal: `verify`, an import of a service of this tool, and hosts that serve it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { runImport } from '../import/imported.ts';
import { serving, type Served } from '../import/served.ts';
import { exampleOf, rulesWith, verified } from '../verify/verified.ts';
import { builtOnce, hashOf, Kept, minute } from './kept.ts';

const titles = new Map(Array.from({ length: 20 }, (_, at) => [at + 1, `Course ${at + 1}`]));

describe('a verification', () => {
  it.for<[string, (text: string) => string, RegExp]>([
    ['a missing line', (text) => text.replace(/^.*\n/u, ''), /has other times or another number of lines/u],
    [
      'a course as deleted',
      (text) => text.replace(/created".*?"id/u, 'deleted","id'),
      /is in the journal as not there/u,
    ],
    ['another digest', (text) => text.replace(/"sha256":"\w{6}/u, '"sha256":"000000'), /as another digest/u],
    ['a course that is not there', (text) => text.replace(/[\da-f]{32}/u, '0'.repeat(32)), /which no list has/u],
    ['a line twice', (text) => text.replace(/^(.*\n)/u, '$1$1'), /twice, or not the newest first/u],
    ['something else', () => '<html>\n', /has the line "<html>"/u],
  ])('finds %s', async ([, edit, finding], { folder }) => {
    await serving(join(folder, 'dist'), async ({ base }) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base, sitemapSize: 8 });
      expect(rulesWith(await verified(base), 'passed')).toContain('changes');
      const file = join(kept.out, 'changes-2.ndjson');
      writeFileSync(file, edit(readFileSync(file, 'utf8')));
      const report = await verified(base);
      expect(rulesWith(report, 'broken')).toEqual(['changes']);
      expect(exampleOf(report, 'changes').finding).toMatch(finding);
    });
  });

  it.for([
    ['changes/since.json', 'changes/since.json names "../changes-4.ndjson" as part 2, not "../changes-2.ndjson"'],
    ['changes-2.ndjson', '{base}/changes-2.ndjson answered 404'],
  ] as const)('asks for no part after a fault in %s', async ([path, finding], { folder }) => {
    await serving(join(folder, 'dist'), async ({ base, log }) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base, sitemapSize: 8 });
      const file = join(kept.out, path);
      if (path === 'changes-2.ndjson') rmSync(file);
      else writeFileSync(file, readFileSync(file, 'utf8').replace('changes-2', 'changes-4'));
      const report = await verified(base);
      expect(rulesWith(report, 'broken')).toEqual(['changes']);
      const curl = `curl -sS -i '${base}/${path}'`;
      expect(exampleOf(report, 'changes')).toEqual({ finding: finding.replace('{base}', base), curl });
      expect(log).not.toContain('/changes-3.ndjson');
    });
  });
});

describe('an import of a service of this tool', () => {
  it('asks later only for what changed, and has the same as one that asks for everything', async ({ folder }) => {
    await serving(join(folder, 'dist'), async ({ base, log }) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base });
      await runImport(base, join(folder, 'copy'));
      const edited = new Map([...titles, [3, 'Another'], [30, 'New']]);
      edited.delete(5);
      kept.write(edited);
      await kept.build(minute(2));
      const start = log.length;
      const result = await runImport(base, join(folder, 'copy'), { prune: true });
      expect(log.slice(start).filter((path) => path.includes('/view/'))).toHaveLength(2);
      expect([result.isComplete, result.plan.added.length]).toEqual([true, 1]);
      await runImport(base, join(folder, 'whole'));
      const apis = ['copy', 'whole'].map(async (name) => {
        const out = join(folder, `${name}-built`);
        await runBuild({ data: join(folder, name), out, chosen: { baseUrl: base } });
        return snapshot(out);
      });
      const [copy, whole] = await Promise.all(apis);
      expect(copy).toEqual(whole);
    });
  });

  it('asks for everything where the list is of another build', async ({ folder }) => {
    await serving(join(folder, 'dist'), async ({ base }) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base });
      await runImport(base, join(folder, 'copy'));
      const files = ['changes.ndjson', 'changes/since.json'].map((path) => [
        path,
        readFileSync(join(kept.out, path), 'utf8'),
      ]);
      kept.write(new Map([...titles, [3, 'Another']]));
      await kept.build(minute(2), { journal: undefined });
      writeFiles(kept.out, Object.fromEntries(files));
      expect((await runImport(base, join(folder, 'copy'))).plan.changed).toHaveLength(1);
    });
  });

  it.each(['build.json', 'changes.ndjson'])('needs no %s', async (path) => {
    await inFolder(async (folder) => {
      let status = 200;
      const use = async ({ base }: Served) => {
        await builtOnce(folder, titles, { baseUrl: base });
        for (status of [200, 200, 503]) {
          const { plan } = await runImport(base, join(folder, 'copy'));
          expect(plan.read).toBe(titles.size);
        }
      };
      await serving(join(folder, 'dist'), use, (asked, response) => {
        if (asked !== `/${path}`) return false;
        response.writeHead(status).end('<html>\n');
        return true;
      });
    });
  });

  it('does not follow a list without end', async ({ folder }) => {
    let line = '';
    const use = async ({ base, log }: Served) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base });
      await runImport(base, join(folder, 'copy'));
      [line = ''] = readFileSync(join(kept.out, 'changes.ndjson'), 'utf8').split('\n');
      const start = log.length;
      expect((await runImport(base, join(folder, 'copy'))).plan.read).toBe(titles.size);
      expect(log.slice(start).filter((path) => path.startsWith('/changes'))).toHaveLength(250);
    };
    await serving(join(folder, 'dist'), use, (path, response) => {
      if (line === '' || !path.startsWith('/changes')) return false;
      response.end(`${line}\n`);
      return true;
    });
  });

  it('asks again for a course that is not as it is listed, and says so if it stays', async ({ folder }) => {
    let [stale, times] = ['', 0];
    const use = async ({ base }: Served) => {
      const kept = await builtOnce(folder, titles, { baseUrl: base });
      stale = readFileSync(join(kept.out, `api/v1/courses/view/${hashOf(3)}/index.json`), 'utf8');
      await runImport(base, join(folder, 'copy'));
      kept.write(new Map([...titles, [3, 'Another']]));
      await kept.build(minute(2));
      const again = async (until: number) => {
        times = until;
        const { plan, ...rest } = await runImport(base, join(folder, 'copy'));
        return [plan.changed.length, JSON.stringify(rest).includes('not as the journal has it')];
      };
      expect(await again(2)).toEqual([0, true]);
      expect(await again(1)).toEqual([1, false]);
    };
    await serving(join(folder, 'dist'), use, (path, response) => {
      if (times === 0 || !path.endsWith(`/${hashOf(3)}/`)) return false;
      times -= 1;
      response.end(stale);
      return true;
    });
  });

  it('takes at most ten requests for three edits in many pages', async ({ folder }) => {
    await serving(join(folder, 'dist'), async ({ base, log }) => {
      const kept = new Kept(folder, { baseUrl: base, pageSize: 5 });
      const many = new Map(Array.from({ length: 300 }, (_, at) => [at + 1, `Course ${at + 1}`]));
      kept.write(many);
      await kept.build(minute(1));
      await runImport(base, join(folder, 'copy'));
      kept.write(new Map([...many, [5, 'New'], [100, 'New'], [250, 'New']]));
      await kept.build(minute(2));
      const start = log.length;
      await runImport(base, join(folder, 'copy'));
      expect(log.slice(start).filter((path) => path.includes('/view/'))).toHaveLength(3);
      expect(log.length - start).toBeLessThanOrEqual(10);
    });
  });
});
