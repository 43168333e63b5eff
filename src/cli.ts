// The command line: reads what was typed, runs a command, prints what came of it, decides the exit code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { annotationLines, count, countProblems, problemData, problemLines, size, type Style } from './messages.ts';
import { ProblemsError, type Problem } from './problems.ts';
import { configFile, resolveSettings, settings, UsageError, variableOf, type Settings } from './settings.ts';

/** What the command line needs of a process; tests hand in one of their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  cwd(): string;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

const exitCodes = { done: 0, problems: 1, usage: 2, bug: 70, SIGINT: 130, SIGTERM: 143 } as const;

class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(`interrupted by ${signal}`);
  }
}

/** Runs the command that `io.argv` names and answers its exit code: 0 done, 1 input or host at fault, 2 wrong usage, 70 a bug. */
export async function run(io: Io): Promise<number> {
  const style = await styleFor(io);
  for (const stream of [io.stdout, io.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    let exitCode: number = exitCodes.done;
    await programFor(io, style, (code) => (exitCode = code)).parseAsync(io.argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error instanceof UsageError) {
      say(io, ...error.reasons.map((reason) => `${style.red('error:')} ${reason}`), 'See course-catalog --help.');
      return exitCodes.usage;
    }
    if (error instanceof Interrupted) {
      say(io, 'interrupted; nothing was changed');
      return exitCodes[error.signal];
    }
    say(io, ...bugReport(error));
    return exitCodes.bug;
  }
}

/** Where a command prints, and what it was run with. */
interface Session {
  readonly io: Io;
  readonly style: Style;
  readonly settings: Settings;
  readonly given: ReadonlySet<keyof Settings>;
  readonly signal: AbortSignal;
}

interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly settings: readonly (keyof Settings)[];
  readonly run: (session: Session) => Promise<void>;
  /** What a person wants to know where there are problems, after their number. */
  readonly afterProblems: string;
}

/** Every command. A new one is a new row. */
const commands: readonly CommandRow[] = [
  {
    name: 'build',
    description: 'write the whole API to a folder',
    settings: ['data', 'out', 'baseUrl', 'pageLinks', 'pageSize', 'latest', 'threads', 'json', 'quiet'],
    run: runBuild,
    afterProblems: '; nothing was written',
  },
  {
    name: 'check',
    description: 'report every problem of a catalog, or what it holds',
    settings: ['data', 'pageSize', 'threads', 'json', 'quiet'],
    run: runCheck,
    afterProblems: '',
  },
];

function programFor(io: Io, style: Style, end: (exitCode: number) => void): Command {
  const program = new Command('course-catalog')
    .description('Turns a catalog of courses into a read-only JSON API of plain files that any static host can serve.')
    .version(readPackage().version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  for (const row of commands) {
    const command = program.command(row.name).description(row.description);
    for (const name of row.settings) command.addOption(optionOf(name));
    command.action(async (flags: Record<string, unknown>) => {
      const resolved = resolveSettings({ flags, environment: io.env, config: readConfig(io.cwd()) });
      try {
        await withSignals(io, (signal) => row.run({ io, style, ...resolved, signal }));
      } catch (error) {
        if (!(error instanceof ProblemsError)) throw error;
        reportProblems(error.problems, { io, style, ...resolved }, row.afterProblems);
        end(exitCodes.problems);
      }
    });
  }
  return program;
}

function optionOf(name: keyof Settings): Option {
  const { flag, description, fallback } = settings[name];
  const isShown = (typeof fallback === 'string' || typeof fallback === 'number') && !description.includes('(default: ');
  return new Option(flag, `${description}${isShown ? ` (default: ${fallback})` : ''}`);
}

async function runBuild(session: Session): Promise<void> {
  const { io, style, settings: chosen, given, signal } = session;
  const { build } = await import('./build/build.ts');
  const { json, quiet, out, pageLinks, baseUrl } = chosen;
  if (io.env['CI'] && !given.has('baseUrl')) {
    say(
      io,
      `${style.yellow('warning:')} no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`,
    );
  }
  const started = performance.now();
  const result = await withProgress(session, (onProgress) => build(chosen, onProgress, signal));
  const seconds = (performance.now() - started) / 1000;
  reportWarnings(result.warnings, session);
  if (json) {
    const { warnings, ...rest } = result;
    printJson(io, { ok: true, out, ...rest, seconds, problems: warnings.map(problemData) });
  }
  if (quiet || json) return;
  const { courses, files, bytes } = result;
  say(
    io,
    `Built ${count(courses, 'course', 'courses')} into ${style.bold(out)}: ` +
      `${count(files, 'file', 'files')}, ${size(bytes)}, ${seconds.toFixed(2)} s`,
    `Look at it: npx http-server ${/\s/u.test(out) ? JSON.stringify(out) : out} -e json, then open http://localhost:8080/api/v1/`,
  );
  if (pageLinks === 'query') {
    say(
      io,
      style.dim(
        'http-server answers page 1 to every ?page=n; page n is also at page/n/, which --page-links path links to.',
      ),
    );
  }
}

async function runCheck(session: Session): Promise<void> {
  const { io, style, settings: chosen, signal } = session;
  const { check } = await import('./build/check.ts');
  const { summary, warnings } = await withProgress(session, (onProgress) => check(chosen, onProgress, signal));
  reportWarnings(warnings, session);
  if (chosen.json) printJson(io, { ok: true, ...summary, problems: warnings.map(problemData) });
  if (chosen.quiet || chosen.json) return;
  const { courses, providers, categories, languages, pages } = summary;
  const parts = [
    count(courses, 'course', 'courses'),
    count(providers, 'provider', 'providers'),
    count(categories, 'category', 'categories'),
    count(languages, 'language', 'languages'),
  ];
  say(
    io,
    `${style.bold(chosen.data)} is sound: ${parts.join(', ')}; ${count(pages, 'page', 'pages')} of lists to be written`,
  );
}

async function withProgress<T>(
  { io, settings: { json, quiet } }: Session,
  work: (onProgress: Parameters<typeof import('./build/check.ts').check>[1]) => Promise<T>,
): Promise<T> {
  const { openProgress } = await import('./progress.ts');
  const bar = await openProgress(io.stderr, io.stderr.isTTY === true && !json && !quiet);
  try {
    return await work((progress) => bar.show(progress));
  } finally {
    bar.end();
  }
}

/** Runs work that a signal breaks off; a second signal ends the process as it would end any other. */
async function withSignals<T>(io: Io, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = () => controller.abort(new Interrupted('SIGINT'));
  const onTerminate = () => controller.abort(new Interrupted('SIGTERM'));
  io.once('SIGINT', onInterrupt);
  io.once('SIGTERM', onTerminate);
  try {
    return await work(controller.signal);
  } finally {
    io.off('SIGINT', onInterrupt);
    io.off('SIGTERM', onTerminate);
  }
}

function reportProblems(problems: readonly Problem[], session: Omit<Session, 'signal'>, after: string): void {
  const { io, style } = session;
  if (session.settings.json) printJson(io, { ok: false, problems: problems.map(problemData) });
  else say(io, ...problemLines(problems, style), style.red(`${countProblems(problems)}${after}`));
  annotate(problems, io);
}

function reportWarnings(warnings: readonly Problem[], { io, style }: Session): void {
  say(io, ...problemLines(warnings, style));
  annotate(warnings, io);
}

/** GitHub Actions reads annotations from stderr as from stdout. */
function annotate(problems: readonly Problem[], io: Io): void {
  if (io.env['GITHUB_ACTIONS']) say(io, ...annotationLines(problems));
}

function say({ stderr }: Io, ...lines: readonly string[]): void {
  stderr.write(lines.map((line) => `${line}\n`).join(''));
}

function bugReport(error: unknown): string[] {
  const { version, bugs } = readPackage();
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [`This is a bug of course-catalog ${version}. Please report it, with the lines below, at ${bugs.url}`, stack];
}

/** Whoever reads the output may stop reading, as `head` does. */
function ignoreClosedPipe(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
}

function printJson(io: Io, value: object): void {
  io.stdout.write(`${JSON.stringify(value)}\n`);
}

function readPackage(): { version: string; bugs: { url: string } } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
}

function readConfig(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, configFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError([`${configFile} cannot be read: ${reason}`]);
  }
}

async function styleFor({ stderr, env }: Io): Promise<Style> {
  const { default: colors } = await import('picocolors');
  return colors.createColors(stderr.isTTY === true && !env['NO_COLOR']);
}
