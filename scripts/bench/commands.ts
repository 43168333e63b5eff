// Owns the commands that several modes measure, and where the catalogs are.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './measure.ts';

const generatorFile = fileURLToPath(new URL('../generate-catalog.ts', import.meta.url));

export function buildCommand(bin: string, data: string, out: string, ...more: string[]): Command {
  return shardCommand(bin, data, '--out', out, ...more);
}

/** Without an output: a shard writes below the folder of `--shards`. */
export function shardCommand(bin: string, data: string, ...more: string[]): Command {
  return [bin, 'build', '--quiet', '--data', data, '--base-url', 'https://courses.example.org', ...more];
}

/** In a process of its own with the loader of this one, which can handle signals meanwhile. */
export function generator(courses: number, directory: string): Command {
  return [...process.execArgv, generatorFile, String(courses), directory];
}

export function catalogOf(root: string, courses: number): string {
  return join(root, `catalog-${courses}`);
}
