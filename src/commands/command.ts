// A command: what the table of commands is made of.
import type { Settings } from '../settings.ts';
import type { Session } from '../session.ts';

export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** The word that may follow it; absent where none may. */
  readonly argument?: { readonly name: string; readonly description: string };
  readonly settings: readonly (keyof Settings)[];
  /** Those of them without a default: being left out means something. */
  readonly withoutDefault?: readonly (keyof Settings)[];
  /** Does the work; answers whether the input and the host were found right. */
  readonly run: (session: Session) => Promise<boolean>;
  /** What a person wants to know where there are problems, after their number. */
  readonly afterProblems: string;
}
