// A session: one command being run — where it prints, what it was run with — and how it says what everyone says.
import { annotationLines, countProblems, problemData, problemLines, type Style } from './messages.ts';
import type { Problem } from './problems.ts';
import type { Settings } from './settings.ts';

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
  readonly style: Style;
  readonly settings: Settings;
  readonly given: ReadonlySet<keyof Settings>;
  /** The word after the command, where it takes one. */
  readonly argument: string | undefined;
  /** Version of this package. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** The person broke the command off. */
export class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(`interrupted by ${signal}`);
  }
}

/** Lines for people. */
export function say({ stderr }: Io, ...lines: readonly string[]): void {
  stderr.write(lines.map((line) => `${line}\n`).join(''));
}

/** The one result of `--json`. */
export function printJson({ stdout }: Io, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** Problems that end a command; `after` follows their number. */
export function reportProblems(problems: readonly Problem[], session: Omit<Session, 'signal'>, after: string): void {
  const { io, style } = session;
  if (session.settings.json) printJson(io, { ok: false, problems: problems.map(problemData) });
  else say(io, ...problemLines(problems, style), style.red(`${countProblems(problems)}${after}`));
  annotate(problems, io);
}

/** Problems that a command goes on with. */
export function reportWarnings(warnings: readonly Problem[], { io, style }: Session): void {
  say(io, ...problemLines(warnings, style));
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
function annotate(problems: readonly Problem[], io: Io): void {
  if (io.env['GITHUB_ACTIONS']) say(io, ...annotationLines(problems));
}
