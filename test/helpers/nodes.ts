// Other versions of Node, and other runtimes, from the npm registry, for tests that run the package with each.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The oldest supported version of Node, and a late one of each supported release line. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'] as const;
/** Older than all supported ones, as Debian 12 and Ubuntu 24.04 have it. */
export const oldNode = '18.20.8';
const all = [...nodeVersions, oldNode] as const;

/** `npm ci` clears them; npm's own cache saves the second download. */
const caches = resolve('node_modules/.cache');
/** This package contains the program itself. The package `node` gets it by an install script, and none runs here. */
const packageName = `node-linux-${process.arch}`;

/** The program of this version, once it is installed. */
export function nodeOf(version: (typeof all)[number]): string {
  return join(caches, 'nodes/node_modules', version, 'bin/node');
}

/** Installs all versions; rejects without a network, and on systems other than Linux. */
export async function installNodes(): Promise<void> {
  if (all.every((version) => existsSync(nodeOf(version)))) return;
  await install(
    'nodes',
    all.map((version) => `${version}@npm:${packageName}@${version}`),
  );
}

/** The programs of other runtimes, with their packages. */
const runtimes = {
  deno: { program: 'deno', package: `@deno/linux-${process.arch}-glibc@2.9.6` },
  bun: { program: 'bin/bun', package: `@oven/bun-linux-${process.arch.replace('arm', 'aarch')}@1.4.5` },
} as const;

/** The program of a runtime, once it is installed. */
export function runtimeOf(name: keyof typeof runtimes): string {
  return join(caches, 'runtimes/node_modules', name, runtimes[name].program);
}

/** Installs the runtimes; rejects as `installNodes` does. */
export async function installRuntimes(): Promise<void> {
  if (existsSync(runtimeOf('deno')) && existsSync(runtimeOf('bun'))) return;
  await install('runtimes', [`deno@npm:${runtimes.deno.package}`, `bun@npm:${runtimes.bun.package}`]);
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const prefix = join(caches, folder);
  mkdirSync(prefix, { recursive: true });
  const args = ['install', '--prefix', prefix, '--no-package-lock', '--prefer-offline', '--fetch-retries=1'];
  await promisify(execFile)('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
}
