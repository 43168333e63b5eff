// The command `preview`: serves a build on this machine until Ctrl-C, and builds anew on a change where it is asked to.
import { join } from 'node:path';
import { size } from '../messages.ts';
import { ProblemsError } from '../problems.ts';
import { reportProblems, reportWarnings, say, type Session } from '../session.ts';
import type { PreviewRequest } from '../preview/preview.ts';
import { buildOnce, buildSettings, summaryOf } from './build.ts';
import type { CommandRow } from './command.ts';

export const previewCommand: CommandRow = {
  name: 'preview',
  description: 'serve a build on this machine, as the interface has it',
  settings: [...buildSettings, 'port', 'open', 'watch', 'quiet'],
  run: runPreview,
  afterProblems: '',
};

async function runPreview(session: Session): Promise<boolean> {
  const { io, style, settings, signal } = session;
  const { openPreview } = await import('../preview/preview.ts');
  const open: { close: () => Promise<void> }[] = [];
  try {
    if (settings.watch) {
      let first = Promise.resolve();
      // Before the first build, so that no edit made meanwhile goes unseen.
      open.push(await openWatch(session, () => first));
      first = buildFirst(session);
      await first;
    }
    const preview = await openPreview(settings, (request) => {
      if (!settings.quiet && io.stderr.isTTY) say(io, requestLine(request, session));
    });
    open.push(preview);
    say(io, `${style.bold(settings.out)} is served at ${style.bold(`${preview.url}/api/v1/`)}; Ctrl-C ends it`);
    if (settings.open) await openBrowser(`${preview.url}/api/v1/`, session);
    await aborted(signal);
    return true;
  } catch (error) {
    // Ctrl-C is how a preview ends, in its first build, too.
    if (signal.aborted) return true;
    throw error;
  } finally {
    await Promise.all(open.map((one) => one.close()));
  }
}

/** A source with problems does not keep the build before it from being served. */
async function buildFirst(session: Session): Promise<void> {
  try {
    await rebuild(session);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    reportProblems(error.problems, session, '; looking for an earlier build');
  }
}

/** Builds, and says so. */
async function rebuild(session: Session): Promise<void> {
  const started = performance.now();
  const result = await buildOnce(session);
  reportWarnings(result.warnings, session);
  if (!session.settings.quiet) say(session.io, summaryOf(result, session, (performance.now() - started) / 1000));
}

async function openWatch(session: Session, first: () => Promise<void>): Promise<{ close: () => Promise<void> }> {
  const { io, style, settings, signal } = session;
  const { watchFolders } = await import('../preview/watch.ts');
  const folders = [settings.data, settings.public ?? join(settings.data, '..', 'public')];
  return watchFolders(
    folders,
    async () => {
      await first();
      await rebuild(session);
    },
    (error) => {
      if (signal.aborted) return;
      if (error instanceof ProblemsError) reportProblems(error.problems, session, '; the last good build is served');
      else say(io, style.red(`the change was not built: ${error instanceof Error ? error.message : String(error)}`));
    },
  );
}

async function openBrowser(url: string, { io }: Session): Promise<void> {
  const { default: open } = await import('open');
  const child = await open(url);
  child.once('error', () => say(io, `no browser could be started; open ${url}`));
}

function requestLine({ method, url, status, bytes, milliseconds }: PreviewRequest, { style }: Session): string {
  const shown = status < 400 ? String(status) : style.yellow(String(status));
  return `${shown} ${method} ${url} ${style.dim(`${size(bytes)} ${milliseconds.toFixed(0)} ms`)}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
