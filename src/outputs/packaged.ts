// Published files: the site files that do not depend on the catalog. The package ships them; every build copies them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../paths.ts';

const folder = new URL('lib/published/', packageFolder);
const list = new URL('lib/published.json', packageFolder);

/** The catalog page; in the package, its template. */
export const pageFile = 'index.html';
/** Published whether or not there are HTML pages. */
export const schemasFolder = 'schemas';

/** The location of each file, by its path in the site. */
export function publishedFiles(): Map<string, string> {
  const paths: readonly string[] = JSON.parse(readOwnFile(list));
  return new Map(paths.map((path) => [path, fileURLToPath(new URL(path, folder))]));
}

/** Reports a missing file as a damaged package: a bare file-system error would be taken for a problem of the output folder. */
function readOwnFile(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error('this package is incomplete: reinstall it, or compile it', { cause });
  }
}
