// The files of the API reference: small, reproducible, and compatible with the policy of the site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleApiReference } from '../../scripts/bundle/api-reference.ts';
import { pagePolicy } from '../../src/outputs/shared/policy.ts';
import { exampleOf, prose } from '../../src/outputs/api-reference/schema.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { inFolder, snapshot } from '../helpers/folders.ts';

describe('the bundle of the API reference', () => {
  it('has the same files every time, named by their content', async () => {
    const files = await bundled();
    expect(await bundled()).toEqual(files);
    const names = [...files.keys()].filter((path) => path.startsWith('docs/assets/'));
    expect(names.map((path) => path.replace(/-[a-f0-9]{8}\./u, '-*.')).toSorted()).toEqual([
      'docs/assets/docs-*.css',
      'docs/assets/docs-*.js',
    ]);
  });
});

describe('the page of the API reference', () => {
  let [out, page] = ['', ''];
  beforeAll(async () => {
    out = await sharedBuild('data', { pages: true });
    page = readFileSync(join(out, 'docs/index.html'), 'utf8');
  });

  it("is under the site's policy, without inline code, and loads files of its own site only", () => {
    const policy = pagePolicy.replaceAll("'", '&#39;');
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="${policy}"`);
    expect(page).not.toMatch(/<style|style=|<[^>]*\son\w+=|<script[^>]*>[^<]/u);
    expect(loaded().length).toBeGreaterThan(2);
    for (const path of loaded()) expect(readFileSync(join(out, 'docs', path), 'utf8')).not.toBe('');
  });

  it('is less than 40 kB compressed, with all that it loads', () => {
    const texts = [page, ...loaded().map((path) => readFileSync(join(out, 'docs', path), 'utf8'))];
    expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(40_000);
  });

  function loaded(): string[] {
    return [...page.matchAll(/<(?:script|link rel="stylesheet")[^>]*(?:src|href)="([^"]+)"/gu)].map(
      ([, path = '']) => path,
    );
  }
});

describe('what the API reference says', () => {
  it('has code between backticks, and no other markup', () => {
    const shown = { 'a `b` c': 'a <code>b</code> c', '`': '`', '`a` `b': '<code>a</code> `b', '<i>': '&lt;i&gt;' };
    for (const [text, expected] of Object.entries(shown)) expect(prose(text).toString()).toBe(expected);
  });

  it('shortens long examples, and says so', () => {
    expect(exampleOf({ a: ['x', 'y', 'z'], b: [{ c: 1 }], d: null }).toString()).not.toContain('shortened');
    const long = exampleOf({ a: ['1', '2', '3', '4'], b: [{ c: 5 }, { c: 6 }], d: 'e'.repeat(301) }).toString();
    expect(long).toContain('Long lists and texts are shortened.');
    for (const cut of ['4', '6', 'e'.repeat(301)]) expect(long).not.toContain(cut);
    for (const kept of ['3', '5', `${'e'.repeat(300)}…`]) expect(long).toContain(kept);
  });
});

async function bundled(): Promise<Map<string, string>> {
  return inFolder(async (folder) => {
    await bundleApiReference(folder);
    return snapshot(folder);
  });
}
