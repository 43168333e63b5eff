// The command and its threads: their modules in a few files, which Node loads sooner than one file for each module.
import { readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const threads = ['src/pipeline/workers/worker.ts', 'src/pipeline/cache/audit-worker.ts'];

/** Bundles modules and the worker threads into a folder, each under its own name; packages stay outside. Returns the names of the files. */
export async function bundleModules(modules: readonly string[], folder: string): Promise<string[]> {
  const { outputs } = (
    await build({
      entryPoints: [...modules, ...threads],
      entryNames: '[name]',
      outdir: folder,
      bundle: true,
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      logLevel: 'warning',
      metafile: true,
    })
  ).metafile;
  return Object.keys(outputs).map((path) => relative(folder, resolve(path)));
}

/** Bundles the command into a folder, and removes what an earlier compilation left there, but for the `kept` names. */
export async function bundleCommand(folder: string, kept: readonly string[]): Promise<void> {
  const written = new Set([...(await bundleModules(['src/bin.ts'], resolve(folder))), ...kept]);
  const isStale = (name: string) => !written.has(name) && !name.startsWith('.');
  for (const name of readdirSync(folder).filter(isStale)) rmSync(join(folder, name), { recursive: true });
}
