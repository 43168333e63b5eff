// The command and its threads: their modules, and the packages that every build needs, in a few files, which Node loads sooner than one file for each module.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { licencesOf } from './licences.ts';

const threads = ['src/pipeline/workers/worker.ts', 'src/pipeline/cache/audit-worker.ts'];
const licencesFile = 'LICENSES.txt';

/** ES modules have no `require`, with which packages in CommonJS load the modules of Node. */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup(bundling) {
    bundling.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'node' } : undefined,
    );
    bundling.onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles modules and the worker threads into a folder, each under its own name. The dependencies of the package stay outside; every
 * other package is in the bundle. What several entry points share is cut into a file for each set of them, and Node takes a while
 * for every file: so each thread has a bundle of its own.
 */
export async function bundleModules(modules: readonly string[], folder: string): Promise<Metafile[]> {
  return Promise.all([modules, ...threads.map((thread) => [thread])].map(async (one) => bundle(one, folder)));
}

async function bundle(modules: readonly string[], folder: string): Promise<Metafile> {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { metafile } = await build({
    entryPoints: [...modules],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    splitting: true,
    external: Object.keys(dependencies),
    plugins: [nodeModules],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    metafile: true,
  });
  return metafile;
}

/** Bundles the command into a folder with the licences of the packages in it, and removes what an earlier compilation left there, but for the `kept` names. */
export async function bundleCommand(folder: string, kept: readonly string[]): Promise<void> {
  const metafiles = await bundleModules(['src/bin.ts'], resolve(folder));
  const heading = 'The command holds code of these packages. Their licences:';
  writeFileSync(join(folder, licencesFile), licencesOf(metafiles, heading));
  const names = metafiles.flatMap(({ outputs }) => Object.keys(outputs)).map((path) => relative(folder, path));
  const written = new Set([...names, licencesFile, ...kept]);
  const isStale = (name: string) => !written.has(name) && !name.startsWith('.');
  for (const name of readdirSync(folder).filter(isStale)) rmSync(join(folder, name), { recursive: true });
}
