// The command `build`: what it says before, while and after it writes the site.
import { count, size } from '../amounts.ts';
import { problemData } from '../messages.ts';
import { variableOf } from '../configuration.ts';
import { type Settings } from '../settings.ts';
import { printJson, reportWarnings, say, withProgress, type Session } from '../session.ts';
import type { Progress } from '../build/catalog.ts';
import type { BuildResult } from '../build/build.ts';
import type { CommandRow } from './command.ts';

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
  'threads',
] as const satisfies readonly (keyof Settings)[];

export const buildCommand: CommandRow = {
  name: 'build',
  description: 'write the whole API to a folder',
  settings: [...buildSettings, 'json', 'quiet'],
  run: runBuild,
  afterProblems: '; nothing was written',
};

async function runBuild(session: Session): Promise<boolean> {
  const { io, style, settings, given } = session;
  const { json, quiet, out, host, baseUrl, pageLinks } = settings;
  // Who publishes needs an address; who only looks at it does not.
  if (!given.has('baseUrl') && (io.env['CI'] || host !== 'http-server')) {
    const warning = `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`;
    say(io, `${style.yellow('warning:')} ${warning}`);
  }
  const started = performance.now();
  const result = await buildOnce(session);
  const seconds = (performance.now() - started) / 1000;
  reportWarnings(result.warnings, session);
  if (json) {
    const { warnings, ...rest } = result;
    printJson(io, { ok: true, out, host, baseUrl, pageLinks, ...rest, seconds, problems: warnings.map(problemData) });
  }
  if (!quiet && !json) say(io, summaryOf(result, session, seconds), ...result.notes.map((note) => style.dim(note)));
  return true;
}

/** Builds with the settings of a session, and a bar on a terminal. */
export async function buildOnce(session: Session): Promise<BuildResult> {
  const { build } = await import('../build/build.ts');
  return withProgress(session, progressOf, (onProgress) => build(session.settings, onProgress, session.signal));
}

/** How far a reading or a writing is, for the bar. */
export function progressOf({ phase, done, total, courses }: Progress): { done: number; total: number; what: string } {
  return {
    done,
    total,
    what: phase === 'courses' ? count(courses, 'course', 'courses') : `${count(done, 'page', 'pages')} of lists`,
  };
}

/** One line on what was built. */
export function summaryOf(
  { courses, files, bytes }: BuildResult,
  { style, settings }: Session,
  seconds: number,
): string {
  return (
    `Built ${count(courses, 'course', 'courses')} into ${style.bold(settings.out)}: ` +
    `${count(files, 'file', 'files')}, ${size(bytes)}, ${seconds.toFixed(2)} s`
  );
}
