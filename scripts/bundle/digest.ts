// The digest of the compiled package: a build reuses the saved state of an earlier one only if both have the same digest.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Its path in `lib`. Compiling removes it first: after a failed compilation there is none. */
export const digestFile = 'digest.txt';

/** Digest of the compiled files in `lib`, with the packages that the bytes of a build come from, and of the package's version. */
export function packageDigest(lib: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const files = readdirSync(lib, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(lib, join(parentPath, name)))
    // Names that start with a dot belong to another compilation in progress.
    .filter((path) => path !== digestFile && !path.startsWith('.'))
    .toSorted()
    .map((path) => [path.replaceAll(sep, '/'), hash('sha256', readFileSync(join(lib, path)))]);
  return hash('sha256', JSON.stringify([version, files]));
}
