// The files that `build` writes beside its output: the changes, and the step summary for GitHub Actions.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFile } from '../configuration.ts';
import { messageOf } from '../errors.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { publicFolderOf } from '../site/public.ts';
import { stateFolderOf } from '../pipeline/cache/store.ts';
import { formatFor } from '../changes/formats.ts';
import { sideFileProblems } from '../changes/side-files.ts';
import { changesFiles, writeChanges } from '../changes/write.ts';
import { realPath } from '../paths.ts';
import type { Problem } from '../problems.ts';
import { say, type Session } from '../session.ts';
import { line, yellow } from '../terminal.ts';
import { renderStepSummary } from './step-summary.ts';

/** Checks before a build which of these files could not be written after it. */
export function fileProblems({ io, settings }: Session): Problem[] {
  const { data, out, changes, changesFormat } = settings;
  if (changes === undefined) return [];
  const folders = [data, out, publicFolderOf(settings), stateFolderOf(realPath(out))];
  const inputs = [join(io.cwd(), configFile)];
  return sideFileProblems(changesFiles(changes, formatFor(changes, changesFormat)), { folders, inputs });
}

/** Writes the changes if requested, and the step summary if GitHub Actions names a file for it; the one even if the other fails. */
export function writeFiles(result: BuildResult, session: Session): void {
  const { changes, changesFormat } = session.settings;
  try {
    if (changes !== undefined) {
      writeChanges(result.changes, changes, formatFor(changes, changesFormat), session.settings);
    }
  } finally {
    appendSummary(result, session);
  }
}

function appendSummary(result: BuildResult, { io, settings }: Session): void {
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (!summary) return;
  try {
    appendFileSync(summary, renderStepSummary(result, settings));
  } catch (error) {
    say(io, line`${yellow('warning:')} the step summary could not be written: ${messageOf(error)}`);
  }
}
