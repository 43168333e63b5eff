// The command `preview`: serves a build on this machine until Ctrl-C, and builds anew on a change where it is asked to.
import { join } from 'node:path';
import { publicFolderOf } from '../build/public.ts';
import { configFile } from '../configuration.ts';
import { size } from '../amounts.ts';
import { ProblemsError } from '../problems.ts';
import { reportProblems, reportWarnings, say, type Session } from '../session.ts';
import { settings as table } from '../settings.ts';
import type { PreviewRequest } from '../preview/preview.ts';
import { buildOnce, buildSettings, summaryOf } from './build.ts';
import type { CommandRow } from './command.ts';

export const previewCommand: CommandRow = {
  name: 'preview',
  description: 'serve a build on this machine, as the interface has it; what a build is told needs --watch',
  settings: [...buildSettings, 'port', 'open', 'watch', 'quiet'],
  run: runPreview,
  afterProblems: '',
};

/** What is to be closed at the end, in no order. */
type Open = { close: () => Promise<void> }[];

async function runPreview(session: Session): Promise<boolean> {
  const { settings, signal } = session;
  const open: Open = [];
  const failed = new AbortController();
  try {
    if (settings.watch) {
      await follow(session, open, (error) => failed.abort(error));
    } else {
      warnOfFlags(session);
      await serve(session, open);
    }
    await aborted(AbortSignal.any([signal, failed.signal]));
    failed.signal.throwIfAborted();
    return true;
  } catch (error) {
    // Ctrl-C is how a preview ends, in its first build, too.
    if (signal.aborted && !failed.signal.aborted) return true;
    throw error;
  } finally {
    await Promise.all(open.map((one) => one.close()));
  }
}

async function serve(session: Session, open: Open): Promise<void> {
  const { io, style, settings } = session;
  const { openPreview } = await import('../preview/preview.ts');
  const preview = await openPreview(settings, (request) => {
    if (!settings.quiet && io.stderr.isTTY) say(io, requestLine(request, session));
  });
  open.push(preview);
  const address = `${preview.url}/api/v1/`;
  // With --quiet, too: the port may be another than the one that was asked for.
  say(io, `${style.bold(settings.out)} is served at ${style.bold(address)}; Ctrl-C ends it`);
  if (!settings.open) return;
  const { openBrowser } = await import('../preview/browser.ts');
  void openBrowser(address, (reason) => say(io, `no browser could be started (${reason}); open ${address}`));
}

/** Builds, serves the build, and builds again on every change. Where a run fails by no fault of the source, `fail` is told. */
async function follow(session: Session, open: Open, fail: (error: unknown) => void): Promise<void> {
  const { settings, signal } = session;
  const { watchPaths } = await import('../preview/watch.ts');
  const { holdsBuild } = await import('../preview/folder.ts');
  // A bar would run into the lines of the requests that are answered meanwhile.
  const barless = { ...session, settings: { ...settings, quiet: true } };
  const onBlindness = blindnessOf(session);
  let serving: Promise<void> | undefined;
  // Changes before the first build are in it.
  let goesOn = Promise.resolve(false);
  const serveOnce = () => (serving ??= serve(session, open));
  const onChange = async () => {
    if (!(await goesOn)) return;
    await rebuild(session, barless);
    await serveOnce();
  };
  const onFailure = (error: unknown) => {
    if (signal.aborted) return;
    if (error instanceof ProblemsError) reportProblems(error.problems, session, serving ? servesOn : waits);
    else fail(error);
  };
  // Both before the first build, so that no edit made meanwhile goes unseen.
  const source = [settings.data, publicFolderOf(settings)];
  open.push(await watchPaths(source, { onChange, onFailure, onBlindness }));
  open.push(await watchConfiguration(session, onBlindness));
  const first = rebuild(session, session);
  goesOn = first.then(
    () => true,
    (error: unknown) => !signal.aborted && canBeMended(error),
  );
  try {
    await first;
  } catch (error) {
    if (!canBeMended(error)) throw error;
    const isBuilt = holdsBuild(settings.out);
    reportProblems(error.problems, session, isBuilt ? '; the build before is served' : waits);
    if (!isBuilt) return;
  }
  await serveOnce();
}

const servesOn = '; the last good build is served';
const waits = '; waiting for a change of the source';

/** No edit of the source or of the public folder puts right what is wrong with the output folder. */
function canBeMended(error: unknown): error is ProblemsError {
  return error instanceof ProblemsError && !error.problems.some(({ rule }) => rule.startsWith('output-'));
}

/** Builds as one session has it, and says so in another. */
async function rebuild(session: Session, building: Session): Promise<void> {
  const started = performance.now();
  const result = await buildOnce(building);
  reportWarnings(result.warnings, session);
  if (!session.settings.quiet) say(session.io, summaryOf(result, session, (performance.now() - started) / 1000));
}

/** Settings are settled once: a change of their file is only told. */
async function watchConfiguration(
  { io, style }: Session,
  onBlindness: (error: unknown) => void,
): Promise<{ close: () => Promise<void> }> {
  const { watchPaths } = await import('../preview/watch.ts');
  const changed = `${configFile} changed: start the preview again to use it`;
  const onChange = async () => say(io, `${style.yellow('warning:')} ${changed}`);
  return watchPaths([join(io.cwd(), configFile)], { onChange, onFailure: onBlindness, onBlindness });
}

/** Says once that changes may go unseen; the system tells it of every folder. */
function blindnessOf({ io, style }: Session): (error: unknown) => void {
  let isSaid = false;
  return (error) => {
    if (isSaid) return;
    isSaid = true;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      "let this user read the source, or raise the system's limit on watched files, and start the preview again";
    say(io, style.red(`not every change is seen from now on: ${reason}`), `    ${remedy}`);
  };
}

/** The environment and the configuration file are for every command; a flag was meant for this one. */
function warnOfFlags({ io, style }: Session): void {
  const isTyped = (flag: string) => io.argv.some((word) => word === flag || word.startsWith(`${flag}=`));
  const flags = buildSettings
    .filter((name) => name !== 'out')
    .map((name) => table[name].flag.replace(/ .*/u, ''))
    .filter(isTyped);
  if (flags.length === 0) return;
  const verb = flags.length === 1 ? 'has' : 'have';
  say(io, `${style.yellow('warning:')} ${flags.join(', ')} ${verb} an effect only with --watch`);
}

function requestLine(
  { method, url, status, bytes, isWhole, milliseconds }: PreviewRequest,
  { style }: Session,
): string {
  const shown = status < 400 ? String(status) : style.yellow(String(status));
  const sent = isWhole ? size(bytes) : `broken off, of ${size(bytes)}`;
  return `${shown} ${method} ${url} ${style.dim(`${sent} ${milliseconds.toFixed(0)} ms`)}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
