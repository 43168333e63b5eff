// Clients that public generators create from the OpenAPI document: they compile in strict mode and read the whole API of a preview.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { pageLinkForms, type PageLinks } from '../../src/api/paging.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { renderOpenapi } from '../../src/outputs/openapi/openapi.ts';
import { sharedBuild } from '../builds.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { inputOf } from './document.ts';

const workspace = 'test/client';
const run = promisify(execFile);
const folder = makeFolder();
/** The page size that the readers of the workspace expect. */
const pageSize = 5;

beforeAll(async () => {
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(workspace, file), join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await Promise.all(pageLinkForms.map(generate));
});
afterAll(() => removeFolder(folder));

it('generated clients compile in strict mode, except for code that requests what the document lacks', async () => {
  for (const form of pageLinkForms) {
    const reader = readFileSync(join(folder, form, `by-${form}.ts`), 'utf8');
    writeFileSync(join(folder, form, 'mistaken.ts'), reader.replace('provider_name }', 'provider }'));
  }
  await expect(run(process.execPath, [own('typescript/bin/tsc')], { cwd: folder })).rejects.toMatchObject({
    // One line for each of them, and no other.
    stdout: expect.stringMatching(/^(?:(?:query|path)\/mistaken\.ts\S* error.*\n){2}$/u),
  });
}, 120_000);

it.each(pageLinkForms)(
  'generated clients read every endpoint and every page by %s links, and recognize an error response',
  async (form) => {
    const out = await build(form);
    const preview = await openPreview({ out, port: 23_500 }, () => {});
    onTestFinished(() => preview.close());
    const args = [resolve('node_modules/tsx/dist/cli.mjs'), `by-${form}.ts`, preview.url];
    const { stdout } = await run(process.execPath, args, { cwd: join(folder, form) });
    expect(JSON.parse(stdout)).toEqual({
      endpoints: 8,
      latest: 10,
      views: 10,
      ofProviders: coursesIn(out, 'providers'),
      ofCategories: coursesIn(out, 'categories'),
      inLanguages: coursesIn(out, 'languages'),
      refusal: 'Not found.',
    });
  },
);

function build(pageLinks: PageLinks): Promise<string> {
  return sharedBuild('data', { pageLinks, pageSize });
}

/** Generates the types of a client beside a copy of its reader. */
async function generate(form: PageLinks): Promise<void> {
  const client = join(folder, form);
  mkdirSync(client);
  for (const file of ['found.ts', `by-${form}.ts`]) copyFileSync(join(workspace, file), join(client, file));
  const input = inputOf(await build(form), { pageLinks: form, pageSize });
  writeFileSync(join(client, 'openapi.json'), renderOpenapi(input));
  const generator = own('openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, 'openapi.json', '--output', 'api.ts'], { cwd: client });
}

/** A package of the workspace itself, or one that is hoisted. */
function own(path: string): string {
  const file = resolve(workspace, 'node_modules', path);
  return existsSync(file) ? file : resolve('node_modules', path);
}

/** The sum of the courses in all lists of a kind, as the list of their names gives them. */
function coursesIn(out: string, kind: string): number {
  const file = join(out, 'api/v1', kind, 'index.json');
  const records: { course_count: number }[] = JSON.parse(readFileSync(file, 'utf8'));
  return records.reduce((sum, { course_count }) => sum + course_count, 0);
}
