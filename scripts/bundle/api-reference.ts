// The script and the style sheet of the API reference, with names derived from their content.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePageFiles } from './page-files.ts';

const source = fileURLToPath(new URL('../../src/browser/api-reference/', import.meta.url));

/** Writes `docs/assets/` below a folder. The same sources give the same bytes. */
export async function bundleApiReference(folder: string): Promise<void> {
  await bundlePageFiles([`${source}docs.ts`, `${source}docs.css`], join(folder, 'docs/assets'), { isHashed: true });
}
