// The bundle of the reference: its files are reproducible, and its page loads only what it may.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleDocs } from '../../scripts/bundle/docs.ts';
import { contentSecurityPolicy } from '../../src/outputs/policy.ts';
import { inFolder, snapshot } from '../folders.ts';
import { words } from '../words.ts';

describe('the bundle of the reference', () => {
  let files: Map<string, string>;
  beforeAll(async () => {
    files = await bundled();
  });

  it('has the same files every time, all of them below docs', async () => {
    expect(await bundled()).toEqual(files);
    const names = [...files.keys()].map((path) => path.replace(/-[0-9a-f]{10}\./u, '-*.'));
    expect(names.toSorted()).toEqual(
      words`docs docs/LICENSES.txt docs/assets docs/assets/docs-*.css docs/assets/docs-*.js docs/assets/swagger-ui-*.css
        docs/assets/swagger-ui-*.js docs/assets/theme-*.js docs/index.html`,
    );
  });

  it('names assets by their content, and includes no source maps', () => {
    const assets = [...files].filter(([path]) => /^docs\/assets\/./u.test(path));
    expect(assets.map(([path]) => /-([0-9a-f]{10})\.\w+$/u.exec(path)?.[1])).toEqual(
      assets.map(([, content]) => createHash('sha256').update(content, 'latin1').digest('hex').slice(0, 10)),
    );
    for (const [, content] of files) expect(content).not.toContain('sourceMappingURL');
  });

  it("has a page under the site's policy, without inline code, that loads exactly the assets", () => {
    const page = files.get('docs/index.html') ?? '';
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}"`);
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script[^>]*>[^<]/u);
    const loaded = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/gu)].map(([, path = '']) => `docs/${path}`);
    expect(loaded.toSorted()).toEqual([...files.keys()].filter((path) => path.startsWith('docs/assets/')));
    expect(page).not.toMatch(/(?:src|href)="(?:https?:|\/)/u);
  });

  it('includes the licenses of its packages', () => {
    const licenses = files.get('docs/LICENSES.txt') ?? '';
    for (const text of ['SmartBear', 'Apache License', 'DOMPurify', 'MIT']) expect(licenses).toContain(text);
  });
});

async function bundled(): Promise<Map<string, string>> {
  return inFolder(async (folder) => {
    await bundleDocs(folder);
    return snapshot(folder);
  });
}
