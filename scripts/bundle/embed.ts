// The scripts for pages of others, under fixed names.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { embedMessages } from '../../src/outputs/embed/message-names.ts';
import { elementScript, frameScript } from '../../src/outputs/embed/paths.ts';
import { styleOf } from './page-files.ts';

const source = fileURLToPath(new URL('../../src/browser/embed/', import.meta.url));

/** Writes the script of the element, without the settings of a catalog, and that of the page for frames. The same sources give the same bytes. */
export async function bundleEmbed(folder: string): Promise<void> {
  await Promise.all([elementScript, frameScript].map(async (path) => bundle(path, folder)));
}

async function bundle(path: string, folder: string): Promise<void> {
  await using bundling = await rolldown({
    input: join(source, basename(path).replace('.js', '.ts')),
    platform: 'browser',
    transform: { target: 'es2022' },
    treeshake: { propertyReadSideEffects: false },
    plugins: [elementFiles],
    logLevel: 'warn',
  });
  await bundling.write({ file: resolve(folder, path), minify: true, comments: { annotation: false } });
}

/** The messages of the element alone, and its style sheet as a text. */
const elementFiles: Plugin = {
  name: 'element-files',
  load(id) {
    if (/locales.\w+\.json$/u.test(id)) {
      const messages: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(id, 'utf8'));
      const kept = Object.fromEntries(embedMessages.map((name) => [name, messages[name]]));
      return { code: `export default ${JSON.stringify(kept)}`, moduleType: 'js' };
    }
    if (!id.endsWith('.css')) return null;
    return { code: `export default ${JSON.stringify(styleOf(id))}`, moduleType: 'js' };
  },
};
