// The catalog page: its script, its style sheet and the template that loads them, with names derived from their content.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { contentSecurityPolicy } from '../../src/outputs/policy.ts';
import { licensesOf } from './licenses.ts';

const source = fileURLToPath(new URL('../../src/outputs/catalog-page/browser/', import.meta.url));

/** Writes into the folder `index.html`, a template that `renderPage` fills, and `assets/` with the licenses of the packages. */
export async function bundleCatalog(folder: string): Promise<void> {
  const common: BuildOptions = {
    bundle: true,
    minify: true,
    target: 'es2022',
    outdir: resolve(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    charset: 'utf8',
    logLevel: 'warning',
  };
  const [page, theme] = await Promise.all([
    build({
      ...common,
      entryPoints: ['main.tsx', 'style/style.css'].map((path) => join(source, path)),
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      metafile: true,
      plugins: [pageMessages],
    }),
    // Runs before the first paint, as a classic script.
    build({ ...common, entryPoints: [join(source, 'theme-first.ts')], format: 'iife', metafile: true }),
  ]);
  mkdirSync(folder, { recursive: true });
  const heading = 'The catalog page holds code of these packages. Their licenses:';
  writeFileSync(
    join(folder, 'assets/LICENSES.txt'),
    licensesOf([page.metafile, theme.metafile].flatMap(modulesIn), heading),
  );
  const template = readFileSync(join(source, 'index.html'), 'utf8');
  writeFileSync(
    join(folder, 'index.html'),
    fill(template, {
      policy: contentSecurityPolicy,
      script: builtFrom(page.metafile, 'main.tsx').address,
      style: builtFrom(page.metafile, 'style.css').address,
      theme: builtFrom(theme.metafile, 'theme-first.ts').address,
      preloads: builtFrom(page.metafile, 'main.tsx')
        .needs.map((address) => `<link rel="modulepreload" href="${address}" />`)
        .join('\n    '),
    }),
  );
}

/** Messages without those of static pages. */
const pageMessages: Plugin = {
  name: 'page-messages',
  setup(bundle) {
    bundle.onLoad({ filter: /locales.\w+\.json$/ }, ({ path }) => {
      const messages: object = JSON.parse(readFileSync(path, 'utf8'));
      const kept = Object.entries(messages).filter(([name]) => !name.startsWith('pages.'));
      return { contents: `export default ${JSON.stringify(Object.fromEntries(kept))}`, loader: 'js' };
    });
  },
};

/** The modules of which code is left. */
function modulesIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

interface Built {
  /** Relative to the page. */
  readonly address: string;
  /** Files that it cannot run without. */
  readonly needs: readonly string[];
}

function builtFrom({ outputs }: Metafile, name: string): Built {
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && basename(entryPoint) === name) {
      const [, ...needs] = withNeeds(path, outputs);
      return { address: addressOf(path), needs: needs.map(addressOf) };
    }
  }
  throw new Error(`esbuild made nothing from ${name}`);
}

/** An output, then everything that it imports statically, directly or indirectly. */
function withNeeds(path: string, outputs: Metafile['outputs'], known = new Set<string>()): ReadonlySet<string> {
  known.add(path);
  for (const { kind, path: needed } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && !known.has(needed)) withNeeds(needed, outputs, known);
  }
  return known;
}

function addressOf(path: string): string {
  return `assets/${basename(path)}`;
}

/** Placeholders without a value are for `renderPage`. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/gu, (whole, name: string) => values[name] ?? whole);
}
