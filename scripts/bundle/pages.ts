// What pages share: one style sheet and one small script, under fixed names.
import { fileURLToPath } from 'node:url';
import { scriptMessages } from '../../src/outputs/frame/message-names.ts';
import { bundlePageFiles } from './page-files.ts';

const source = fileURLToPath(new URL('../../src/browser/pages/', import.meta.url));

/** Writes `pages.css`, without the colors of a catalog, and `pages.js` into the folder. */
export async function bundlePages(folder: string): Promise<void> {
  await bundlePageFiles([`${source}pages.css`, `${source}pages.ts`], folder, { messages: scriptMessages });
}
