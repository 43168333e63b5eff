// The files that `build` writes beside its output: the changes, and the step summary for GitHub Actions.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFile } from '../options/configuration.ts';
import { messageOf } from '../errors.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { publicFolderOf } from '../outputs/site-files/public.ts';
import { stateFolderOf } from '../pipeline/cache/store.ts';
import { formatFor } from '../changes/formats.ts';
import { sideFileProblems } from '../changes/side-files.ts';
import { changesFiles, writeChanges } from '../changes/write.ts';
import type { Changes } from '../pipeline/publish/changes.ts';
import { realPath } from '../paths.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { say, type Session } from '../console/session.ts';
import { line, yellow } from '../text/terminal.ts';
import { renderStepSummary } from './step-summary.ts';

/** Checks before a build whether the list of its changes could not be written after it. */
export function changesProblems({ io, settings }: Session, file: string): Problem[] {
  const { data, out, changesFormat } = settings;
  const folders = [data, out, publicFolderOf(settings), stateFolderOf(realPath(out))];
  const inputs = [join(io.cwd(), configFile)];
  return sideFileProblems(changesFiles(file, formatFor(file, changesFormat)), { folders, inputs });
}

/** Writes the list of changes; returns why it could not be written. */
export function writeList(changes: Changes, file: string, { settings }: Session): readonly Problem[] {
  try {
    writeChanges(changes, file, formatFor(file, settings.changesFormat), settings);
    return [];
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems;
    throw error;
  }
}

/** Appends to the step summary of GitHub Actions. */
export function appendSummary(result: BuildResult, summary: string, { io, settings }: Session): void {
  try {
    appendFileSync(summary, renderStepSummary(result, settings));
  } catch (error) {
    say(io, line`${yellow('warning:')} the step summary could not be written: ${messageOf(error)}`);
  }
}
