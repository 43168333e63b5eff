// This package: its version, where it is developed, and where it was installed from.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from './text/errors.ts';
import { packageFolder } from './paths.ts';

interface PackageInfo {
  readonly version: string;
  /** Only a released package names its issue tracker and its repository. */
  readonly bugs?: { readonly url: string };
  readonly repository?: { readonly url: string };
}

export function readPackage(): PackageInfo {
  return JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'));
}

/**
 * The path from a folder to what npm can install this package from there: the tarball that it was installed from, or the clone that
 * it runs in. Undefined if it came from the registry. npm writes the source of each package into `node_modules/.package-lock.json`,
 * except for packages installed globally, which are taken to be from the registry.
 */
export function installPathFrom(folder: string): string | undefined {
  const parent = fileURLToPath(new URL('../', packageFolder));
  const origin = basename(parent) === 'node_modules' ? tarballOf(parent) : fileURLToPath(packageFolder);
  const path = origin === undefined ? undefined : relative(folder, origin);
  return path === undefined || path.startsWith('..') ? path : path === '' ? '.' : `./${path}`;
}

function tarballOf(modules: string): string | undefined {
  const lock: { packages: Record<string, { resolved: string }> } | undefined = attempt(() =>
    JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')),
  );
  const [, path] = /^file:(.+)$/u.exec(lock?.packages['node_modules/static-course-catalog']?.resolved ?? '') ?? [];
  const tarball = path && resolve(modules, '..', path);
  return tarball && existsSync(tarball) ? tarball : undefined;
}
