// Other versions of Node, from the npm registry, for tests that run the command with each.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The oldest supported version of Node, and a late one of each supported release line. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'] as const;
/** Older than all supported ones, as Debian 12 and Ubuntu 24.04 have it. */
export const oldNode = '18.20.8';
const all = [...nodeVersions, oldNode] as const;

/** `npm ci` clears it; npm's own cache saves the second download. */
const cache = resolve('node_modules/.cache/nodes');
/** This package contains the program itself. The package `node` gets it by an install script, and none runs here. */
const packageName = `node-linux-${process.arch}`;

/** The program of this version, once it is installed. */
export function nodeOf(version: (typeof all)[number]): string {
  return join(cache, 'node_modules', version, 'bin/node');
}

/** Installs all versions; rejects without a network, and on systems other than Linux. */
export async function installNodes(): Promise<void> {
  const missing = all.filter((version) => !existsSync(nodeOf(version)));
  if (missing.length === 0) return;
  mkdirSync(cache, { recursive: true });
  const aliases = all.map((version) => `${version}@npm:${packageName}@${version}`);
  const args = ['install', '--prefix', cache, '--no-package-lock', '--prefer-offline', '--fetch-retries=1'];
  await promisify(execFile)('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', ...aliases]);
}
