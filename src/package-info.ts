// This package: its version, and where it is developed.
import { readFileSync } from 'node:fs';
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
