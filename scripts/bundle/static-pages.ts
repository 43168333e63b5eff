// What static pages share: one style sheet and one small script, under fixed names.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../src/outputs/static-pages/browser/', import.meta.url));

/** Writes `pages.css`, without the colors of a catalog, and `pages.js` into the folder. */
export async function bundleStaticPages(folder: string): Promise<void> {
  await build({
    entryPoints: ['pages.css', 'pages.ts'].map((name) => source + name),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    outdir: folder,
    logLevel: 'warning',
  });
}
