// The client of the package: a script for browsers and Node, another that it loads with the first search, and one file with their types.
import { join } from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { rolldown } from 'rolldown';
import { declarationsIn } from './declarations.ts';

const room = 'src/library';
const entry = `${room}/open-catalog.ts`;
/** The modules of its types, each of which the later ones may import. */
const typesOf = ['src/api/records.ts', `${room}/errors.ts`, `${room}/catalog.ts`, entry];

/** Writes `client.js`, `client-search.js` and `client.d.ts` into the folder, and returns their names. The same sources give the same bytes. */
export async function bundleClient(folder: string): Promise<string[]> {
  await using bundling = await rolldown({
    input: { client: entry },
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { propertyReadSideEffects: false },
    // What both scripts need is in the first, without a third.
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  });
  await bundling.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'client-search.js',
    // An error is printed with the name of its class.
    minify: { compress: true, mangle: { keepNames: { class: true, function: false } } },
  });
  outputFileSync(join(folder, 'client.d.ts'), typesOf.map(typesIn).join('\n'));
  return ['client.js', 'client-search.js', 'client.d.ts'];
}

/** The declarations of a module. Only the entry exports. */
function typesIn(module: string): string {
  const own = declarationsIn(module);
  return module === entry
    ? own.replaceAll(/^(export [^;]*\}) from "[^"]*";$/gmu, '$1;')
    : own.replaceAll(/^export /gmu, '');
}
