// The commands that PUBLISHING.md gives for sending only changed files, run as documented.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** The one code block of the document that contains this text. */
export function documentedCommands(text: string): string {
  const blocks = [...readFileSync('PUBLISHING.md', 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gmu)]
    .filter(([, , language, body = '']) => language === '' && body.includes(text))
    .map(([, indent = '', , body = '']) => body.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''));
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
