// The command `build`: writes the site once, or with --watch on every change, and reports the result.
import { join } from 'node:path';
import {
  printJson,
  reportProblems,
  reportWarnings,
  say,
  warn,
  withProgress,
  type Session,
} from '../console/session.ts';
import { configFile, variableOf } from '../options/configuration.ts';
import { UsageError } from '../options/parse.ts';
import { publicFolderOf } from '../outputs/site-files/public-files.ts';
import { realPath } from '../paths.ts';
import type { LastBuild } from '../pipeline/cache/state.ts';
import type { BuildIo, BuildResult, Progress } from '../pipeline/options.ts';
import type { FileChanges } from '../pipeline/publish/changes.ts';
import { shardText, type Shard } from '../pipeline/shard.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { count, grouped, size } from '../text/format.ts';
import { problemData } from '../text/messages.ts';
import { bold, dim, line, type Text } from '../text/terminal.ts';
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
  const { data, out, host, baseUrl, changes, changesFormat, watch, dryRun, quiet, journal, at } = settings;
  const publicFolder = publicFolderOf(settings);
  if (changesFormat !== undefined && changes === undefined) {
    throw new UsageError(['--changes-format has an effect only with --changes']);
  }
  if (at !== undefined && journal === undefined) throw new UsageError(['--at has an effect only with --journal']);
  if (watch && dryRun) throw new UsageError(['--dry-run and --watch cannot be used together']);
  // A published site needs its address; a local preview does not.
  if (!session.given.has('baseUrl') && (io.env['CI'] || host !== 'http-server')) {
    warn(io, `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`);
  }
  if (changes !== undefined) {
    const { changesFiles, formatFor } = await import('../change-lists/formats.ts');
    const { sideFileProblems } = await import('../change-lists/side-files.ts');
    const { stateFolderOf } = await import('../pipeline/cache/store.ts');
    const folders = [data, out, publicFolder, stateFolderOf(realPath(out))];
    const inputs = [join(io.cwd(), configFile)];
    const problems = sideFileProblems(changesFiles(changes, formatFor(changes, changesFormat)), { folders, inputs });
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (journal !== undefined && !shard) {
    const { journalProblems } = await import('./journal.ts');
    const problems = journalProblems(session);
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (!watch) return buildAndReport(session, {}, { isFirst: true, isNews: true }, shard?.share);
  const last: LastBuild = {};
  const follower = {
    name: 'build',
    async build(isFirst: boolean, isNews: boolean) {
      await buildAndReport(session, last, { isFirst, isNews });
      if (isFirst && !quiet) say(io, `watching ${data} and ${publicFolder}; press Ctrl-C to stop`);
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
  share?: Shard,
): Promise<boolean> {
  const { io, settings } = session;
  const { json, quiet, dryRun, out, host, baseUrl, pageLinks, changes: file, changesFormat } = settings;
  const started = performance.now();
  const failures: Problem[] = [];
  // With --watch, a rebuild that changed nothing is reported only after problems, and does not replace the last list of changes.
  const listIn = (listFile: string) => async (changes: FileChanges) => {
    if (!isFirst && isUnchanged(changes)) return true;
    const { formatFor, writeChanges } = await import('../change-lists/formats.ts');
    failures.push(...writeChanges(changes, listFile, formatFor(listFile, changesFormat), settings));
    return failures.length === 0;
  };
  // A progress bar would flicker on every change.
  const building = isFirst ? session : quietly(session);
  const result = await buildOnce(building, last, share, file === undefined ? undefined : listIn(file));
  const seconds = (performance.now() - started) / 1000;
  const isSame = !isFirst && isUnchanged(result.changes);
  if (isSame && !isNews) return true;
  if (!isSame && io.env['GITHUB_STEP_SUMMARY']) {
    const { appendSummary } = await import('./step-summary.ts');
    appendSummary(result, io.env['GITHUB_STEP_SUMMARY'], session);
  }
  reportWarnings(result.warnings, session);
  const summary = summaryOf(result, session, seconds, share);
  if (failures.length > 0) {
    if (!json) say(io, summary);
    const after = dryRun ? '' : '; the build is published, but its list of changes could not be written';
    reportProblems(failures, session, after);
    return false;
  }
  if (json) {
    const { warnings, changes, largestList: _, ...rest } = result;
    const { changesData } = await import('../change-lists/formats.ts');
    const what = { dryRun, out, host, baseUrl, pageLinks, ...(share && { shard: shardText(share) }), ...rest, seconds };
    const list = changesData(changes, settings);
    printJson(io, { ok: true, ...what, changes: list, problems: warnings.map(problemData) });
  } else if (dryRun) say(io, ...dryRunLines(result, session));
  else if (!quiet) {
    const ofSample = isFirst && !isUnchanged(result.changes) ? await sampleLines(session) : [];
    say(io, summary, ...ofSample, ...(isFirst ? result.notes.map((note) => dim(note)) : []));
  }
  return true;
}

async function sampleLines({ settings: { data } }: Session): Promise<Text[]> {
  const { unchangedSampleFiles: sampleCoursesIn } = await import('../init/sample.ts');
  const files = sampleCoursesIn(data).join(' and ');
  return files === '' ? [] : [line`It publishes sample courses: put your own in place of those in ${bold(files)}`];
}

/** The session of a build that shows nothing itself. */
export function quietly(session: Session): Session {
  return { ...session, settings: { ...session.settings, quiet: true } };
}

/** Builds with the settings of a session, and shows a progress bar on a terminal. */
export async function buildOnce(session: Session, last: LastBuild, shard?: Shard, list?: BuildIo['list']) {
  const { build } = await import('../pipeline/build.ts');
  const { io, settings, version, digest, signal } = session;
  const { timeOfChanges } = await import('./journal.ts');
  const at = () => timeOfChanges(session);
  return withProgress(session, async (show) => {
    const onProgress = (progress: Progress) => show(progressOf(progress));
    const onAbort = () => {
      if (!settings.quiet) say(io, 'stopping: removing what was written; Ctrl-C again leaves that to the next build');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await build({ ...settings, shard, version, digest }, { onProgress, signal, list, at }, last);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  });
}

/** The progress of reading or writing, for the bar. */
export function progressOf({ phase, done, total, courses }: Progress): { done: number; total: number; what: string } {
  const what = phase === 'courses' ? count(courses, 'course') : count(done, 'list page');
  return { done, total, what };
}

/** One line on what was built, and how much of it changed. */
export function summaryOf(
  { courses, files, bytes, changes }: BuildResult,
  { settings }: Session,
  seconds: number,
  share?: Shard,
): Text {
  const isFirst = changes.added.length === files;
  const changed = isUnchanged(changes) ? ' (nothing changed)' : ` (${changeCounts(changes)})`;
  const written = `${count(files, 'file')}${isFirst ? '' : changed}, ${size(bytes)}, ${seconds.toFixed(2)} s`;
  const part = share === undefined ? '' : `shard ${shardText(share)}: `;
  return line`Built ${part}${count(courses, 'course')} into ${bold(settings.out)}: ${written}`;
}

/** Whether a build changed nothing. */
export function isUnchanged({ added, changed, removed }: FileChanges): boolean {
  return added.length + changed.length + removed.length === 0;
}

const maxShownPaths = 20;

function dryRunLines({ changes }: BuildResult, { settings }: Session): Text[] {
  const { added, changed, removed } = changes;
  if (isUnchanged(changes)) return [line`Nothing would change in ${bold(settings.out)}`];
  const lines: string[] = [];
  for (const [sign, paths] of Object.entries({ '+': added, '~': changed, '-': removed })) {
    for (const path of paths) {
      if (lines.length === maxShownPaths) break;
      lines.push(`${sign} ${path}`);
    }
  }
  const more = added.length + changed.length + removed.length - lines.length;
  if (more > 0) lines.push(`… and ${count(more, 'more file')}; --changes FILE lists them all`);
  return [...lines, line`Would change ${bold(settings.out)}: ${changeCounts(changes)}; left as it is`];
}

function changeCounts({ added, changed, removed }: FileChanges): string {
  return `${grouped(added.length)} added, ${grouped(changed.length)} changed, ${grouped(removed.length)} removed`;
}
