// The package as npm packs it, once for all test files of a run.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shared } from './shared.ts';

const run = promisify(execFile);

/** The path of the tarball, and those of the files in it. */
export async function packedPackage(): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  return shared('packed package', async (folder) => {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder]);
    const [made]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
    if (made === undefined) throw new Error(`npm packed nothing: ${stdout}`);
    return { tarball: join(folder, made.filename), files: made.files.map(({ path }) => path) };
  });
}

/** Puts the package into the project in a folder, without what it depends on. */
export async function unpackInto(folder: string): Promise<void> {
  const { tarball } = await packedPackage();
  const target = join(folder, 'node_modules/static-course-catalog');
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}
