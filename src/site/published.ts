// The files of the site that are the same for every catalog: made when this package is compiled, copied by every build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../lib/published/', import.meta.url);
const list = new URL('../../lib/published.json', import.meta.url);

/** The page for people, before it knows its catalog. */
export const pageFile = 'index.html';
/** What tools read, whether there are pages for people or not. */
export const schemasFolder = 'schemas';

/** Where each file is, by its path in the site. */
export function publishedFiles(): Map<string, string> {
  const paths: readonly string[] = JSON.parse(readWhole(list));
  return new Map(paths.map((path) => [path, fileURLToPath(new URL(path, folder))]));
}

/** Not to be taken for a fault of the output folder. */
function readWhole(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error('this package is not whole: install it again, or compile it', { cause });
  }
}
