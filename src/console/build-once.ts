// One build with the options of a session: its progress, and what is said of its result.
import type { BuildIo, BuildResult, FileChanges, Progress } from '../pipeline/build-options.ts';
import { shardText, type Shard } from '../pipeline/shards/shard.ts';
import { count, grouped, size } from '../text/number-format.ts';
import type { ShownProgress } from '../progress.ts';
import { bold, line, type Text } from '../text/terminal.ts';
import { say, withProgress, type Session } from './session.ts';

/** Where a build stands among those of its process: with `--watch` there are many. */
export interface BuildTurn {
  readonly isFirst: boolean;
  /** Whether it is reported even if it changed nothing, as after problems. */
  readonly isNews: boolean;
}

/** Builds with the options of a session. The first build shows a progress bar on a terminal, which would flicker on every change. */
export async function buildOnce(session: Session, { isFirst }: BuildTurn, shard?: Shard, report?: BuildIo['report']) {
  const { build } = await import('../pipeline/build.ts');
  const { io, options, version, signal } = session;
  const { timeOfChanges } = await import('../journal/time.ts');
  const at = () => timeOfChanges(options, options.at, io.env);
  const quiet = options.quiet || !isFirst;
  return withProgress({ ...session, options: { ...options, quiet } }, async (show) => {
    const onProgress = (progress: Progress) => show(progressOf(progress));
    const onAbort = () => {
      if (!quiet) say(io, 'stopping: removing what was written; Ctrl-C again leaves that to the next build');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await build(
        // What users call the site is the catalog page; a site is all that is published.
        { ...options, catalogPage: options.site, shard, version },
        { onProgress, signal, report, at },
      );
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  });
}

/** The progress of reading or writing, for the bar. */
export function progressOf({ phase, done, total, courses }: Progress): ShownProgress {
  const what = phase === 'courses' ? count(courses, 'course') : count(done, 'task');
  return { done, total, what };
}

/** One line on what was built, and how much of it changed. */
export function summaryOf(
  { courses, files, bytes, changes }: BuildResult,
  { options }: Session,
  seconds: number,
  shard?: Shard,
): Text {
  const isFirst = changes.added.length === files;
  const changed = hasNoChanges(changes) ? ' (nothing changed)' : ` (${changeCounts(changes)})`;
  const written = `${count(files, 'file')}${isFirst ? '' : changed}, ${size(bytes)}, ${seconds.toFixed(2)} s`;
  const part = shard === undefined ? '' : `shard ${shardText(shard)}: `;
  return line`Built ${part}${count(courses, 'course')} into ${bold(options.out)}: ${written}`;
}

export function hasNoChanges({ added, changed, removed }: FileChanges): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** `1 added, 2 changed, 0 removed` */
export function changeCounts({ added, changed, removed }: FileChanges): string {
  return `${grouped(added.length)} added, ${grouped(changed.length)} changed, ${grouped(removed.length)} removed`;
}
