// A session: one command being run — where it prints, what it was run with — and how it says what everyone says.
import { annotationLines, countProblems, problemData, problemLines } from './messages.ts';
import type { Problem } from './problems.ts';
import type { Settings } from './settings.ts';
import { printed, red, visible, type Text } from './terminal.ts';

/** What the command line needs of a process; tests hand in one of their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  cwd(): string;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** What a command is run with. */
export interface Session {
  readonly io: Io;
  readonly settings: Settings;
  readonly given: ReadonlySet<keyof Settings>;
  /** The word after the command, where it takes one. */
  readonly argument: string | undefined;
  /** Version of this package. */
  readonly version: string;
  /** Digest of its code; undefined where there is none. */
  readonly digest: string | undefined;
  readonly signal: AbortSignal;
}

/** The person broke the command off. */
export class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(`interrupted by ${signal}`);
  }
}

/** Lines for people. */
export function say({ stderr, env }: Io, ...lines: readonly Text[]): void {
  const isColored = stderr.isTTY === true && !env['NO_COLOR'];
  stderr.write(lines.map((line) => `${printed(line, isColored)}\n`).join(''));
}

/** Lines that were asked for, so that they can be piped. */
export function print({ stdout }: Io, ...lines: readonly Text[]): void {
  stdout.write(lines.map((line) => `${printed(line, false)}\n`).join(''));
}

/** The one result of `--json`. What JSON may leave as it is and a terminal would obey can only stand in its texts. */
export function printJson({ stdout }: Io, value: object): void {
  stdout.write(`${visible(JSON.stringify(value))}\n`);
}

/** Problems that end a command; `after` follows their number. */
export function reportProblems(problems: readonly Problem[], session: Omit<Session, 'signal'>, after: string): void {
  const { io } = session;
  if (session.settings.json) printJson(io, { ok: false, problems: problems.map(problemData) });
  else say(io, ...problemLines(problems), red(`${countProblems(problems)}${after}`));
  annotate(problems, io);
}

/** Problems that a command goes on with. */
export function reportWarnings(warnings: readonly Problem[], { io }: Session): void {
  say(io, ...problemLines(warnings));
  annotate(warnings, io);
}

/** Runs work with a bar on a terminal. */
export async function withProgress<P, T>(
  { io, settings: { json, quiet } }: Session,
  describe: (progress: P) => { done: number; total: number; what: string },
  work: (onProgress: (progress: P) => void) => Promise<T>,
): Promise<T> {
  const { openProgress } = await import('./progress.ts');
  const bar = await openProgress(io.stderr, io.stderr.isTTY === true && !json && !quiet);
  try {
    return await work((progress) => bar.show(describe(progress)));
  } finally {
    bar.end();
  }
}

/** GitHub Actions reads annotations from stderr as from stdout. */
function annotate(problems: readonly Problem[], { stderr, env }: Io): void {
  if (env['GITHUB_ACTIONS'])
    stderr.write(
      annotationLines(problems)
        .map((one) => `${one}\n`)
        .join(''),
    );
}
