// The changes between two builds, and the commands that the documentation gives for sending only changed files, run as documented.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { FileChanges } from '../../src/pipeline/build-options.ts';
import { blocksOf } from '../documentation/markdown.ts';

/** The changes from the files of one build, by path, to those of another. */
export function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): FileChanges {
  const paths = [...after.keys()];
  return {
    added: paths.filter((path) => !before.has(path)),
    changed: paths.filter((path) => before.has(path) && before.get(path) !== after.get(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}

/** The one code block of the pages on buckets that contains this text. */
export function documentedCommands(text: string): string {
  const pages = ['docs/hosting/object-storage.md', 'docs/hosting/s3-cloudfront.md', 'docs/hosting/nginx.md'];
  const blocks = pages
    .flatMap((page) => blocksOf(readFileSync(page, 'utf8'), ''))
    .filter((block) => block.includes(text));
  const [only] = blocks;
  if (only === undefined || blocks.length > 1) throw new Error(`${blocks.length} blocks of commands have ${text}`);
  return only;
}

/** Runs commands in a folder in a POSIX shell; rejects if they fail. */
export async function runCommands(
  commands: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await promisify(execFile)('sh', ['-c', commands], { cwd, env: { ...process.env, ...env } });
}
