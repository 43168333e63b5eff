// The bundle of the catalog page: small, and compatible with its own policy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCatalog } from '../../scripts/bundle/catalog.ts';
import { colorStyle } from '../../src/outputs/catalog-page/colors.ts';
import { renderPage, type PageOptions } from '../../src/outputs/catalog-page/page.ts';
import { html } from '../../src/text/html.ts';
import { catalogPagePolicy } from '../../src/outputs/shared/policy.ts';
import { makeFolder, removeFolder, snapshot } from '../helpers/folders.ts';

const folder = makeFolder();
const again = makeFolder();
let page: string;

const texts = { title: 'Courses', description: '', color: '#1d4ed8', baseUrl: 'https://host.example' };
const sections = { coursePages: false, dumps: [], calendar: false, hasFacts: false };
const options: PageOptions = {
  ...texts,
  ...sections,
  locale: 'auto',
  logo: undefined,
  contact: undefined,
  footerLinks: [],
};

beforeAll(async () => {
  await bundleCatalog(folder);
  await bundleCatalog(again);
  page = renderPage(readFileSync(join(folder, 'index.html'), 'utf8'), options, '{}', html``);
});
afterAll(() => {
  removeFolder(folder);
  removeFolder(again);
});

/** What the page loads before its first list. */
function firstAssets(): readonly string[] {
  return [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/gu)].map(([, path = '']) => path);
}

describe('the bundle of the catalog page', () => {
  it('has the same bytes each time', () => {
    expect(snapshot(again)).toEqual(snapshot(folder));
  });

  it('names its assets by their content', () => {
    const assets = [...snapshot(folder).keys()].filter((path) => /^assets\/(?!LICENSES)/u.test(path));
    expect(assets.length).toBeGreaterThan(3);
    for (const path of assets) expect(path).toMatch(/^assets\/[\w-]+-[A-Za-z0-9]{8}\.(?:js|css)$/u);
  });

  it('has no placeholder left, and every asset that the page names exists', () => {
    expect(page).not.toMatch(/\{\{|\}\}/u);
    for (const path of firstAssets()) expect(contentOf(path)).not.toBe('');
  });

  it('names what a search needs, whose script has no other files', () => {
    const [script = '', ...files] = /data-search="([^"]*)"/u.exec(page)?.[1]?.split(' ') ?? [];
    expect(contentOf(script)).not.toBe('');
    const imported = [...contentOf(script).matchAll(/from"\.\/([^"]*)"/gu)].map(([, name = '']) => `assets/${name}`);
    expect(firstAssets()).toEqual(expect.arrayContaining(imported));
    expect(files).toEqual(['search/index.json', 'facets/courses.json', './api/v1/providers/', './api/v1/categories/']);
  });

  it('is less than 25.6 kB compressed with its page, so that there are 4.4 kB left for the lists in it', () => {
    const paths = firstAssets();
    expect(paths.length).toBeGreaterThan(3);
    const bytes = [page, ...paths.map(contentOf)].reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThan(25_600);
  });

  it('includes the licenses of its packages', () => {
    const licenses = contentOf('assets/LICENSES.txt');
    for (const name of ['preact', 'dompurify']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\S+, .+, (?:https|git)://.+$`, 'mu'));
      const license = readFileSync(join('node_modules', name, 'LICENSE'), 'utf8');
      expect(licenses).toContain(license.trim());
    }
    expect(licenses).not.toMatch(/^(?:esbuild|vitest|zod) \d/mu);
  });

  it('declares its policy, and has nothing inline', () => {
    expect(page).toContain(`content="${catalogPagePolicy}"`);
    expect(page).toContain('<meta name="referrer" content="no-referrer" />');
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc=)/u);
    const scripts = [...snapshot(folder)].filter(([path]) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const [, text] of scripts) expect(text).not.toMatch(/\beval\(|\bnew Function\(/u);
  });
});

function contentOf(path: string): string {
  const color = colorStyle(options.color);
  return path === color.path ? color.text : readFileSync(join(folder, path), 'utf8');
}
