// `init --cms`: the editor in a real browser, beside the server that Decap has for work on one machine: a course is added and edited, and the catalog stays valid.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import * as z from 'zod';
import { attempt } from '../../src/errors.ts';
import { cmsConfig } from '../../src/init/cms.ts';
import { localeTags } from '../../src/locales/tags.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { courseCatalog } from '../cli/command.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { editorFolder, editors, installEditors } from '../helpers/nodes.ts';
import { startService } from '../helpers/shared.ts';
import { freePort } from '../helpers/ports.ts';

const names = ['decap', 'sveltia'] as const;

async function init(folder: string, ...args: readonly string[]) {
  const outcome = await courseCatalog(['init', '--host', 'github-pages', ...args], { cwd: () => folder });
  expect(outcome).toMatchObject({ exitCode: 0 });
  return { page: readFileSync(join(folder, 'public/admin/index.html'), 'utf8'), config: configOf(folder) };
}

const configOf = (folder: string): unknown => parse(readFileSync(join(folder, 'public/admin/config.yml'), 'utf8'));

const fields = z.array(z.looseObject({ name: z.string(), label: z.string() }));

describe('the configuration', () => {
  it('names the repository of the site, its providers and categories, and the facts that courses have', async ({
    folder,
  }) => {
    writeFiles(folder, {
      'course-catalog.config.json': '{"locale": "es", "facts": {"en_linea": {"label": "En línea", "kind": "yes-no"}}}',
      'data/providers.json': '[{"id": 7, "name": "A: \\"b\\" # c"}]',
      'data/categories.json': '[{"id": 1, "name": "Arts", "children": [{"id": 2, "name": "Music"}]}]',
      'data/courses.csv':
        'id,title,linkurl,provider,language,date_published,level\n1,T,/t,7,Español,2024-05-28,beginner\n',
    });
    const { config } = await init(folder, '--cms', 'decap', '--base-url', 'https://ada.github.io/courses');
    const { collections } = z.looseObject({ collections: z.array(z.looseObject({ fields })) }).parse(config);
    expect(config).toMatchObject({ backend: { name: 'github', repo: 'ada/courses' } });
    const field = (name: string) => collections[0]?.fields.find((one) => one.name === name);
    expect(field('provider')).toMatchObject({ widget: 'select', options: [{ label: 'A: "b" # c', value: 7 }] });
    expect(field('categories')).toMatchObject({ multiple: true, options: [{ value: 1 }, { value: 2 }] });
    expect(field('title')).toMatchObject({ label: 'Título del curso', required: true });
    expect(field('level')).toMatchObject({ label: 'Nivel', required: false });
    expect(field('en_linea')).toMatchObject({ label: 'En línea', options: ['yes', 'no'] });
    expect(field('price')).toBeUndefined();
  });

  it.for(localeTags)(
    'in %s has a label for every field, and a placeholder for a repository that is not known',
    (tag) => {
      const config: unknown = parse(
        cmsConfig({ host: 'github-pages', baseUrl: 'https://courses.example.org', cms: 'decap' }, tag),
      );
      expect(config).toMatchObject({ backend: { repo: 'OWNER/REPOSITORY' } });
      expect(JSON.stringify(config)).not.toMatch(/"label":(?:""|null)/u);
    },
  );
});

/** Less than the timeout of a test. */
const waiting = { timeout: 30_000, interval: 50 };

let whySkipped = '';
beforeAll(async () => {
  await installEditors().catch((error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    whySkipped = 'needs: the npm registry';
  });
}, 300_000);

it.for(names)('the page loads the version of %s that was tried', async (name, { folder, skip }) => {
  skip(whySkipped !== '', whySkipped);
  const { page } = await init(folder, '--cms', name);
  const [, address = '', digest] = /<script src="([^"]*)" integrity="sha384-([^"]*)"/u.exec(page) ?? [];
  expect(address.startsWith(`https://unpkg.com/${editors[name]}/dist/`)).toBe(true);
  const bytes = readFileSync(join(editorFolder(name), 'dist', basename(address)));
  expect(createHash('sha384').update(bytes).digest('base64')).toBe(digest);
  // As the documentation says, in MB.
  expect(Math.round(bytes.length / 1e6)).toBe(name === 'decap' ? 5 : 2);
});

describe.skipIf(isChromiumMissing)(`in a browser${neededForChromium}`, () => {
  /** Opens the editor of a built site. Its files come from the package in place of the network, and its repository is the folder. */
  async function openEditor(folder: string, name: (typeof names)[number]): Promise<{ page: Page; faults: string[] }> {
    await init(folder, '--cms', name);
    const build = [
      'build',
      '--data',
      join(folder, 'data'),
      '--out',
      join(folder, 'dist'),
      '--public',
      join(folder, 'public'),
    ];
    expect(await courseCatalog(build)).toMatchObject({ exitCode: 0 });
    const site = await openPreview({ out: join(folder, 'dist'), port: await freePort() }, () => {});
    onTestFinished(async () => site.close());
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), MODE: 'fs', GIT_REPO_DIRECTORY: folder };
    const server = spawn(process.execPath, [join(editorFolder('server'), 'dist/index.js')], {
      env,
      stdio: 'ignore',
    });
    onTestFinished(() => void server.kill());
    const isUp = async () => (await fetch(`http://localhost:${port}/api/v1`).catch(() => undefined)) !== undefined;
    await vi.waitUntil(isUp, waiting);
    const browser = await chromium.connect(await startService({ program: 'chromium' }));
    onTestFinished(async () => browser.close());
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => void faults.push(message));
    await page.route(/^https:/u, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const file = join(editorFolder(name), 'dist', basename(path));
      const isOurs = path.startsWith(`/${editors[name]}/dist/`);
      await (isOurs
        ? route.fulfill({
            body: readFileSync(file),
            contentType: 'text/javascript',
            headers: { 'access-control-allow-origin': '*' },
          })
        : route.abort());
    });
    await page.route(/^http:\/\/localhost:8081\//u, async (route) =>
      route.continue({ url: route.request().url().replace('8081', String(port)) }),
    );
    await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/admin/`);
    return { page, faults };
  }

  const answers = {
    'Title of the course': 'Optics: "light" # 1',
    'Address of the course': 'https://b.example/optics',
    Language: 'English, French',
    Published: '2026-11-23',
  };

  it('a course is added and edited, gets an id that stays, and the catalog is valid', async ({ folder, skip }) => {
    skip(whySkipped !== '', whySkipped);
    const { page, faults } = await openEditor(folder, 'decap');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.locator('a[href="#/collections/courses/new"]').first().click();
    for (const [label, text] of Object.entries(answers))
      await page.getByLabel(label, { exact: false }).first().fill(text);
    await page.getByLabel('Provider').first().click();
    await page.getByText('freeCodeCamp', { exact: true }).last().click();
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Publish now', exact: true }).click();
    };
    const record = () => {
      const [file, ...others] = fastGlob.sync('data/courses/edited/**', { cwd: folder, absolute: true });
      expect(others).toEqual([]);
      return z.looseObject({ id: z.int() }).parse(file === undefined ? {} : parse(readFileSync(file, 'utf8')));
    };
    await publish();
    const { id } = await vi.waitUntil(() => attempt(record), waiting);
    expect(record()).toMatchObject({
      title: 'Optics: "light" # 1',
      linkurl: 'https://b.example/optics',
      provider: 2,
      language: ['English', 'French'],
      date_published: '2026-11-23',
    });
    const check = async () => courseCatalog(['check', '--data', join(folder, 'data')]);
    expect((await check()).stderr).toContain('is valid: 7 courses');
    // Somebody comes back to it.
    await page.waitForURL(/entries\/optics/u);
    await page.reload();
    await page.getByLabel('Description').first().fill('Light\n\n<b>waves</b>');
    await publish();
    await vi.waitUntil(() => 'description' in record(), waiting);
    expect(record()).toMatchObject({ id, description: 'Light\n\n<b>waves</b>' });
    expect((await check()).stderr).toContain('is valid: 7 courses');
    const { stderr } = await courseCatalog(
      [
        'add',
        '--data',
        join(folder, 'data'),
        '--title',
        'T',
        '--linkurl',
        '/t',
        '--provider',
        '1',
        '--language',
        'English',
        '--date-published',
        '2026-11-23',
      ],
      { cwd: () => folder },
    );
    expect(stderr).toContain(`added course ${id + 1} T`);
    expect(faults).toEqual([]);
  });

  it('Sveltia reads the same configuration', async ({ folder, skip }) => {
    skip(whySkipped !== '', whySkipped);
    const { page, faults } = await openEditor(folder, 'sveltia');
    await page
      .getByRole('button', { name: /Sign In/iu })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });
});
