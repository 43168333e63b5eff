// Compiled modules for tests that run them outside Vitest: in threads, or with another version of Node.
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleModules } from '../../scripts/bundle/command.ts';

/** Compiles modules into a new folder below `folder`, as the package is compiled; returns the address of each by name. */
export async function compileModules(folder: string, ...modules: string[]): Promise<Record<string, string>> {
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  for (const name of ['lib', 'node_modules']) symlinkSync(resolve(name), join(compiled, name));
  await bundleModules(modules, join(compiled, 'modules'));
  const names = modules.map((path) => basename(path, '.ts'));
  return Object.fromEntries(names.map((name) => [name, pathToFileURL(join(compiled, 'modules', `${name}.js`)).href]));
}
