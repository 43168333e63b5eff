// A command: the type of a row in the table of commands.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import type { Io, Session } from '../session.ts';
import { UsageError } from '../../text/errors.ts';
import { npxCommand } from '../init/project.ts';
import { flagOf, optionNamesOf, type CommandName, type Options } from '../../options/option-table.ts';
import { didYouMean } from '../../options/value-kinds.ts';
import { typedWord } from '../../text/shell.ts';

export interface CommandRow {
  readonly name: CommandName;
  readonly description: string;
  readonly argument?: { readonly name: string; readonly description: string };
  /** The options that most people need; `--help` shows the others with `--all` only. Without it all are shown. */
  readonly shownOptions?: readonly (keyof Options)[];
  /** What follows the name on command lines worth knowing, by what they do. */
  readonly examples: Readonly<Record<string, string>>;
  /** Does the work; returns false if the input or the host is at fault. */
  readonly run: (session: Session) => Promise<boolean>;
  /** What follows the number of problems when the command fails: `; nothing was written`. */
  readonly afterProblems?: string;
}

/** The examples of a command for whoever is in a folder, each a comment and a command line. */
export function exampleLines({ name, examples }: CommandRow, folder: string): string[] {
  return Object.entries(examples).flatMap(([does, words]) => [
    `# ${does}`,
    `${npxCommand(name, folder)} ${name} ${words}`.trimEnd(),
  ]);
}

/** The argument of a command, which takes one at most. A shell takes a name with spaces and no quotes for several words. */
export function argumentOf({ name, argument }: CommandRow, words: readonly string[], io: Io): string | undefined {
  if (words.length <= (argument ? 1 : 0)) return words[0];
  const file = words.join(' ');
  const typed = io.argv.slice(2);
  const at = typed.findIndex((_, index) => words.every((word, offset) => typed[index + offset] === word));
  const found = at === -1 ? undefined : statSync(resolve(io.cwd(), file), { throwIfNoEntry: false });
  const shown = words.map((word) => `"${word}"`).join(', ');
  if (argument) {
    const quoted = [...typed.slice(0, at), file, ...typed.slice(at + words.length)];
    const command = found ? `: ${[npxCommand(name, io.cwd()), ...quoted.map(typedWord)].join(' ')}` : '';
    const finding = `${name} takes one argument, not ${words.length}: ${shown}`;
    throw new UsageError(`${finding}; a name with spaces needs quotes${command}`);
  }
  const names = optionNamesOf(name);
  const option = names.includes('out') && existsSync(resolve(io.cwd(), file, apiRoot)) ? 'out' : 'data';
  const isMeant = found?.isDirectory() === true && names.includes(option);
  const meant = didYouMean(isMeant ? `${flagOf(option)} ${typedWord(file)}` : undefined);
  throw new UsageError(`${name} takes no argument, not ${shown}${meant}`);
}
