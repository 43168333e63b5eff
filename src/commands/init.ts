// The command `init`: creates a starter catalog in the current folder.
import { problemData } from '../messages.ts';
import { Interrupted, printJson, reportWarnings, say, type Session } from '../session.ts';
import { bold, dim, line } from '../terminal.ts';
import type { CommandRow } from './command.ts';

export const initCommand: CommandRow = {
  name: 'init',
  description:
    'create a small catalog, its configuration and the files that its host needs in this folder; on a terminal, ask for the host and the address if they are not given',
  settings: ['host', 'baseUrl', 'scheduler', 'json', 'quiet'],
  run: runInit,
  afterProblems: '',
};

async function runInit(session: Session): Promise<boolean> {
  const { io, settings, version } = session;
  const { init } = await import('../init/init.ts');
  const folder = io.cwd();
  const { host, baseUrl } = await answersOf(session);
  const { written, kept, warnings, next } = init({ folder, host, baseUrl, version, scheduler: settings.scheduler });
  const isSilent = settings.json || settings.quiet;
  if (!isSilent) {
    say(io, ...written.map((path) => line`wrote ${bold(path)}`), ...kept.map((path) => dim(`kept  ${path}`)));
  }
  reportWarnings(warnings, session);
  if (settings.json) {
    printJson(io, { ok: true, host, baseUrl: baseUrl ?? null, written, kept, problems: warnings.map(problemData) });
  }
  if (!isSilent) say(io, ...next);
  return true;
}

/** The host and the address: as given, or asked for on a terminal. */
async function answersOf({ io, settings, given, signal }: Session) {
  const host = given.has('host') ? settings.host : undefined;
  const baseUrl = given.has('baseUrl') ? settings.baseUrl : undefined;
  const isTerminal = io.stdin.isTTY === true && io.stderr.isTTY === true && !settings.json && !settings.quiet;
  if (!isTerminal) return { host: host ?? settings.host, baseUrl };
  const { askInit, PromptCancelled } = await import('../init/ask.ts');
  try {
    return await askInit({ host, baseUrl }, { input: io.stdin, output: io.stderr, signal, folder: io.cwd() });
  } catch (error) {
    throw error instanceof PromptCancelled ? new Interrupted('SIGINT') : error;
  }
}
