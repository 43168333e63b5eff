// The client of the package: a script for browsers and Node, those that it loads when they are needed, and one file with their types.
import { join } from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { declarationsIn } from './declarations.ts';

const room = 'src/library';
const entry = `${room}/open-catalog.ts`;
/** The modules of its types, each of which the later ones may import. */
const typesOf = ['src/api/records.ts', `${room}/errors.ts`, `${room}/catalog.ts`, entry];

/** The scripts that the client loads when they are needed, by the modules that they begin with. */
const parts: Readonly<Record<string, string>> = {
  'search-courses': 'client-search',
  'request-choices': 'client-filters',
  'whole-catalog': 'client-lists',
};

/** Writes the scripts and `client.d.ts` into the folder, and returns their names. The same sources give the same bytes. */
export async function bundleClient(folder: string): Promise<string[]> {
  await using bundling = await rolldown({
    input: { client: entry },
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { propertyReadSideEffects: false },
    // What several scripts need is in the first, without another one.
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  });
  const { output } = await bundling.generate({
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `${parts[name] ?? name}.js`,
    // An error is printed with the name of its class.
    minify: { compress: true, mangle: { keepNames: { class: true, function: false } } },
  });
  const scripts = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  for (const { fileName, code } of scripts) outputFileSync(join(folder, fileName), divided(code));
  outputFileSync(join(folder, 'client.d.ts'), typesOf.map(typesIn).join('\n'));
  return [...scripts.map(({ fileName }) => fileName), 'client.d.ts'];
}

/** A script with a line for each statement at the top: Node prints the line of an error. */
function divided(code: string): string {
  const starts = parseAst(code).body.map(({ start }) => start);
  return starts.map((start, at) => code.slice(start, starts[at + 1]).trimEnd()).join('\n');
}

/** The declarations of a module. Only the entry exports. */
function typesIn(module: string): string {
  const own = declarationsIn(module);
  return module === entry
    ? own.replaceAll(/^(export [^;]*\}) from "[^"]*";$/gmu, '$1;')
    : own.replaceAll(/^export /gmu, '');
}
