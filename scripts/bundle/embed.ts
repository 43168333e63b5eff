// The scripts for pages of others, under fixed names.
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { keptMessages } from './messages.ts';
import { embedMessages } from '../../src/outputs/embed/message-names.ts';
import { elementScript, frameScript } from '../../src/outputs/embed/paths.ts';
import { styleOf } from './page-files.ts';

const source = fileURLToPath(new URL('../../src/browser/course-list/', import.meta.url));

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
    plugins: [keptMessages(embedMessages), styleTexts],
    logLevel: 'warn',
  });
  await bundling.write({ file: resolve(folder, path), minify: true, comments: { annotation: false } });
}

/** Style sheets as texts. */
const styleTexts: Plugin = {
  name: 'style-texts',
  load: (id) =>
    id.endsWith('.css') ? { code: `export default ${JSON.stringify(styleOf(id))}`, moduleType: 'js' } : null,
};
