// The examples of docs/library.md, run as they are written, over the sample catalog.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { openCatalog, type FullCourse } from '../../src/library/open-catalog.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { visit } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { blocksOf, sectionOf } from '../documentation/markdown.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { freePort, listen } from '../helpers/ports.ts';

let site = '';
beforeAll(async () => {
  const out = await sharedBuild('data', { pages: true, dumps: ['ndjson'], baseUrl: 'https://example.org' });
  const preview = await openPreview({ out, port: await freePort() }, () => {});
  site = preview.url;
  return async () => preview.close();
});

/** The examples in a language, with the address of the catalog instead of that of the example. */
const examples = (language: string) =>
  blocksOf(sectionOf('docs/library.md', 'The client'), language).map((text) =>
    text.replaceAll('https://courses.example.org', site),
  );

/** Makes a folder one of a project that has the package installed. */
function install(folder: string, files: Readonly<Record<string, string>>): void {
  writeFiles(folder, { 'node_modules/.keep': '', ...files });
  symlinkSync(resolve('.'), join(folder, 'node_modules/static-course-catalog'));
}

/** The newest courses in Spanish, as the source has them. */
const spanish = async (query: string) =>
  (await (await openCatalog(site)).search({ query, language: 'Español', sort: 'newest', limit: 100 })).courses;

describe('the examples of docs/library.md', () => {
  it('print what a search finds', async ({ folder }) => {
    install(folder, { 'new.mjs': examples('js')[0] ?? '' });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'new.mjs')]);
    const expected = (await spanish('datos')).map(
      ({ date_published, title, provider_name }) => `${date_published} ${title} (${provider_name})`,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual([`${expected.length} courses`, ...expected.slice(0, 5)]);
  });

  it('suggest courses for what was typed last', async ({ folder }) => {
    const [opening = '', suggesting = ''] = examples('js');
    const first = opening.match(/^(?:import|const catalog) .*/gmu)?.join('\n') ?? '';
    install(folder, {
      'suggest.mjs': `${first}\n${suggesting}
        const all = await Promise.all(['d', 'dat', 'datos'].map((query) => suggest(query)));
        console.log(JSON.stringify(all.map((courses) => courses?.map(({ id }) => id))));`,
    });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'suggest.mjs')]);
    const { courses } = await (await openCatalog(site)).search({ query: 'datos', limit: 5 });
    expect(JSON.parse(stdout)).toEqual([null, null, courses.map(({ id }) => id)]);
  });

  it('fill a collection of Astro with every course', async ({ folder }) => {
    const [, , config = ''] = examples('js');
    install(folder, {
      'content.mjs': 'export const defineCollection = (collection) => collection;',
      'config.mjs': config.replace('astro:content', './content.mjs'),
    });
    expect(
      config
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(15);
    const { collections }: Astro = await import(pathToFileURL(join(folder, 'config.mjs')).href);
    const stored = new Map<string, FullCourse>([
      ['of an earlier build', await (await openCatalog(site)).course(known)],
    ]);
    const store = { clear: () => stored.clear(), set: ({ id, data }: Entry) => void stored.set(id, data) };
    await collections.courses.loader.load({ store });
    const { total } = await (await openCatalog(site)).search({ limit: 0 });
    expect(stored.size).toBe(total);
    expect(stored.get(known)).toEqual(await (await openCatalog(site)).course(known));
  });

  it('are the data of Eleventy', async ({ folder }) => {
    install(folder, { 'courses.mjs': examples('js')[3] ?? '' });
    const data: { default: () => Promise<unknown> } = await import(pathToFileURL(join(folder, 'courses.mjs')).href);
    expect(await data.default()).toEqual(await (await openCatalog(site)).latest());
  });

  describe.skipIf(isChromiumMissing)(`in a page elsewhere${neededForChromium}`, () => {
    it('show a list without tools', async () => {
      const [text = ''] = examples('html');
      const scripts = ['client.js', 'client-search.js', 'client-filters.js'].map((name) => [
        `/${name}`,
        readFileSync(join('lib', name), 'utf8'),
      ]);
      const page = await opened({ '/': text, ...Object.fromEntries(scripts) });
      const titles = (await spanish('')).slice(0, 10).map(({ title }) => title);
      await page
        .getByRole('listitem')
        .nth(titles.length - 1)
        .waitFor();
      expect(await page.getByRole('listitem').allTextContents()).toEqual(titles);
    });
  });
});

/** Of a course in the sample. */
const known = linkhashOf('http://ocw.uc3m.es/ingenieria-informatica/diseno-de-bases-de-datos');

interface Entry {
  readonly id: string;
  readonly data: FullCourse;
}
interface Store {
  readonly clear: () => void;
  readonly set: (entry: Entry) => void;
}
/** What Astro reads of its configuration. */
interface Astro {
  readonly collections: {
    readonly courses: { readonly loader: { readonly load: (context: { readonly store: Store }) => Promise<void> } };
  };
}

/** A page of another origin with these files, whose requests to the catalog are no faults. */
async function opened(files: Readonly<Record<string, string>>): Promise<Page> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(files[url]);
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  const { page, faults } = await visit(url);
  onTestFinished(() => {
    expect(faults.filter((fault) => !fault.startsWith('request to another host: '))).toEqual([]);
    faults.length = 0;
  });
  return page;
}
