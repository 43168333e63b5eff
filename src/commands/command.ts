// A command: the type of a row in the table of commands.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io, Session } from '../console/session.ts';
import { UsageError } from '../errors.ts';
import { npxCommand } from '../init/project.ts';
import type { CommandName } from '../options/option-table.ts';
import { typedWord } from '../text/shell.ts';

export interface CommandRow {
  readonly name: CommandName;
  readonly description: string;
  readonly argument?: { readonly name: string; readonly description: string };
  /** What follows the name on command lines worth knowing, by what they do. */
  readonly examples: Readonly<Record<string, string>>;
  /** Does the work; returns false if the input or the host is at fault. */
  readonly run: (session: Session) => Promise<boolean>;
  /** What follows the number of problems when the command fails: `; nothing was written`. */
  readonly afterProblems?: string;
}

/** The examples of a command, each a comment and a command line. */
export function exampleLines({ name, examples }: CommandRow): string[] {
  return Object.entries(examples).flatMap(([does, words]) => [
    `# ${does}`,
    `npx --no static-course-catalog ${name} ${words}`.trimEnd(),
  ]);
}

/** A shell takes a name with spaces and no quotes for several words. The command in quotes is shown if there is such a file. */
export function tooManyWords(name: CommandName, words: readonly string[], io: Io): UsageError {
  const file = words.join(' ');
  const typed = io.argv.slice(2);
  const at = typed.findIndex((_, index) => words.every((word, offset) => typed[index + offset] === word));
  const quoted = [...typed.slice(0, at), file, ...typed.slice(at + words.length)];
  const command = [npxCommand(name), ...quoted.map(typedWord)].join(' ');
  const isFile = at >= 0 && existsSync(resolve(io.cwd(), file));
  const shown = words.map((word) => `"${word}"`).join(', ');
  return new UsageError(
    `${name} takes one argument, not ${words.length}: ${shown}; a name with spaces needs quotes${isFile ? `: ${command}` : ''}`,
  );
}
