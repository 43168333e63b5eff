// The digest of the compiled package: a build reuses the saved state of an earlier one only if both have the same digest.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Its place in `lib`. Compiling removes it first: after a failed compilation there is none. */
export const digestFile = 'digest.txt';

/** Digest of the compiled files in `lib`, of the package's version, and of the installed versions of its dependencies. */
export function packageDigest(lib: string): string {
  const { version, dependencies }: Manifest = readJson('package.json');
  const installed = Object.keys(dependencies).map((name) => {
    const manifest: Manifest = readJson(join('node_modules', name, 'package.json'));
    return [name, manifest.version];
  });
  const files = readdirSync(lib, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(lib, join(parentPath, name)))
    // Names that start with a dot belong to another compilation in progress.
    .filter((path) => path !== digestFile && !path.startsWith('.'))
    .toSorted()
    .map((path) => [path.replaceAll(sep, '/'), hash('sha256', readFileSync(join(lib, path)))]);
  return hash('sha256', JSON.stringify([version, installed, files]));
}

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'));
}
