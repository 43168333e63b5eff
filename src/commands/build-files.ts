// The files that `build` writes beside its output: the changes, the report, and the summary of a step in GitHub Actions.
import { appendFileSync } from 'node:fs';
import type { BuildResult } from '../build/build.ts';
import { publicFolderOf } from '../build/public.ts';
import { stateFolderOf } from '../build/state.ts';
import { formatFor } from '../changes/formats.ts';
import { sideFileProblems, writeSideFiles } from '../changes/side-files.ts';
import { changesFiles, writeChanges } from '../changes/write.ts';
import { problemLine } from '../messages.ts';
import { realPath } from '../output/target.ts';
import { problemAt, type Problem } from '../problems.ts';
import { changeKinds, type ReportData } from '../report/data.ts';
import { renderReport } from '../report/page.ts';
import { renderSummary } from '../report/summary.ts';
import { say, type Session } from '../session.ts';
import type { Settings } from '../settings.ts';

/** Says before a build which of the files could not be written after it. */
export function fileProblems(settings: Settings): Problem[] {
  const { data, out, changes, changesFormat, report } = settings;
  const folders = [data, out, publicFolderOf(settings), stateFolderOf(realPath(out))];
  const asked = [
    ...(changes === undefined ? [] : changesFiles(changes, formatFor(changes, changesFormat))),
    ...(report === undefined ? [] : [report]),
  ];
  const twins = asked.filter((file, at) =>
    asked.some((other, index) => index < at && realPath(other) === realPath(file)),
  );
  return [
    ...sideFileProblems(asked, folders),
    ...twins.map((file) => problemAt(file, undefined, '', { rule: 'report-write', finding: 'is asked for twice' })),
  ];
}

/** Writes those that were asked for, and the summary where GitHub Actions names a file for it. */
export function writeFiles(result: BuildResult, session: Session): void {
  const { io, settings, style } = session;
  const { changes, changesFormat, report } = settings;
  if (changes !== undefined) writeChanges(result.changes, changes, formatFor(changes, changesFormat), settings);
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (report === undefined && !summary) return;
  const data = reportData(result, session);
  if (report !== undefined) writeSideFiles([[report, [renderReport(data)]]]);
  if (!summary) return;
  try {
    appendFileSync(summary, renderSummary(data));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(io, `${style.yellow('warning:')} the summary of the step could not be written: ${reason}`);
  }
}

/** Paths of each kind of change that a report shows. */
const shownPaths = 50;

function reportData(
  { facts, changes, timings, warnings, ...summary }: BuildResult,
  { settings: { baseUrl, out, host, dryRun }, version }: Session,
): ReportData {
  return {
    ...summary,
    ...facts(),
    version,
    baseUrl,
    out,
    host,
    stages: timings,
    changes: {
      isDryRun: dryRun,
      isFirst: changes.added.length === summary.files,
      added: changes.added.length,
      changed: changes.changed.length,
      removed: changes.removed.length,
      shown: changeKinds.flatMap((kind) => firstOf(changes[kind], shownPaths).map((path) => ({ kind, path }))),
    },
    warnings: warnings.map(problemLine),
  };
}

function firstOf(paths: Iterable<string>, most: number): string[] {
  const first: string[] = [];
  for (const path of paths) {
    if (first.length === most) break;
    first.push(path);
  }
  return first;
}
