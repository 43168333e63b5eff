// The command `preview`: serves a build on this machine until Ctrl-C, and builds anew on a change where it is asked to.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { size } from '../amounts.ts';
import type { LastBuild } from '../pipeline/cache/state.ts';
import { reportWarnings, say, type Session } from '../session.ts';
import { settings as table } from '../settings.ts';
import { bold, dim, line, yellow, type Text } from '../terminal.ts';
import type { PreviewRequest } from '../preview/preview.ts';
import { buildOnce, buildSettings, isSame, summaryOf } from './build.ts';
import type { CommandRow } from './command.ts';
import { follow, untilEnded, type Following, type Open } from './follow.ts';

export const previewCommand: CommandRow = {
  name: 'preview',
  description: 'serve a build on this machine, as the interface has it; what a build is told needs --watch',
  settings: [...buildSettings, 'port', 'open', 'watch', 'quiet'],
  run: runPreview,
  afterProblems: '',
};

async function runPreview(session: Session): Promise<boolean> {
  return untilEnded(session, async (open, fail) => {
    if (session.settings.watch) {
      await followAndServe(session, open, fail);
    } else {
      warnOfFlags(session);
      await serve(session, open);
    }
  });
}

/** Serves the first good build, or the one from before, and goes on to build. */
async function followAndServe(session: Session, open: Open, fail: (error: unknown) => void): Promise<void> {
  const { settings } = session;
  const { holdsBuild } = await import('../preview/folder.ts');
  // A bar would run into the lines of the requests that are answered meanwhile.
  const barless = { ...session, settings: { ...settings, quiet: true } };
  const last: LastBuild = {};
  let serving: Promise<void> | undefined;
  const following: Following = {
    name: 'preview',
    build: (isFirst) => rebuild(session, isFirst ? session : barless, last),
    async afterBuild() {
      if (holdsBuild(settings.out)) await (serving ??= serve(session, open));
    },
    afterProblems(isBuilt) {
      if (isBuilt) return '; the last good build is served';
      return holdsBuild(settings.out) ? '; the build before is served' : '; waiting for a change of the source';
    },
  };
  await follow(session, open, following, fail);
}

async function serve(session: Session, open: Open): Promise<void> {
  const { io, settings } = session;
  const { openPreview } = await import('../preview/preview.ts');
  const preview = await openPreview(settings, (request) => {
    if (!settings.quiet && io.stderr.isTTY) say(io, requestLine(request));
  });
  open.push(preview);
  const api = `${preview.url}/api/v1/`;
  const hasPages = existsSync(join(settings.out, 'index.html'));
  const address = hasPages ? `${preview.url}/` : api;
  const more = hasPages ? `, its API at ${api}` : '';
  // With --quiet, too: the port may be another than the one that was asked for.
  say(io, line`${bold(settings.out)} is served at ${bold(address)}${more}; Ctrl-C ends it`);
  if (!settings.open) return;
  const { openBrowser } = await import('../preview/browser.ts');
  void openBrowser(address, (reason) => say(io, `no browser could be started (${reason}); open ${address}`));
}

/** Builds as one session has it, and says so in another; of a build that changed nothing only the first time. */
async function rebuild(session: Session, building: Session, last: LastBuild): Promise<void> {
  const isFirst = last.stamps === undefined;
  const started = performance.now();
  const result = await buildOnce(building, last);
  reportWarnings(result.warnings, session);
  if (session.settings.quiet || (!isFirst && isSame(result.changes))) return;
  say(session.io, summaryOf(result, session, (performance.now() - started) / 1000));
}

/** The environment and the configuration file are for every command; a flag was meant for this one. */
function warnOfFlags({ io }: Session): void {
  const isTyped = (flag: string) => io.argv.some((word) => word === flag || word.startsWith(`${flag}=`));
  const flags = buildSettings
    .filter((name) => name !== 'out')
    .map((name) => table[name].flag.replace(/ .*/u, ''))
    .filter(isTyped);
  if (flags.length === 0) return;
  const verb = flags.length === 1 ? 'has' : 'have';
  say(io, line`${yellow('warning:')} ${flags.join(', ')} ${verb} an effect only with --watch`);
}

function requestLine({ method, url, status, bytes, isWhole, milliseconds }: PreviewRequest): Text {
  const shown = status < 400 ? String(status) : yellow(String(status));
  const sent = isWhole ? size(bytes) : `broken off, of ${size(bytes)}`;
  return line`${shown} ${method} ${url} ${dim(`${sent} ${milliseconds.toFixed(0)} ms`)}`;
}
