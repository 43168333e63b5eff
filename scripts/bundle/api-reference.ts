// The script and the style sheet of the API reference, with names derived from their content.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../src/outputs/api-reference/browser/', import.meta.url));

/** Writes `docs/assets/` below a folder. The same sources give the same bytes. */
export async function bundleApiReference(folder: string): Promise<void> {
  await build({
    entryPoints: [`${source}docs.ts`, `${source}docs.css`],
    outdir: resolve(folder, 'docs/assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
}
