// A session: one run of a command with its options, and the output functions that all commands share.
import { relative } from 'node:path';
import type { Action } from './actions/action.ts';
import type { ResolvedOptions } from '../options/configuration.ts';
import type { Problem, ProblemsError } from '../text/problems.ts';
import { annotationLines, countProblems, problemData, problemLines } from '../text/messages.ts';
import type { Progress } from '../results.ts';
import { bold, line, printed, red, escapeInvisible, yellow, type Text } from '../text/terminal.ts';
import type { Terminal } from './prompt.ts';

/** The part of `process` that the command line uses; tests pass their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  cwd(): string;
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

export interface Session extends ResolvedOptions {
  readonly io: Io;
  readonly argument: string | undefined;
  readonly version: string;
  /** The repository that this package was released from; undefined before that. */
  readonly repository: string | undefined;
  readonly signal: AbortSignal;
}

export class Interrupted extends Error {
  constructor(
    readonly signal: 'SIGINT' | 'SIGTERM',
    /** What had been changed by then. */
    readonly changed = 'nothing was changed',
  ) {
    super(`interrupted by ${signal}`);
  }
}

/** What a session does, without its terminal. */
export function actionOf(session: Session, onProgress: Action['onProgress']): Action {
  const { io, options, origins, version, signal } = session;
  return { options, origins, version, signal, onProgress, env: io.env, folder: io.cwd() };
}

/** Whether stderr is a terminal that understands escape codes. */
function onTerminal({ stderr, env }: Io): boolean {
  return stderr.isTTY === true && env['TERM'] !== 'dumb';
}

/** The terminal of somebody who can be asked; undefined elsewhere. */
export function terminalOf({ io, options: { json, quiet }, signal }: Session): Terminal | undefined {
  if (io.stdin.isTTY !== true || !onTerminal(io) || json || quiet) return undefined;
  return { input: io.stdin, output: io.stderr, signal, canceled: new Interrupted('SIGINT'), folder: io.cwd() };
}

/** Prints lines for people. */
export function say(io: Io, ...lines: readonly Text[]): void {
  const isColored = onTerminal(io) && !io.env['NO_COLOR'];
  io.stderr.write(lines.map((text) => `${printed(text, isColored)}\n`).join(''));
}

/** Prints a warning that is not a problem of the input or the output. */
export function warn(io: Io, text: string): void {
  say(io, line`${yellow('warning:')} ${text}`);
}

/** Prints requested output, which can be piped. */
export function print({ stdout }: Io, ...lines: readonly Text[]): void {
  stdout.write(lines.map((text) => `${printed(text, false)}\n`).join(''));
}

/** Prints the result of `--json`. Escapes what JSON allows in a text but a terminal would obey. */
export function printJson({ stdout }: Io, value: object): void {
  stdout.write(`${escapeInvisible(JSON.stringify(value))}\n`);
}

/** Reports the problems that end a command to people, and to programs with `--json`. `after` follows their count, and `more` is beside them as JSON. */
export function reportProblems(
  problems: readonly Problem[],
  session: Omit<Session, 'signal'>,
  after = '',
  more: object = {},
): void {
  const { io } = session;
  if (session.options.json) printJson(io, { ok: false, ...more, problems: problems.map(problemData) });
  say(io, ...problemLines(problems), red(`${countProblems(problems)}${after}`));
  annotate(problems, io);
}

/** The command that continues after an error, for people and for `--json`. */
export function nextCommandLines({ nextCommand }: ProblemsError): Text[] {
  return nextCommand === undefined ? [] : [`${nextCommand.does}:`, line`  ${bold(nextCommand.command)}`];
}

export function nextCommandData({ nextCommand }: ProblemsError): object {
  return nextCommand === undefined ? {} : { command: nextCommand.command };
}

export function reportWarnings(warnings: readonly Problem[], { io }: Session): void {
  say(io, ...problemLines(warnings));
  annotate(warnings, io);
}

/** Runs work with a progress bar on a terminal, which ends with the work or once that is aborted. */
export async function withProgress<T>(
  { io, options: { json, quiet }, signal }: Session,
  work: (onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const bar = onTerminal(io) && !json && !quiet ? await openBar(io.stderr) : undefined;
  const end = () => bar?.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await work((progress) => {
      if (!signal.aborted) bar?.show(progress);
    });
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function openBar(stream: NodeJS.WritableStream) {
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar({
    stream,
    format: '{bar} {percentage}% {what}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    hideCursor: true,
  });
  let shown: number | undefined;
  return {
    show({ done, total, what }: Progress) {
      // A new total means a new phase: restart the bar.
      if (shown !== total) bar.start(total, done, { what: escapeInvisible(what) });
      shown = total;
      bar.update(done, { what: escapeInvisible(what) });
    },
    end: () => bar.stop(),
  };
}

/** GitHub Actions reads annotations from stderr as well as from stdout. */
function annotate(problems: readonly Problem[], io: Io): void {
  const { stderr, env } = io;
  const folder = env['GITHUB_WORKSPACE'] ? relative(env['GITHUB_WORKSPACE'], io.cwd()) : '';
  const lines = annotationLines(problems, folder).map((annotation) => `${annotation}\n`);
  if (env['GITHUB_ACTIONS']) stderr.write(lines.join(''));
}
