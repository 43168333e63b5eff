// A command: the type of a row in the table of commands.
import type { Settings } from '../settings.ts';
import type { Session } from '../session.ts';

export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** Its optional argument; absent if it takes none. */
  readonly argument?: { readonly name: string; readonly description: string };
  readonly settings: readonly (keyof Settings)[];
  /** The settings for which `--help` shows no default, because leaving them out means something else here. */
  readonly withoutDefault?: readonly (keyof Settings)[];
  /** Does the work; returns false if the input or the host is at fault. */
  readonly run: (session: Session) => Promise<boolean>;
  /** What follows the number of problems when the command fails: `; nothing was written`. */
  readonly afterProblems: string;
}
