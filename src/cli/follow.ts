// Following: builds on every change of the source until Ctrl-C.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KeptThreads } from '../build/workers/kept-threads.ts';
import { configFile } from '../options/configuration.ts';
import { publicFolderOf } from '../outputs/site-options.ts';
import { ProblemsError } from '../text/problems.ts';
import type { RebuildState } from './build-once.ts';
import { reportProblems, warn, type Session } from './session.ts';
import { Watch } from './watch.ts';

/** The steps of a command that follows the source. */
export interface Follower {
  readonly name: string;
  /** Builds once; throws what a build throws. */
  readonly build: (turn: RebuildState) => Promise<void>;
  /** Called after every build, even if the source has problems. */
  readonly afterBuild?: () => Promise<void>;
  /** The text after the number of problems; `isBuilt` if any build has succeeded so far. */
  readonly afterProblems: (isBuilt: boolean) => string;
}

/** Builds, and rebuilds on every change of the source or the public folder, until Ctrl-C, which counts as success. */
export async function follow(session: Session, { name, build, afterBuild, afterProblems }: Follower): Promise<true> {
  const { io, options, signal } = session;
  const source = new Watch([options.data], [publicFolderOf(options)]);
  // The configuration is read only at the start.
  const configuration = new Watch([join(io.cwd(), configFile)]);
  await using threads = new KeptThreads();
  let [isBuilt, hasNewProblems] = [false, true];
  try {
    for (let isFirst = true; ; isFirst = false) {
      const error = await buildWhenFree(session, () => build({ isFirst, hasNewProblems, threads }));
      if (error === undefined) [isBuilt, hasNewProblems] = [true, false];
      else {
        if (isFirst && !isFixableByEdit(error)) throw error;
        // The next build may have no problems if a file was still being saved, or changed while it was read.
        const time = error.problems.some(({ rule }) => rule === 'source-changed') ? 2000 : 300;
        if (await source.changesWithin(time, signal)) continue;
        reportProblems(error.problems, session, error.mayHaveChanged ? '' : afterProblems(isBuilt));
        hasNewProblems = true;
      }
      await afterBuild?.();
      while (!(await source.changesWithin(1000, signal))) {
        if (configuration.isChanged()) warn(io, `${configFile} changed: restart the ${name} to use it`);
      }
    }
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
}

/** Waits until no other build has the output folder locked, reports the second wait, and builds; returns the problems in the input. */
async function buildWhenFree(session: Session, build: () => Promise<void>): Promise<ProblemsError | undefined> {
  for (let waits = 1; ; waits += 1) {
    try {
      await build();
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      if (!error.problems.some(({ rule }) => rule === 'output-busy' || rule === 'journal-busy')) return error;
      if (waits === 2) reportProblems(error.problems, session, '; retrying until it is free');
      await pause(1000, undefined, { signal: session.signal });
    }
  }
}

/** Whether an edit of the source or the public folder can fix the error: not if the output cannot be written. */
function isFixableByEdit({ problems }: ProblemsError): boolean {
  return !problems.some(({ rule }) => rule.startsWith('output-') || rule === 'changes-write');
}
