// The command `init`: creates a starter catalog in the current folder.
import { join, resolve } from 'node:path';
import { problemData } from '../text/messages.ts';
import { ProblemsError } from '../problems.ts';
import {
  Interrupted,
  onTerminal,
  printJson,
  reportProblems,
  reportWarnings,
  say,
  type Session,
} from '../console/session.ts';
import type { Host } from '../hosts/host.ts';
import { hostNames, hosts, type HostName } from '../hosts/hosts.ts';
import { shellWord } from '../text/shell.ts';
import { bold, dim, line } from '../text/terminal.ts';
import { UsageError } from '../options/parse.ts';
import type { CommandRow } from './command.ts';
import { importCommand } from './import.ts';

export const initCommand: CommandRow = {
  name: 'init',
  description:
    'create a small catalog, its configuration and the files that its host needs in this folder; on a terminal, ask where the catalog is to be imported from, and for the host and the address if they are not given',
  examples: {
    'Start a catalog here; a terminal asks for the rest': '',
    'Start one for GitHub Pages': '--host github-pages --base-url https://user.github.io/repo',
  },
  run: runInit,
};

async function runInit(session: Session): Promise<boolean> {
  const { io, settings, given, version } = session;
  const { pack, scheduler } = settings;
  if (given.has('host')) failIfUnsuitable(settings.host, settings);
  const { hasNoCatalog, init } = await import('../init/init.ts');
  const folder = io.cwd();
  const { imported, host, baseUrl } = await answersOf(session, () => hasNoCatalog(folder));
  failIfUnsuitable(host, settings);
  const options = { folder, host, baseUrl, version, pack, scheduler, imported };
  const { written, kept, warnings, next } = init(options);
  const isSilent = settings.json || settings.quiet;
  if (!isSilent) {
    say(io, ...written.map((path) => line`wrote ${bold(path)}`), ...kept.map((path) => dim(`kept  ${path}`)));
  }
  reportWarnings(warnings, session);
  if (settings.json) {
    printJson(io, { ok: true, host, baseUrl: baseUrl ?? null, written, kept, problems: warnings.map(problemData) });
  }
  const isImported = imported === undefined || (await importFrom(imported, session));
  if (!isSilent) say(io, ...next);
  return isImported;
}

/** Throws a UsageError if the options do not go with the host or with each other. */
function failIfUnsuitable(host: HostName, { pack, scheduler }: Session['settings']): void {
  if (!pack) return;
  const reading = hostNames.filter((name) => {
    const { readsPacks }: Host = hosts[name];
    return readsPacks;
  });
  const reasons: string[] = [];
  if (!reading.includes(host)) {
    const added = `--host ${reading.join(' or ')}`;
    reasons.push(`the preset for ${hosts[host].title} reads no packs: add ${added}, or omit --pack`);
  }
  if (scheduler) reasons.push('a build with --pack cannot be shared out: omit --pack or --scheduler');
  if (reasons.length > 0) throw new UsageError(reasons);
}

/** Imports what the user named. What is missing then can be given to `import` itself. */
async function importFrom(source: string, session: Session): Promise<boolean> {
  const { io, settings } = session;
  const folder = io.cwd();
  const isHere = resolve('.') === folder;
  const argument = isHere || /^https?:/iu.test(source) ? source : resolve(folder, source);
  const data = isHere ? 'data' : join(folder, 'data');
  try {
    return await importCommand.run({ ...session, argument, settings: { ...settings, data } });
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    reportProblems(error.problems, session, error.hasBegun ? '' : importCommand.afterProblems);
    say(io, line`Import it with what is missing: ${bold(`npx course-catalog import ${shellWord(source)} …`)}`);
    return false;
  }
}

/** The host and the address: as given, or asked for on a terminal. */
async function answersOf({ io, settings, given, signal }: Session, isNew: () => boolean) {
  const host = given.has('host') ? settings.host : undefined;
  const baseUrl = given.has('baseUrl') ? settings.baseUrl : undefined;
  const isTerminal = io.stdin.isTTY === true && onTerminal(io) && !settings.json && !settings.quiet;
  if (!isTerminal) return { imported: undefined, host: host ?? settings.host, baseUrl };
  const { askInit, askSource, PromptCanceled } = await import('../init/ask.ts');
  try {
    const terminal = { input: io.stdin, output: io.stderr, signal, folder: io.cwd() };
    const imported = isNew() ? await askSource(terminal) : undefined;
    return { imported, ...(await askInit({ host, baseUrl }, terminal)) };
  } catch (error) {
    throw error instanceof PromptCanceled ? new Interrupted('SIGINT') : error;
  }
}
