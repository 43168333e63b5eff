// The changes between two builds, and the commands that the documentation gives for sending only changed files, run as documented.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { FileChanges } from '../../src/build/build-options.ts';
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

/** The documented commands of jq that make lists of what to send, to delete and to purge of `changes.json`. */
export function documentedLists(): string {
  const [build = '', ...commands] = documentedCommands('> changed.txt\njq').split('\n');
  if (!build.endsWith(' build --changes changes.json')) throw new Error(`no build: ${build}`);
  return commands.join('\n');
}

/** The one code block of the pages on changed files and buckets that contains this text. */
export function documentedCommands(text: string): string {
  const pages = ['incremental', 'hosting/object-storage', 'hosting/s3-cloudfront', 'hosting/nginx'];
  const blocks = pages
    .flatMap((page) => blocksOf(readFileSync(`docs/${page}.md`, 'utf8'), ''))
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
