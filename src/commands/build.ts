// The command `build`: what it says before, while and after it writes the site, once or on every change.
import { count, grouped, size } from '../amounts.ts';
import type { BuildResult, Progress } from '../pipeline/options.ts';
import type { LastBuild } from '../pipeline/cache/state.ts';
import type { Changes } from '../output/changes.ts';
import { publicFolderOf } from '../site/public.ts';
import { variableOf } from '../configuration.ts';
import { problemData } from '../messages.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { printJson, reportProblems, reportWarnings, say, withProgress, type Session } from '../session.ts';
import { type Settings } from '../settings.ts';
import { bold, dim, line, yellow, type Text } from '../terminal.ts';
import { UsageError } from '../values.ts';
import type { CommandRow } from './command.ts';
import { follow, untilEnded } from './follow.ts';

/** What a build may be told; `preview --watch`, which builds, takes the same. */
export const buildSettings = [
  'data',
  'out',
  'host',
  'baseUrl',
  'pageLinks',
  'indexFile',
  'pageSize',
  'latest',
  'public',
  'precompress',
  'site',
  'title',
  'description',
  'color',
  'threads',
] as const satisfies readonly (keyof Settings)[];

export const buildCommand: CommandRow = {
  name: 'build',
  description: 'write the whole API to a folder, or what changed of it',
  settings: [...buildSettings, 'watch', 'dryRun', 'changes', 'changesFormat', 'json', 'quiet'],
  run: runBuild,
  afterProblems: '; nothing was written',
};

async function runBuild(session: Session): Promise<boolean> {
  const { io, settings, given } = session;
  const { host, baseUrl, watch, dryRun } = settings;
  if (settings.changesFormat !== undefined && settings.changes === undefined) {
    throw new UsageError(['--changes-format has an effect only with --changes']);
  }
  if (watch && dryRun) throw new UsageError(['--dry-run writes nothing, --watch goes on to write: name one of them']);
  // Who publishes needs an address; who only looks at it does not.
  if (!given.has('baseUrl') && (io.env['CI'] || host !== 'http-server')) {
    const warning = `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`;
    say(io, line`${yellow('warning:')} ${warning}`);
  }
  if (hasFiles(session)) {
    const { fileProblems } = await import('./build-files.ts');
    const problems = fileProblems(settings);
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (!watch) return buildAndTell(session, {}, true);
  const last: LastBuild = {};
  const following = {
    name: 'build',
    async build(isFirst: boolean) {
      await buildAndTell(session, last, isFirst);
      if (isFirst && !settings.quiet)
        say(io, `watching ${settings.data} and ${publicFolderOf(settings)}; Ctrl-C ends it`);
    },
    afterProblems: (isBuilt: boolean) =>
      isBuilt ? '; the last good build stays' : '; waiting for a change of the source',
  };
  return untilEnded(session, async (open, fail) => follow(session, open, following, fail));
}

/** Whether the build writes files beside its output. */
function hasFiles({ io, settings: { changes } }: Session): boolean {
  return changes !== undefined || Boolean(io.env['GITHUB_STEP_SUMMARY']);
}

/** Builds once, and answers whether all that was asked for beside the output could be written. */
async function buildAndTell(session: Session, last: LastBuild, isFirst: boolean): Promise<boolean> {
  const { io, settings } = session;
  const { json, quiet, dryRun, out, host, baseUrl, pageLinks } = settings;
  const started = performance.now();
  // A bar would flicker at every change.
  const result = await buildOnce(isFirst ? session : { ...session, settings: { ...settings, quiet: true } }, last);
  const seconds = (performance.now() - started) / 1000;
  // Where somebody looks on, what is not changed is not worth a word, nor a new list of nothing.
  if (!isFirst && isSame(result.changes)) return true;
  const unwritten = hasFiles(session) ? await filesOf(result, session) : [];
  reportWarnings(result.warnings, session);
  if (unwritten.length > 0) {
    if (!json) say(io, summaryOf(result, session, seconds));
    const lost = dryRun ? '' : '; the build is published, but not all that was asked for beside it was written';
    reportProblems(unwritten, session, lost);
    return false;
  }
  if (json) {
    const { warnings, changes, largestList: _, ...rest } = result;
    const problems = warnings.map(problemData);
    const { changesData } = await import('../changes/formats.ts');
    const data = changesData(changes, settings);
    printJson(io, { ok: true, dryRun, out, host, baseUrl, pageLinks, ...rest, seconds, changes: data, problems });
  } else if (dryRun) say(io, ...dryRunLines(result, session));
  else if (!quiet) {
    const notes = isFirst ? result.notes.map((note) => dim(note)) : [];
    say(io, summaryOf(result, session, seconds), ...notes);
  }
  return true;
}

/** Writes the files beside the output, and answers why some could not be. */
async function filesOf(result: BuildResult, session: Session): Promise<readonly Problem[]> {
  const { writeFiles } = await import('./build-files.ts');
  try {
    writeFiles(result, session);
    return [];
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems;
    throw error;
  }
}

/** Builds with the settings of a session, and a bar on a terminal. */
export async function buildOnce(session: Session, last: LastBuild = {}): Promise<BuildResult> {
  const { build } = await import('../pipeline/build.ts');
  const { settings, digest, signal } = session;
  return withProgress(session, progressOf, (onProgress) =>
    build({ ...settings, digest }, { onProgress, signal }, last),
  );
}

/** How far a reading or a writing is, for the bar. */
export function progressOf({ phase, done, total, courses }: Progress): { done: number; total: number; what: string } {
  return {
    done,
    total,
    what: phase === 'courses' ? count(courses, 'course', 'courses') : `${count(done, 'page', 'pages')} of lists`,
  };
}

/** One line on what was built, and what of it is new. */
export function summaryOf(
  { courses, files, bytes, changes }: BuildResult,
  { settings }: Session,
  seconds: number,
): Text {
  const isFirst = changes.added.length === files;
  const news = isSame(changes) ? ' (nothing changed)' : ` (${counted(changes)})`;
  const written = `${count(files, 'file', 'files')}${isFirst ? '' : news}, ${size(bytes)}, ${seconds.toFixed(2)} s`;
  return line`Built ${count(courses, 'course', 'courses')} into ${bold(settings.out)}: ${written}`;
}

/** Whether a build changed nothing. */
export function isSame({ added, changed, removed }: Changes): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** Paths that a dry run shows. */
const shownPaths = 20;

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
      if (lines.length === shownPaths) break;
      lines.push(`${sign} ${path}`);
    }
  }
  const more = total - lines.length;
  if (more > 0) lines.push(`… and ${count(more, 'more file', 'more files')}; --changes FILE lists them all`);
  return [...lines, line`Would change ${bold(settings.out)}: ${counted(changes)}; it was left as it is`];
}

function counted({ added, changed, removed }: Changes): string {
  return `${grouped(added.length)} added, ${grouped(changed.length)} changed, ${grouped(removed.length)} removed`;
}
