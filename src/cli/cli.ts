// The command line: parses the arguments, runs a command and decides the exit code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Command, CommanderError, Option } from 'commander';
import { argumentOf, exampleLines, type CommandRow } from './commands/command.ts';
import { commands } from './commands/commands.ts';
import {
  nextCommandData,
  nextCommandLines,
  Interrupted,
  print,
  reportProblems,
  say,
  type Io,
  type Session,
} from './session.ts';
import { errorCode, messageOf, UsageError } from '../text/errors.ts';
import { npxCommand } from './init/project.ts';
import { configFile, resolveOptions, type OptionSources, type ResolvedOptions } from '../options/configuration.ts';
import {
  flagWithValue,
  helpOf,
  optionNamesOf,
  optionTable,
  positiveFlagOf,
  type CommandName,
  type Options,
} from '../options/option-table.ts';
import { readPackage } from '../package-info.ts';
import { ProblemsError } from '../text/problems.ts';
import { line, red } from '../text/terminal.ts';

/** Every exit code, and what it means. */
export const exitCodes = {
  done: { code: 0, meaning: 'done, perhaps with warnings' },
  problems: { code: 1, meaning: 'the source, the host or the disk is at fault; the messages say what to do' },
  usage: { code: 2, meaning: 'an option, a variable or the configuration is wrong' },
  bug: { code: 70, meaning: 'a bug in this tool' },
  SIGINT: { code: 130, meaning: 'interrupted by Ctrl-C (SIGINT)' },
  SIGTERM: { code: 143, meaning: 'ended by SIGTERM' },
} as const;

/** Runs the command named in `io.argv` and returns its exit code, one of `exitCodes`. */
export async function run(io: Io): Promise<number> {
  const failures: { stream: string; error: Error }[] = [];
  for (const stream of ['stdout', 'stderr'] as const)
    io[stream].on('error', (error) => void failures.push({ stream, error }));
  const exitCode = await exitCodeOf(io);
  // A full disk is reported only after the write.
  await setImmediate();
  // The reader of the output may close the pipe early, as `head` does.
  const failure = failures.find(({ error }) => errorCode(error) !== 'EPIPE');
  if (failure === undefined) return exitCode;
  say(io, line`${red('error:')} ${failure.stream} could not be written: ${failure.error.message}`);
  return exitCodes.problems.code;
}

async function exitCodeOf(io: Io): Promise<number> {
  try {
    let exitCode: number = exitCodes.done.code;
    await programFor(io, (code) => (exitCode = code)).parseAsync(io.argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
    if (error instanceof UsageError) {
      say(io, ...error.reasons.map((reason) => line`${red('error:')} ${reason}`), helpHint(io));
      return exitCodes.usage.code;
    }
    if (error instanceof Interrupted) {
      say(io, line`interrupted; ${error.changed}`);
      return exitCodes[error.signal].code;
    }
    say(io, ...bugReport(error));
    return exitCodes.bug.code;
  }
}

function helpHint(io: Io): string {
  const name = commands.find((row) => row.name === io.argv[2])?.name;
  return name === undefined
    ? 'See npx --no static-course-catalog help.'
    : `See ${npxCommand(name, io.cwd())} help ${name}.`;
}

function programFor(io: Io, setExitCode: (exitCode: number) => void): Command {
  const { version, repository } = readPackage();
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `  ${String(code).padEnd(3)}  ${meaning}`);
  const program = new Command('static-course-catalog')
    .description('Turns a list of courses into a JSON API made of static files.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(io, ...linesOf(text)),
      writeErr: (text) => say(io, ...linesOf(text)),
    })
    .addHelpText('after', ['', 'Exit codes:', ...codes].join('\n'));
  for (const row of commands) {
    const command = program.command(row.name).description(row.description);
    command.allowExcessArguments();
    if (row.argument) command.argument(`[${row.argument.name}]`, row.argument.description);
    const names = optionNamesOf(row.name);
    // Commander suggests no hidden option for one that is misspelled.
    const isShort = io.argv.some((word) => ['-h', '--help', 'help'].includes(word)) && !io.argv.includes('--all');
    const shown = (isShort && row.shownOptions) || names;
    for (const name of names) {
      command.addOption(optionOf(name, row.name).hideHelp(!shown.includes(name)));
      if (optionTable[name].isNegated === true) command.addOption(new Option(positiveFlagOf(name)).hideHelp());
    }
    // Made only when it is printed: those of `init` depend on where this package was installed from, which takes reading a file.
    command.addHelpText('after', () =>
      ['', 'Examples:', ...exampleLines(row, io.cwd()).map((text) => `  ${text}`)].join('\n'),
    );
    const hidden = names.length - shown.length;
    if (hidden > 0)
      command.addHelpText(
        'after',
        () => `\n${hidden} more options: ${npxCommand(row.name, io.cwd())} ${row.name} --help --all`,
      );
    command.action(async () => {
      const argument = argumentOf(row, command.args, io);
      const given = { flags: flagsOf(command), environment: io.env, config: readConfig(io.cwd()) };
      const resolved = await optionsOf({ ...given, command: row.name });
      const packageInfo = { version, repository: repository?.url };
      setExitCode(await runRow(row, { io, ...resolved, argument, ...packageInfo }));
    });
  }
  return program;
}

function optionOf(name: keyof Options, command: CommandName): Option {
  const option = new Option(flagWithValue(name), helpOf(name, command));
  if (optionTable[name].isRepeated !== true) return option;
  return option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}

/** The options; a mistake in the configuration file has its position, and only then its parser is loaded. */
async function optionsOf(sources: OptionSources): Promise<ResolvedOptions> {
  try {
    return resolveOptions(sources);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return resolveOptions({ ...sources, positions: await import('../catalog/source/json-positions.ts') });
  }
}

/** The options that were typed. Commander also sets an untyped `--no-…` option, to its opposite. */
function flagsOf(command: Command): Record<string, unknown> {
  const typed = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return Object.fromEntries(typed);
}

async function runRow(row: CommandRow, session: Omit<Session, 'signal'>): Promise<number> {
  try {
    const isOk = await withSignals(session.io, (signal) => row.run({ ...session, signal }));
    return isOk ? exitCodes.done.code : exitCodes.problems.code;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    reportProblems(error.problems, session, error.mayHaveChanged ? '' : row.afterProblems, nextCommandData(error));
    say(session.io, ...nextCommandLines(error));
    return exitCodes.problems.code;
  }
}

/** Milliseconds in which a signal counts as the same one: `timeout` sends it to the process and to its group, and npx passes it on. */
const repeatTime = 300;

/** Runs work that SIGINT or SIGTERM aborts; the same signal later ends the process as usual. */
async function withSignals<T>(io: Io, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM'] as const;
  const listeners = names.map((name) => {
    const listener = () => {
      controller.abort(new Interrupted(name));
      setTimeout(() => io.off(name, listener), repeatTime).unref();
    };
    return { name, listener };
  });
  for (const { name, listener } of listeners) io.on(name, listener);
  try {
    return await work(controller.signal);
  } finally {
    for (const { name, listener } of listeners) io.off(name, listener);
  }
}

function bugReport(error: unknown): string[] {
  const { version, bugs } = readPackage();
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const tracker = bugs ? `at ${bugs.url}` : 'in the repository that this package came from';
  return [
    `This is a bug in static-course-catalog ${version}. Please report it with the lines below ${tracker}`,
    ...linesOf(stack),
  ];
}

function readConfig(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, configFile), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new UsageError(`cannot read ${configFile}: ${messageOf(error)}`);
  }
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/u, '').split('\n');
}
