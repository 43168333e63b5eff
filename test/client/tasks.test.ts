// What developers do with the client, each in a project that has the packed package.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { unpackInto } from '../helpers/tarball.ts';
import { serving } from '../import/served.ts';
import { builtCatalog, builtOf, courses } from './catalogs.ts';

const run = promisify(execFile);
const own = { fields: customFields.read('{"credits":{"label":"Credits","kind":"number","filter":true}}') };
const withCredits = courses.map((course) => ({ ...course, credits: course.id % 7, price: '0' }));

let [project, site] = ['', ''];
beforeAll(async () => {
  project = makeFolder();
  await unpackInto(project);
  site = await builtOf(withCredits, { pages: true, dumps: ['ndjson'], ...own });
});
afterAll(() => removeFolder(project));

/** What a task returns, run by Node in the project, with a catalog that is open. */
async function outcomeOf(task: string, out = site): Promise<unknown> {
  return serving(out, async ({ base }) => {
    writeFiles(project, {
      'task.mjs': `import * as client from 'static-course-catalog/client';
        const catalog = await client.openCatalog(${JSON.stringify(base)}, { maxAge: 0 });
        const task = async () => {${task}};
        console.log(JSON.stringify(await task()));`,
    });
    const { stdout } = await run(process.execPath, [join(project, 'task.mjs')]);
    return JSON.parse(stdout);
  });
}

const ids = courses.map(({ id }) => id);
const optics = courses.filter(({ title }) => title.includes('optics')).length;

describe('a developer', () => {
  it('pages through a search', async () => {
    const outcome = await outcomeOf(`
      const found = [];
      for (let page = 0, total = 1; page * 5 < total; page += 1) {
        const result = await catalog.search({ query: 'optics', offset: page * 5, limit: 5 });
        ({ total } = result);
        found.push(...result.courses.map(({ id }) => id));
      }
      const all = [];
      for await (const { id } of catalog.searchAll({ query: 'optics' })) all.push(id);
      return { found, all };`);
    const { found, all }: { found: number[]; all: number[] } = Object(outcome);
    expect(new Set(found).size).toBe(optics);
    expect(all).toEqual(found);
  });

  it('completes what is typed, and ends what was typed before', async () => {
    const outcome = await outcomeOf(`
      let typing = new AbortController();
      const typed = ['o', 'op', 'opt'].map((query) => {
        typing.abort();
        const { signal } = (typing = new AbortController());
        return catalog.search({ query, limit: 3 }, { signal }).then(({ total }) => total, ({ name }) => name);
      });
      return Promise.all(typed);`);
    expect(outcome).toEqual(['AbortError', 'AbortError', optics]);
  });

  it('shows one course', async () => {
    const course = await outcomeOf(`return catalog.course('https://example.org/courses/6', { fields: true });`);
    expect(course).toMatchObject({
      linkhash: linkhashOf('https://example.org/courses/6'),
      fields: { credits: 6, price: { amount: 0, currency: null } },
    });
  });

  it('reads all courses', async () => {
    const outcome = await outcomeOf(`
      const ids = [];
      for await (const { id } of catalog.dump()) ids.push(id);
      return ids;`);
    expect(outcome).toEqual(ids);
  });

  it('keeps a catalog open while others are published', async () => {
    const folder = makeFolder();
    cpSync(site, folder, { recursive: true });
    const next = await builtOf(withCredits.slice(1), { pages: true, dumps: ['ndjson'], ...own });
    const outcome = await outcomeOf(
      `const { cpSync } = await import('node:fs');
      const totals = [];
      for (const folder of [undefined, ${JSON.stringify(next)}]) {
        if (folder) cpSync(folder, ${JSON.stringify(folder)}, { recursive: true });
        for (let call = 0; call < 2; call += 1) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          totals.push((await catalog.search({ limit: 0 })).total);
        }
      }
      return totals;`,
      folder,
    );
    removeFolder(folder);
    expect(outcome).toEqual([60, 60, 59, 59]);
  });

  it('is told what a service of others lacks, and how to get it', async () => {
    const outcome = await outcomeOf(
      `const listed = [];
      for (const { id } of await catalog.providers())
        for await (const course of catalog.list('provider', id)) listed.push(course.id);
      const error = await catalog.search({ query: 'optics' }).catch((reason) => reason);
      return { listed, isNotPublished: error instanceof client.NotPublishedError, message: error.message };`,
      await builtCatalog(),
    );
    expect(outcome).toEqual({
      listed: expect.arrayContaining(ids),
      isNotPublished: true,
      message: expect.stringMatching(
        /the service has no search index: "static-course-catalog import http.*" makes a catalog/u,
      ),
    });
  });

  it('gives the types of own fields', async () => {
    writeFileSync(
      join(project, 'typed.mts'),
      `import { openCatalog } from 'static-course-catalog/client';
      const catalog = await openCatalog<{ credits: number }>('https://courses.example.org');
      const { courses } = await catalog.search({ fields: { credits: { from: 3 }, price: 0 } });
      export const credits: number | undefined = courses[0]?.fields?.credits;
      export const currency: string | null | undefined = courses[0]?.fields?.price?.currency;
      for await (const { fields } of catalog.dump()) (fields?.credits ?? 0).toFixed(1);
      // @ts-expect-error the catalog has no such field
      await catalog.search({ fields: { credit: 3 } });
`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const checked = run(
      resolve('node_modules/.bin/tsc'),
      [...options, '--lib', 'es2022,dom,dom.asynciterable', '--types', '', 'typed.mts'],
      { cwd: project },
    );
    expect(await checked.catch((error: unknown) => error)).toMatchObject({ stdout: '' });
  });

  it('is shown a short line of the script where an error is not caught', async () => {
    writeFiles(project, {
      'failing.mjs': `import { openCatalog } from 'static-course-catalog/client';
        await (await openCatalog('http://127.0.0.1:9')).latest();`,
    });
    const failing = run(process.execPath, [join(project, 'failing.mjs')]).catch((error: unknown) => error);
    const { stderr = '' }: { stderr?: string } = Object(await failing);
    expect(stderr).toContain('cannot be reached');
    expect(stderr.length).toBeLessThan(5000);
    expect(readFileSync(join(project, 'node_modules/static-course-catalog/lib/client.js'), 'utf8')).toMatch(/\n/u);
  });
});
