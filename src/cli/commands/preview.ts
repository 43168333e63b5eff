// The command `preview`: serves a build on this machine until Ctrl-C; with --watch it also rebuilds on every change.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasNoChanges } from '../actions/build.ts';
import { buildOnce, summaryOf, type RebuildState } from '../build-once.ts';
import { follow, type Follower } from '../follow.ts';
import { reportWarnings, say, warn, type Session } from '../session.ts';
import { flagOf, optionNamesOf } from '../../options/option-table.ts';
import type { Preview, PreviewRequest } from '../../preview/preview.ts';
import { size } from '../../text/number-format.ts';
import { bold, dim, line, yellow, type Text } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const previewCommand: CommandRow = {
  name: 'preview',
  description: 'serve a build on this machine, as the specification requires; the options of a build need --watch',
  shownOptions: ['data', 'out', 'host', 'title', 'locale', 'coursePages', 'port', 'open', 'watch', 'quiet'],
  examples: {
    'Serve the last build, and open it in a browser': '--open',
    'Serve the catalog while you edit it': '--watch --open',
  },
  run: runPreview,
};

async function runPreview(session: Session): Promise<boolean> {
  const { options, signal } = session;
  const { hasBuild } = await import('../../preview/folder.ts');
  let preview: Preview | undefined;
  const follower: Follower = {
    name: 'preview',
    build: (turn) => rebuild(session, turn),
    async afterBuild() {
      // Until the first good build, an earlier one.
      if (hasBuild(options.out)) preview ??= await serve(session);
    },
    afterProblems(isBuilt) {
      if (isBuilt) return '; still serving the last good build';
      return hasBuild(options.out) ? '; serving the previous build' : '; waiting for the source to change';
    },
  };
  try {
    if (options.watch) return await follow(session, follower);
    warnOfUnusedFlags(session);
    preview = await serve(session);
    if (!signal.aborted) await once(signal, 'abort');
    return true;
  } finally {
    await preview?.close();
  }
}

async function serve(session: Session): Promise<Preview> {
  const { io, options } = session;
  const { openPreview } = await import('../../preview/preview.ts');
  const preview = await openPreview(options, (request) => {
    if (!options.quiet && io.stderr.isTTY) say(io, requestLine(request));
  });
  const api = `${preview.url}/api/v1/`;
  const hasPages = existsSync(join(options.out, 'index.html'));
  const address = hasPages ? `${preview.url}/` : api;
  const more = hasPages ? `, its API at ${api}` : '';
  // Even with --quiet: the port may differ from the one requested.
  say(io, line`${bold(options.out)} is served at ${bold(address)}${more}; press Ctrl-C to stop`);
  if (options.open) {
    const { openBrowser } = await import('../../preview/browser.ts');
    void openBrowser(address, (reason) => say(io, `no browser could be opened (${reason}); go to ${address}`));
  }
  return preview;
}

/** Builds, and reports it; a build that changed nothing only after problems. */
async function rebuild(session: Session, turn: RebuildState): Promise<void> {
  const outcome = await buildOnce(session, turn, session);
  const { warnings, changes } = outcome.result;
  reportWarnings(warnings, session);
  if (session.options.quiet || (!turn.hasNewProblems && hasNoChanges(changes))) return;
  say(session.io, summaryOf(outcome, session));
}

/** Warns of flags that need --watch. The environment and the configuration file apply to every command; a flag was meant for this one. */
function warnOfUnusedFlags({ io, origins }: Session): void {
  const used = new Set(['out', 'quiet']);
  const buildOptions = optionNamesOf('build').filter((name) => !used.has(name));
  const flags = buildOptions.filter((name) => origins.get(name) === flagOf(name)).map(flagOf);
  if (flags.length > 0) warn(io, `no effect without --watch: ${flags.join(', ')}`);
}

function requestLine({ method, url, status, bytes, isWhole, milliseconds }: PreviewRequest): Text {
  const shown = status < 400 ? String(status) : yellow(String(status));
  const sent = isWhole ? size(bytes) : `aborted, of ${size(bytes)}`;
  return line`${shown} ${method} ${url} ${dim(`${sent} ${milliseconds.toFixed(0)} ms`)}`;
}
