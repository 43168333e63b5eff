// A command: the type of a row in the table of commands.
import type { Session } from '../console/session.ts';
import type { CommandName } from '../options/option-table.ts';

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
    `npx course-catalog ${name} ${words}`.trimEnd(),
  ]);
}
