// The functions of the package: results as data, what a signal aborts, and builds at the same time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { build, check, importList, OptionsError, verify, type BuildOptions } from '../../src/index.ts';
import type { Failure, Progress } from '../../src/results.ts';
import { beside } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { startService } from '../verify/service.ts';

const list =
  'title,url,date,language\nOptics,https://a.example/1,2024-01-31,en\nWaves,https://a.example/2,2024-02-28,\n';

function sitesIn(folder: string) {
  return { data: join(folder, 'data'), out: join(folder, 'dist') };
}

/** Fails unless the result is a failure. */
function failed(result: { readonly ok: boolean } | Failure): Failure {
  if (result.ok || !('problems' in result)) throw new Error('it did not fail');
  return result;
}

/** The reasons for which options are refused. */
async function reasonsOf(call: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof OptionsError ? error.reasons : [`no OptionsError: ${String(error)}`];
}

describe('a result', () => {
  // What was measured is never the same.
  const measured = { seconds: expect.any(Number), timings: expect.any(Array) };

  it('of a build is what --json prints', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 12);
    const options = { data, out, baseUrl: 'https://courses.example.org', pageSize: 5, dumps: ['ndjson'] as const };
    const result = await build({ ...options, dryRun: true });
    const flags = `--base-url ${options.baseUrl} --page-size 5 --dumps ndjson --dry-run`;
    const { stdout } = await courseCatalog(`build --data ${data} --out ${out} ${flags} --json`);
    expect(result).toEqual({ ...JSON.parse(stdout), ...measured });
    expect(result).toMatchObject({ ok: true, courses: 12, dryRun: true, problems: [] });
    expect(existsSync(out)).toBe(false);
    // The same, published.
    expect(await build(options)).toMatchObject({ ok: true, changes: { removed: [], purge: expect.any(Array) } });
    expect(existsSync(join(out, 'api/v1/index.json'))).toBe(true);
  });

  it('lists the changed files, even those that a file lists too', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    await build({ data, out });
    writeSmallCatalog(data, 4);
    const changes = join(folder, 'changes.json');
    const result = await build({ data, out, changes });
    expect(result.ok && [result.changes.added.length > 0, result.changes.changed.length > 0]).toEqual([true, true]);
    expect(result.ok && result.changes).toEqual(JSON.parse(snapshot(folder).get('changes.json') ?? ''));
  });

  it.for(['check', 'build'] as const)('of a %s has every problem of the catalog', async (name, { folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    writeFiles(data, { 'courses.json': '[{"id":1,"title":"A","linkurl":"https://example.org/1","provider":9}]' });
    const result = failed(await (name === 'check' ? check({ data }) : build({ data, out })));
    const { stdout } = await courseCatalog(`${name} --data ${data}${name === 'build' ? ` --out ${out}` : ''} --json`);
    expect(result).toEqual({ ...JSON.parse(stdout), mayHaveChanged: false });
    expect(result.problems.map(({ rule, line }) => [rule, line])).toContainEqual(['provider-known', 1]);
    expect(existsSync(out)).toBe(false);
  });

  it('of a check says what the catalog contains', async ({ folder }) => {
    const { data } = sitesIn(folder);
    writeSmallCatalog(data, 7);
    const { stdout } = await courseCatalog(`check --data ${data} --json`);
    const result = await check({ data });
    expect(result).toEqual(JSON.parse(stdout));
    expect(result).toMatchObject({ ok: true, courses: 7, providers: 2 });
  });

  it('of a verification is its report, which is not ok if a rule is broken', async () => {
    const service = await startService();
    const { base } = service;
    const broken = await startService((reply) => ({ ...reply, status: 500 }));
    try {
      const result = await verify({ baseUrl: `${base}/api/v1/providers/` });
      expect(result).toMatchObject({ ok: true, url: base });
      expect('rules' in result && result.rules.find(({ rule }) => rule === 'reachable')?.outcome).toBe('passed');
      expect(await verify({ baseUrl: broken.base })).toMatchObject({ ok: false, rules: expect.any(Array) });
      const without = failed(await verify({ baseUrl: base, against: '/nowhere' }));
      expect(without.problems.map(({ rule }) => rule)).toEqual(['against-folder']);
    } finally {
      await Promise.all([service.close(), broken.close()]);
    }
  });

  it('of an import is what --json prints', async ({ folder }) => {
    const input = join(folder, 'list.csv');
    writeFiles(folder, { 'list.csv': list });
    const flags = ['--provider', 'Uni', '--language', 'de', '--dry-run', '--json'];
    const { stdout } = await courseCatalog(['import', input, '--data', join(folder, 'data'), ...flags]);
    const options = { input, data: join(folder, 'data'), provider: 'Uni', language: 'de' };
    expect(await importList({ ...options, dryRun: true })).toEqual(JSON.parse(stdout));
    expect(await importList(options)).toMatchObject({ ok: true, hasWritten: true, counts: { new: 2 } });
    expect(await importList(options)).toMatchObject({ ok: true, hasWritten: false, counts: { unchanged: 2 } });
    expect(await check({ data: options.data })).toMatchObject({ ok: true, courses: 2 });
  });

  it('of an import that has to ask has its questions, whose answers are options', async ({ folder }) => {
    const data = join(folder, 'data');
    const input = join(folder, 'list.csv');
    writeFiles(folder, { 'list.csv': list });
    const { questions = [], problems } = failed(await importList({ input, data }));
    expect(questions.map(({ option, skipValue }) => [option, skipValue])).toEqual([
      ['provider', undefined],
      ['language', 'language'],
    ]);
    expect(problems).toHaveLength(2);
    expect(JSON.parse(JSON.stringify(questions))).toEqual(questions);
    expect(existsSync(data)).toBe(false);
    const answers = { [questions[0]?.option ?? '']: 'Uni', skipMissing: questions[1]?.skipValue };
    expect(await importList({ input, data, ...answers })).toMatchObject({ ok: true, counts: { new: 1, skipped: 1 } });
    // They are kept for the next import.
    expect(await importList({ input, data })).toMatchObject({ ok: true, counts: { unchanged: 1 } });
  });

  it('of an import has no questions if something else is wrong', async ({ folder }) => {
    const result = failed(await importList({ input: join(folder, 'none.csv'), data: join(folder, 'data') }));
    expect(result.problems.map(({ rule }) => rule)).toEqual(['import-source']);
    expect('questions' in result).toBe(false);
  });
});

describe('the options', () => {
  it('are refused with every reason, by their names', async () => {
    const wrong: BuildOptions = JSON.parse('{ "pageSize": 0, "hots": "nginx", "data": null }');
    expect(await reasonsOf(build(wrong))).toEqual([
      'unknown option "hots"; did you mean host?',
      'data: expected a text or a number, got null',
      'pageSize: expected a whole number from 1 to 10000, got "0"',
    ]);
    expect(await reasonsOf(build({ at: '2026-11-23T09:00:00Z' }))).toEqual(['at has an effect only with journal']);
    expect(await reasonsOf(verify({ baseUrl: 'courses.example.org' }))).toEqual([
      'baseUrl: expected an http or https address, got "courses.example.org"; did you mean https://courses.example.org?',
    ]);
    expect(await reasonsOf(Reflect.apply(verify, undefined, [{}]))).toEqual([
      'baseUrl: verify needs the address of the site',
    ]);
    expect(await reasonsOf(Reflect.apply(importList, undefined, [{}]))).toEqual([
      'input: expected a file or an address, got nothing',
    ]);
  });

  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['data', 'the text "data"'],
    [['data'], 'an array'],
  ] as const)('are refused if they are %o', async (options, found) => {
    const functions = options === undefined ? [verify, importList] : [build, check, verify, importList];
    for (const call of functions)
      expect(await reasonsOf(Reflect.apply(call, undefined, [options]))).toEqual([
        `expected an object of options, got ${found}`,
      ]);
  });

  it('may be those of the configuration file, in which a function takes its own', async ({ folder }) => {
    const { data } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    const configuration = {
      $schema: './schema.json',
      data,
      host: 'nginx',
      json: true,
      prune: true,
      footerLinks: { A: 'a.html' },
    };
    expect(await check(configuration)).toMatchObject({ ok: true, courses: 3 });
    const wrong = { ...configuration, host: 'ngix' };
    expect(await reasonsOf(check(wrong))).toHaveLength(1);
  });

  describe('are not taken from the environment', () => {
    beforeEach(() => {
      vi.stubEnv('COURSE_CATALOG_PAGE_SIZE', 'many');
      vi.stubEnv('SOURCE_DATE_EPOCH', '1');
    });
    afterEach(() => {
      vi.unstubAllEnvs();
    });

    it('which a command reads', async ({ folder }) => {
      const { data, out } = sitesIn(folder);
      writeSmallCatalog(data, 3);
      const journal = join(folder, 'journal.ndjson');
      const { problems } = failed(await build({ data, out, journal }));
      expect(problems.map(({ rule }) => rule)).toEqual(['journal-time']);
      expect(await build({ data, out, journal, at: '2026-11-23T09:00:00Z' })).toMatchObject({ ok: true });
      expect(snapshot(folder).get('journal.ndjson')).toContain('2026-11-23T09:00:00Z');
    });
  });
});

describe('a signal', () => {
  it('aborts a build, which leaves what was published as it was', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    await build({ data, out });
    const before = snapshot(out);
    writeSmallCatalog(data, 40);
    const controller = new AbortController();
    const reason = new Error('enough');
    const aborted = build({ data, out }, { signal: controller.signal, onProgress: () => controller.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
    expect(snapshot(out)).toEqual(before);
    expect(beside(out, 'data')).toEqual([]);
    // The next build is not hindered.
    expect(await build({ data, out })).toMatchObject({ ok: true, courses: 40 });
  });

  it('that is aborted already lets nothing begin', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(build({ data, out }, { signal })).rejects.toThrow('too late');
    await expect(check({ data }, { signal })).rejects.toThrow('too late');
    await expect(importList({ input: 'list.csv', data }, { signal })).rejects.toThrow('too late');
    expect(existsSync(out)).toBe(false);
  });

  it('aborts a verification and an import while they wait for a host', async ({ folder }) => {
    const service = await startService(() => undefined);
    const source = service.base;
    const data = join(folder, 'data');
    try {
      for (const work of [
        async (signal: AbortSignal) => verify({ baseUrl: source }, { signal }),
        async (signal: AbortSignal) => importList({ input: source, data }, { signal }),
      ]) {
        await expect(work(AbortSignal.timeout(300))).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
      }
      expect(existsSync(data)).toBe(false);
    } finally {
      await service.close();
    }
  });

  it('is not needed to follow the progress', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 9);
    const steps: Progress[] = [];
    await build({ data, out }, { onProgress: (progress) => steps.push(progress) });
    expect(steps.map(({ what }) => what)).toContain('9 courses');
    expect(steps.every(({ done, total }) => done <= total)).toBe(true);
  });
});

describe('two builds at once', () => {
  it('publish what each alone would have published', async ({ folder }) => {
    const sources = [9, 30].map((courses) => join(folder, `data-${courses}`));
    writeSmallCatalog(sources[0] ?? '', 9);
    writeSmallCatalog(sources[1] ?? '', 30, 100);
    const buildAll = (name: string) =>
      sources.map((data, at) => () => build({ data, out: join(folder, `${name}-${at}`), coursePages: true }));
    const together = await Promise.all(buildAll('together').map(async (start) => start()));
    for (const start of buildAll('alone')) await start();
    expect(together.map(({ ok }) => ok)).toEqual([true, true]);
    for (const at of [0, 1]) {
      expect(snapshot(join(folder, `together-${at}`))).toEqual(snapshot(join(folder, `alone-${at}`)));
    }
  });

  it('into one folder are one build and a problem', async ({ folder }) => {
    const { data, out } = sitesIn(folder);
    writeSmallCatalog(data, 3);
    const [first, second] = await Promise.all([build({ data, out }), build({ data, out })]);
    expect(first.ok).toBe(true);
    expect(failed(second).problems.map(({ rule }) => rule)).toEqual(['output-busy']);
    expect(await build({ data, out })).toMatchObject({ ok: true });
  });
});
