// The catalog page: its scripts, its style sheet and the template that loads them, with names derived from their content.
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFileSync, readJsonSync } from 'fs-extra/esm';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { catalogPagePolicy } from '../../src/outputs/shared/policy.ts';
import { modulesIn } from './command.ts';
import { licensesOf } from './licenses.ts';
import { bundlePageFiles } from './page-files.ts';

const source = fileURLToPath(new URL('../../src/browser/catalog-page/', import.meta.url));

/**
 * What is loaded together, by a name: each of these modules with all that it imports, but for what is in an earlier group. Without groups,
 * what several screens share is cut into a file for each set of them.
 */
const groups = {
  main: ['main.tsx'],
  search: ['search/search-screen.tsx', '../../library/search/search.ts'],
} as const;

/** Writes into the folder `index.html`, a template that `renderPage` fills, and `assets/` with the licenses of the packages. */
export async function bundleCatalog(folder: string): Promise<void> {
  const assets = resolve(folder, 'assets');
  const [chunks, files] = await Promise.all([
    bundleScripts(assets),
    // The script runs before the first paint, as a classic one.
    bundlePageFiles([`${source}before-paint.ts`, `${source}style/style.css`], assets, { isHashed: true }),
  ]);
  const heading = 'The catalog page holds code of these packages. Their licenses:';
  outputFileSync(join(folder, 'assets/LICENSES.txt'), licensesOf(chunks.flatMap(modulesIn), heading));
  const names = [...chunks.map(({ fileName }) => fileName), ...files];
  const addressOf = (entry: string) => {
    const found = names.find((name) => /^(.+)-\w{8}\.\w+$/u.exec(name)?.[1] === entry);
    if (found === undefined) throw new Error(`the bundle has no file of ${entry}`);
    return `assets/${found}`;
  };
  const values: Readonly<Record<string, string>> = {
    policy: catalogPagePolicy,
    script: addressOf('main'),
    searchScript: addressOf('search'),
    style: addressOf('style'),
    theme: addressOf('before-paint'),
  };
  const template = readFileSync(join(source, 'index.html'), 'utf8');
  // Placeholders without a value are for `renderPage`.
  const page = template.replaceAll(/\{\{(\w+)\}\}/gu, (whole, name: string) => values[name] ?? whole);
  outputFileSync(join(folder, 'index.html'), page);
}

async function bundleScripts(folder: string): Promise<OutputChunk[]> {
  await using bundling = await rolldown({
    input: join(source, 'main.tsx'),
    platform: 'browser',
    transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [pageMessages],
    logLevel: 'warn',
  });
  const { output } = await bundling.write({
    dir: folder,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    hashCharacters: 'base36',
    minify: true,
    codeSplitting: {
      groups: Object.entries(groups).map(([name, modules], at) => {
        // A module that has moved ends the bundling: its group would be left out without a word.
        const ids = new Set(modules.map((path) => realpathSync(join(source, path))));
        return { name, test: (id: string) => ids.has(id), priority: 2 - at };
      }),
    },
  });
  return output.filter((file) => file.type === 'chunk');
}

/** Messages without those of static pages. */
const pageMessages: Plugin = {
  name: 'page-messages',
  load(id) {
    if (!/locales.\w+\.json$/u.test(id)) return null;
    const messages: object = readJsonSync(id);
    const kept = Object.entries(messages).filter(([name]) => !name.startsWith('pages.'));
    return { code: `export default ${JSON.stringify(Object.fromEntries(kept))}`, moduleType: 'js' };
  },
};
