// A client that public generators make of the OpenAPI document: it compiles strictly and reads the whole API of a preview.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLinkForms, type PageLinks } from '../../src/api/paging.ts';
import { renderOpenapi } from '../../src/site/openapi/openapi.ts';
import { openSite, type Site } from '../preview/site.ts';
import { inputOf } from './document.ts';

const workspace = 'test/client';
const run = promisify(execFile);

describe.each(pageLinkForms)('a generated client for %s links', (pageLinks) => {
  let site: Site;
  let folder: string;
  beforeAll(async () => {
    site = await openSite('data', { pageLinks });
    folder = await generate(site, pageLinks);
  });
  afterAll(() => site.close());

  it('compiles strictly, but not where it asks for what the document does not have', async () => {
    const reader = join(folder, `by-${pageLinks}.ts`);
    writeFileSync(join(folder, 'mistaken.ts'), readFileSync(reader, 'utf8').replace('provider_name }', 'provider }'));
    await expect(compile(folder)).rejects.toMatchObject({
      stdout: expect.stringMatching(/^mistaken\.ts\S* error.*\n$/u),
    });
    rmSync(join(folder, 'mistaken.ts'));
    await compile(folder);
  }, 120_000);

  it('reads every endpoint and every page, and knows a refusal', async () => {
    const words = [resolve('node_modules/tsx/dist/cli.mjs'), `by-${pageLinks}.ts`, site.preview.url];
    const { stdout } = await run(process.execPath, words, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      endpoints: 8,
      latest: 10,
      views: 10,
      ofProviders: coursesIn(site, 'providers'),
      ofCategories: coursesIn(site, 'categories'),
      inLanguages: coursesIn(site, 'languages'),
      refusal: 'Not found.',
    });
  });
});

/** Makes the types of the client beside a copy of what reads by them. */
async function generate({ folder, out, preview }: Site, pageLinks: PageLinks): Promise<string> {
  const client = join(folder, 'client');
  mkdirSync(client);
  for (const file of ['package.json', 'tsconfig.json', 'found.ts', `by-${pageLinks}.ts`]) {
    copyFileSync(join(workspace, file), join(client, file));
  }
  symlinkSync(resolve('node_modules'), join(client, 'node_modules'));
  writeFileSync(
    join(client, 'openapi.json'),
    renderOpenapi(inputOf(out, { baseUrl: preview.url, pageLinks, pageSize: 5 })),
  );
  const generator = own('openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, 'openapi.json', '--output', 'api.ts'], { cwd: client });
  return client;
}

/** By the compiler that the generator was made for. */
async function compile(folder: string): Promise<void> {
  await run(process.execPath, [own('typescript/bin/tsc')], { cwd: folder });
}

/** A package of the workspace's own, or one that it shares with all. */
function own(path: string): string {
  const file = resolve(workspace, 'node_modules', path);
  return existsSync(file) ? file : resolve('node_modules', path);
}

/** What the lists of a kind hold together, as the list of their names says. */
function coursesIn({ out }: Site, kind: string): number {
  const file = join(out, 'api/v1', kind, 'index.json');
  const records: { course_count: number }[] = JSON.parse(readFileSync(file, 'utf8'));
  return records.reduce((sum, { course_count }) => sum + course_count, 0);
}
