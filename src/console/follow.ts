// Following: builds on every change of the source until Ctrl-C.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import { configFile } from '../options/configuration.ts';
import { publicFolderOf } from '../outputs/site-files/public-files.ts';
import { ProblemsError } from '../problems.ts';
import { red } from '../text/terminal.ts';
import { reportProblems, say, warn, type Session } from './session.ts';
import { watchPaths } from './watch.ts';

/** What has to be closed at the end, in any order. */
export type Resources = { close: () => Promise<void> }[];

/** What a command does while it follows the source. */
export interface Follower {
  readonly name: string;
  /** Builds once; throws what a build throws. `isNews` if it is to be reported even if it changed nothing, as after problems. */
  readonly build: (isFirst: boolean, isNews: boolean) => Promise<void>;
  /** Called after every successful build, and after the first one even if the source has problems. */
  readonly afterBuild?: () => Promise<void>;
  /** What follows the number of problems; `isBuilt` if any build has succeeded so far. */
  readonly afterProblems: (isBuilt: boolean) => string;
}

/** Runs until Ctrl-C, which counts as success, or until `fail` is called; then closes all resources. */
export async function runUntilStopped(
  { signal }: Session,
  begin: (resources: Resources, fail: (error: unknown) => void) => Promise<void>,
): Promise<true> {
  const resources: Resources = [];
  const failed = new AbortController();
  try {
    await begin(resources, (error) => failed.abort(error));
    const stopped = AbortSignal.any([signal, failed.signal]);
    if (!stopped.aborted) await once(stopped, 'abort');
    failed.signal.throwIfAborted();
    return true;
  } catch (error) {
    // Ctrl-C during the first build counts as success, too.
    if (signal.aborted && !failed.signal.aborted) return true;
    throw error;
  } finally {
    await Promise.all(resources.map((resource) => resource.close()));
  }
}

/** Builds, and rebuilds on every change of the source or the public folder. Calls `fail` for errors that are not problems in the input. */
export async function follow(
  session: Session,
  resources: Resources,
  { name, build, afterBuild, afterProblems }: Follower,
  fail: (error: unknown) => void,
): Promise<void> {
  const { io, settings, signal } = session;
  const onWatchError = watchErrorReporter(session, name);
  let isBuilt = false;
  let isNews = true;
  let delayedReport: NodeJS.Timeout | undefined;
  // The first build includes any change made before it starts.
  let shouldContinue = Promise.resolve(false);
  const step = async (isFirst: boolean) => {
    clearTimeout(delayedReport);
    await retryWhileBusy(session, () => build(isFirst, isNews));
    [isBuilt, isNews] = [true, false];
    await afterBuild?.();
  };
  const report = ({ problems }: ProblemsError) => {
    reportProblems(problems, session, afterProblems(isBuilt));
    isNews = true;
  };
  // The next build may have no problems if a file was still being saved.
  const reportLater = (error: ProblemsError) =>
    (delayedReport = setTimeout(report, hasSourceChanged(error) ? 2000 : 300, error));
  const onChange = async () => {
    if (await shouldContinue) await step(false);
  };
  const onFailure = (error: unknown) => {
    if (signal.aborted) return;
    if (error instanceof ProblemsError) reportLater(error);
    else fail(error);
  };
  // Opened before the first build, so that no edit made during it is missed.
  const listeners = { onChange, onFailure, onWatchError };
  resources.push(watchPaths([settings.data], listeners, [publicFolderOf(settings)]));
  // It is read only at the start.
  const onConfigurationChange = async () => warn(io, `${configFile} changed: restart the ${name} to use it`);
  const ofConfiguration = { onChange: onConfigurationChange, onFailure: onWatchError, onWatchError };
  resources.push(watchPaths([join(io.cwd(), configFile)], ofConfiguration));
  resources.push({ close: async () => clearTimeout(delayedReport) });
  const first = step(true);
  shouldContinue = first.then(
    () => true,
    (error: unknown) => !signal.aborted && isFixableByEdit(error),
  );
  try {
    await first;
  } catch (error) {
    if (!isFixableByEdit(error)) throw error;
    if (hasSourceChanged(error)) reportLater(error);
    else report(error);
    await afterBuild?.();
  }
}

/** Builds once no other build has the output folder locked; reports from the second wait on. */
async function retryWhileBusy(session: Session, build: () => Promise<void>): Promise<void> {
  for (let waits = 1; ; waits += 1) {
    try {
      await build();
      return;
    } catch (error) {
      if (!(error instanceof ProblemsError) || !error.problems.some(({ rule }) => rule === 'output-busy')) throw error;
      if (waits === 2) reportProblems(error.problems, session, '; retrying until it is free');
      await pause(1000, undefined, { signal: session.signal });
    }
  }
}

/** Whether the source changed while it was read; that change causes another build. */
function hasSourceChanged({ problems }: ProblemsError): boolean {
  return problems.some(({ rule }) => rule === 'source-changed');
}

/** Whether an edit of the source or the public folder can fix the error: not if the output cannot be written. */
function isFixableByEdit(error: unknown): error is ProblemsError {
  const isOfOutput = (rule: string) => rule.startsWith('output-') || rule === 'changes-write';
  return error instanceof ProblemsError && !error.problems.some(({ rule }) => isOfOutput(rule));
}

/** Reports once that changes may be missed; the system raises the error for every folder. */
function watchErrorReporter({ io }: Session, name: string): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    const remedy = `make the source readable, or raise the system's limit on watched files, then restart the ${name}`;
    say(io, red(`some changes may be missed from now on: ${messageOf(error)}`), `    ${remedy}`);
  };
}
