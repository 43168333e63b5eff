// The command, the functions of the package, and their worker thread: their modules, and the packages that every build needs, in a few files, which Node loads sooner than one file for each module.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { readJsonSync, removeSync } from 'fs-extra/esm';
import { rolldown, type OutputChunk } from 'rolldown';
import { licensesOf } from './licenses.ts';

const thread = 'src/build/workers/worker.ts';
const licensesFile = 'LICENSES.txt';

/**
 * The modules that a command loads one after another. Each makes a group, to which all that it imports belongs, but for what is in an
 * earlier one: one file per step. Without groups, what several lazily loaded modules share is cut into a file for each set of them.
 */
const steps = [
  'src/cli/cli.ts',
  // Those of a worker thread.
  'src/build/workers/outcome.ts',
  'src/build/workers/jobs.ts',
  'src/build/check.ts',
  'src/build/workers/writing-jobs.ts',
  'src/build/build.ts',
];

/**
 * Bundles modules and the worker thread into a folder, each under its own name. The
 * dependencies of the package stay outside; every other package is in the bundle. Source maps are asked for by profiles.
 */
export async function bundleModules(
  modules: readonly string[],
  folder: string,
  { sourcemap = false }: { readonly sourcemap?: boolean } = {},
): Promise<OutputChunk[]> {
  const { dependencies }: { dependencies: Record<string, string> } = readJsonSync('package.json');
  await using bundling = await rolldown({
    input: [...modules, thread],
    external: Object.keys(dependencies),
    platform: 'node',
    resolve: { alias: { postcss: resolve('scripts/bundle/no-styles.ts') } },
    transform: { target: 'node20.19' },
    logLevel: 'warn',
  });
  const { output } = await bundling.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: sourcemap && 'hidden',
    // Nobody reads them here, and each command would.
    comments: { jsdoc: false },
    codeSplitting: {
      groups: steps.map((step, at) => ({
        name: basename(step, '.ts'),
        test: (id: string) => id === resolve(step),
        priority: steps.length - at,
      })),
    },
  });
  return output.filter((file) => file.type === 'chunk');
}

/** Bundles the command and the functions into a folder with the licenses of the packages in it, and removes what an earlier compilation left there, but for the `kept` names. */
export async function bundleCommand(folder: string, kept: readonly string[]): Promise<void> {
  const chunks = await bundleModules(['src/bin.ts', 'src/index.ts'], resolve(folder));
  const heading = 'The command holds code of these packages. Their licenses:';
  writeFileSync(join(folder, licensesFile), licensesOf(chunks.flatMap(modulesIn), heading));
  const written = new Set([...chunks.map(({ fileName }) => fileName), licensesFile, ...kept]);
  const isStale = (name: string) => !written.has(name) && !name.startsWith('.');
  for (const name of readdirSync(folder).filter(isStale)) removeSync(join(folder, name));
}

/** The modules of which code is left, by their paths in the repository. What the bundler adds itself counts as a module of its package. */
function modulesIn({ modules }: OutputChunk): string[] {
  const left = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return left.map(([id]) => (id.startsWith('\0') ? 'node_modules/rolldown' : relative('.', id).replaceAll(sep, '/')));
}
