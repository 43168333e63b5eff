// Packaged files: files of the site that are the same for every catalog. The package ships them, and builds copy them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../paths.ts';

const folder = new URL('lib/published/', packageFolder);
const list = new URL('lib/published.json', packageFolder);

/** The packaged files of a folder, such as `docs/`, by their paths in the site. */
export function* packagedFiles(below: string): Generator<[path: string, content: { readonly copyOf: string }]> {
  const paths: readonly string[] = JSON.parse(readOwnFile(list));
  for (const path of paths) if (path.startsWith(below)) yield [path, { copyOf: fileURLToPath(new URL(path, folder)) }];
}

/** The text of a packaged file. */
export function packagedText(path: string): string {
  return readOwnFile(new URL(path, folder));
}

/** Reports a missing file as a damaged package: a bare file-system error would be taken for a problem of the output folder. */
function readOwnFile(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error('this package is incomplete: reinstall it, or compile it', { cause });
  }
}
