// The command `build`: writes the site once, or with --watch on every change, and reports the result.
import { count, grouped, size } from '../text/format.ts';
import type { BuildIo, BuildResult, Progress } from '../pipeline/options.ts';
import { shareText, type Share } from '../pipeline/share.ts';
import type { LastBuild } from '../pipeline/cache/state.ts';
import type { Changes } from '../pipeline/publish/changes.ts';
import { publicFolderOf } from '../outputs/site-files/public.ts';
import { variableOf } from '../options/configuration.ts';
import { problemData } from '../text/messages.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { printJson, reportProblems, reportWarnings, say, withProgress, type Session } from '../console/session.ts';
import { bold, dim, line, yellow, type Text } from '../text/terminal.ts';
import { UsageError } from '../options/parse.ts';
import type { CommandRow } from './command.ts';
import { follow, runUntilStopped } from './follow.ts';
import { shardOf } from './shard.ts';

export const buildCommand: CommandRow = {
  name: 'build',
  description: 'write the API and its pages to the output folder; a later build writes only what changed',
  examples: {
    'Build the catalog in data/ into dist/ for your own nginx': '--host nginx --base-url https://courses.example.org',
    'Show what an edit would change': '--dry-run',
    'Build again on every change of the source': '--watch',
  },
  run: runBuild,
  afterProblems: '; nothing was written',
};

async function runBuild(given: Session): Promise<boolean> {
  const shard = shardOf(given);
  const session = shard ? { ...given, settings: { ...given.settings, out: shard.folder } } : given;
  const { io, settings } = session;
  const { host, baseUrl, watch, dryRun } = settings;
  if (settings.changesFormat !== undefined && settings.changes === undefined) {
    throw new UsageError(['--changes-format has an effect only with --changes']);
  }
  if (watch && dryRun) throw new UsageError(['--dry-run and --watch cannot be used together']);
  // A published site needs its address; a local preview does not.
  if (!session.given.has('baseUrl') && (io.env['CI'] || host !== 'http-server')) {
    const warning = `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`;
    say(io, line`${yellow('warning:')} ${warning}`);
  }
  if (settings.changes !== undefined) {
    const { changesProblems } = await import('./build-files.ts');
    const problems = changesProblems(session, settings.changes);
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (!watch) return buildAndReport(session, {}, { isFirst: true, isNews: true }, shard?.share);
  const last: LastBuild = {};
  const follower = {
    name: 'build',
    async build(isFirst: boolean, isNews: boolean) {
      await buildAndReport(session, last, { isFirst, isNews });
      if (isFirst && !settings.quiet)
        say(io, `watching ${settings.data} and ${publicFolderOf(settings)}; press Ctrl-C to stop`);
    },
    afterProblems: (isBuilt: boolean) =>
      isBuilt ? '; the last good build is kept' : '; waiting for the source to change',
  };
  return runUntilStopped(session, async (resources, fail) => follow(session, resources, follower, fail));
}

/** Builds once; returns false if the build succeeded but a file beside the output could not be written. */
async function buildAndReport(
  session: Session,
  last: LastBuild,
  { isFirst, isNews }: { readonly isFirst: boolean; readonly isNews: boolean },
  share?: Share,
): Promise<boolean> {
  const { io, settings } = session;
  const { json, quiet, dryRun, out, host, baseUrl, pageLinks } = settings;
  const started = performance.now();
  const failures: Problem[] = [];
  // With --watch, a rebuild that changed nothing is reported only after problems, and does not replace the last list of changes.
  const listIn = (file: string) => async (changes: Changes) => {
    if (!isFirst && isUnchanged(changes)) return true;
    const { writeList } = await import('./build-files.ts');
    failures.push(...writeList(changes, file, session));
    return failures.length === 0;
  };
  // A progress bar would flicker on every change.
  const result = await buildOnce(
    isFirst ? session : { ...session, settings: { ...settings, quiet: true } },
    last,
    share,
    settings.changes === undefined ? undefined : listIn(settings.changes),
  );
  const seconds = (performance.now() - started) / 1000;
  const isSame = !isFirst && isUnchanged(result.changes);
  if (isSame && !isNews) return true;
  if (!isSame && io.env['GITHUB_STEP_SUMMARY']) {
    const { appendSummary } = await import('./build-files.ts');
    appendSummary(result, io.env['GITHUB_STEP_SUMMARY'], session);
  }
  reportWarnings(result.warnings, session);
  if (failures.length > 0) {
    if (!json) say(io, summaryOf(result, session, seconds, share));
    const after = dryRun ? '' : '; the build is published, but its list of changes could not be written';
    reportProblems(failures, session, after);
    return false;
  }
  if (json) {
    const { warnings, changes, largestList: _, ...rest } = result;
    const problems = warnings.map(problemData);
    const { changesData } = await import('../changes/formats.ts');
    const data = changesData(changes, settings);
    const part = share && { shard: shareText(share) };
    printJson(io, {
      ok: true,
      dryRun,
      out,
      host,
      baseUrl,
      pageLinks,
      ...part,
      ...rest,
      seconds,
      changes: data,
      problems,
    });
  } else if (dryRun) say(io, ...dryRunLines(result, session));
  else if (!quiet) {
    const notes = isFirst ? result.notes.map((note) => dim(note)) : [];
    say(io, summaryOf(result, session, seconds, share), ...notes);
  }
  return true;
}

/** Builds with the settings of a session, and shows a progress bar on a terminal. */
export async function buildOnce(
  session: Session,
  last: LastBuild = {},
  shard?: Share,
  list?: BuildIo['list'],
): Promise<BuildResult> {
  const { build } = await import('../pipeline/build.ts');
  const { io, settings, digest, signal } = session;
  const work = async (onProgress: BuildIo['onProgress']) => {
    const onAbort = () => {
      if (!settings.quiet) say(io, 'stopping: removing what was written; Ctrl-C again leaves that to the next build');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await build({ ...settings, shard, digest }, { onProgress, signal, list }, last);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
  return withProgress(session, progressOf, work);
}

/** The progress of reading or writing, for the bar. */
export function progressOf({ phase, done, total, courses }: Progress): { done: number; total: number; what: string } {
  return {
    done,
    total,
    what: phase === 'courses' ? count(courses, 'course', 'courses') : count(done, 'list page', 'list pages'),
  };
}

/** One line on what was built, and how much of it changed. */
export function summaryOf(
  { courses, files, bytes, changes }: BuildResult,
  { settings }: Session,
  seconds: number,
  share?: Share,
): Text {
  const isFirst = changes.added.length === files;
  const changed = isUnchanged(changes) ? ' (nothing changed)' : ` (${changeCounts(changes)})`;
  const written = `${count(files, 'file', 'files')}${isFirst ? '' : changed}, ${size(bytes)}, ${seconds.toFixed(2)} s`;
  const part = share === undefined ? '' : `shard ${shareText(share)}: `;
  return line`Built ${part}${count(courses, 'course', 'courses')} into ${bold(settings.out)}: ${written}`;
}

/** Whether a build changed nothing. */
export function isUnchanged({ added, changed, removed }: Changes): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** Paths that a dry run shows at most. */
const maxShownPaths = 20;

function dryRunLines({ changes }: BuildResult, { settings }: Session): Text[] {
  const kinds = [
    { sign: '+', paths: changes.added },
    { sign: '~', paths: changes.changed },
    { sign: '-', paths: changes.removed },
  ];
  const total = kinds.reduce((sum, { paths }) => sum + paths.length, 0);
  if (total === 0) return [line`Nothing would change in ${bold(settings.out)}`];
  const lines: string[] = [];
  for (const { sign, paths } of kinds) {
    for (const path of paths) {
      if (lines.length === maxShownPaths) break;
      lines.push(`${sign} ${path}`);
    }
  }
  const more = total - lines.length;
  if (more > 0) lines.push(`… and ${count(more, 'more file', 'more files')}; --changes FILE lists them all`);
  return [...lines, line`Would change ${bold(settings.out)}: ${changeCounts(changes)}; left as it is`];
}

function changeCounts({ added, changed, removed }: Changes): string {
  return `${grouped(added.length)} added, ${grouped(changed.length)} changed, ${grouped(removed.length)} removed`;
}
