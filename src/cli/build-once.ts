// One build with the options of a session: its progress, and the summary of its result.
import { hasNoChanges, runBuild, type BuildOutcome, type BuildPlan } from './actions/build.ts';
import type { FileChanges } from '../build/build-options.ts';
import type { KeptThreads } from '../build/workers/kept-threads.ts';
import { shardText } from '../build/shards/shard.ts';
import { count, grouped, size } from '../text/number-format.ts';
import { bold, line, type Text } from '../text/terminal.ts';
import { actionOf, say, withProgress, type Session } from './session.ts';

/** What a build with `--watch` needs to know of the builds before it. */
export interface RebuildState {
  readonly isFirst: boolean;
  /** Whether problems were reported since the last good build: the next one is then reported even if it changed nothing. */
  readonly hasNewProblems: boolean;
  /** Worker threads that stay from one build to the next. */
  readonly threads?: KeptThreads;
}

/** Builds with the options of a session. The first build shows a progress bar on a terminal, which would flicker on every change. */
export async function buildOnce(
  session: Session,
  { isFirst, threads }: RebuildState,
  plan: BuildPlan,
): Promise<BuildOutcome> {
  const { io, options, signal } = session;
  const quiet = options.quiet || !isFirst;
  return withProgress({ ...session, options: { ...options, quiet } }, async (onProgress) => {
    const onAbort = () => {
      if (!quiet) say(io, 'stopping: removing what was written; Ctrl-C again leaves that to the next build');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await runBuild(plan, actionOf(session, onProgress), { isRepeated: !isFirst, threads });
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  });
}

/** One line with the size of the build and the number of changes. */
export function summaryOf({ result, seconds }: BuildOutcome, { options, shard }: BuildPlan): Text {
  const { courses, files, bytes, changes } = result;
  const isFirst = changes.added.length === files;
  const changed = hasNoChanges(changes) ? ' (nothing changed)' : ` (${changeCounts(changes)})`;
  const written = `${count(files, 'file')}${isFirst ? '' : changed}, ${size(bytes)}, ${seconds.toFixed(2)} s`;
  const part = shard === undefined ? '' : `shard ${shardText(shard)}: `;
  return line`Built ${part}${count(courses, 'course')} into ${bold(options.out)}: ${written}`;
}

/** `1 added, 2 changed, 0 removed` */
export function changeCounts({ added, changed, removed }: FileChanges): string {
  return `${grouped(added.length)} added, ${grouped(changed.length)} changed, ${grouped(removed.length)} removed`;
}
