// Following: a command that builds on every change of the source, until Ctrl-C.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { publicFolderOf } from '../site/public.ts';
import { configFile } from '../configuration.ts';
import { ProblemsError } from '../problems.ts';
import { reportProblems, say, type Session } from '../session.ts';
import { line, red, yellow } from '../terminal.ts';
import { watchPaths, type Watch } from '../watch.ts';

/** What is to be closed at the end, in no order. */
export type Open = { close: () => Promise<void> }[];

/** What a command does while it follows the source. */
export interface Following {
  /** What a person starts again: `preview`. */
  readonly name: string;
  /** One build; throws what a build throws. */
  readonly build: (isFirst: boolean) => Promise<void>;
  /** Comes after each build that was done, and after the first where the source has problems. */
  readonly afterBuild?: () => Promise<void>;
  /** What follows the number of problems; `isBuilt` where a build was done before. */
  readonly afterProblems: (isBuilt: boolean) => string;
}

/** Runs what goes on until Ctrl-C, which is no failure, or until `fail` is told of one; closes at the end what it opened. */
export async function untilEnded(
  { signal }: Session,
  begin: (open: Open, fail: (error: unknown) => void) => Promise<void>,
): Promise<true> {
  const open: Open = [];
  const failed = new AbortController();
  try {
    await begin(open, (error) => failed.abort(error));
    await aborted(AbortSignal.any([signal, failed.signal]));
    failed.signal.throwIfAborted();
    return true;
  } catch (error) {
    // In the first build, too.
    if (signal.aborted && !failed.signal.aborted) return true;
    throw error;
  } finally {
    await Promise.all(open.map((one) => one.close()));
  }
}

/** Builds, and goes on to build on every change of the source and the public folder. Where that fails by no fault of theirs, `fail` is told. */
export async function follow(
  session: Session,
  open: Open,
  { name, build, afterBuild, afterProblems }: Following,
  fail: (error: unknown) => void,
): Promise<void> {
  const { settings, signal } = session;
  const onBlindness = blindnessOf(session, name);
  let isBuilt = false;
  let held: NodeJS.Timeout | undefined;
  // Changes before the first build are in it.
  let goesOn = Promise.resolve(false);
  const step = async (isFirst: boolean) => {
    clearTimeout(held);
    await whenFree(session, () => build(isFirst));
    isBuilt = true;
    await afterBuild?.();
  };
  const tell = ({ problems }: ProblemsError) => reportProblems(problems, session, afterProblems(isBuilt));
  const hold = (error: ProblemsError) => (held = setTimeout(tell, patienceWith(error), error));
  const onChange = async () => {
    if (await goesOn) await step(false);
  };
  const onFailure = (error: unknown) => {
    if (signal.aborted) return;
    if (error instanceof ProblemsError) hold(error);
    else fail(error);
  };
  // Both before the first build, so that no edit made meanwhile goes unseen.
  open.push(watchPaths([settings.data, publicFolderOf(settings)], { onChange, onFailure, onBlindness }));
  open.push(watchConfiguration(session, name, onBlindness));
  open.push({ close: async () => clearTimeout(held) });
  const first = step(true);
  goesOn = first.then(
    () => true,
    (error: unknown) => !signal.aborted && canBeMended(error),
  );
  try {
    await first;
  } catch (error) {
    if (!canBeMended(error)) throw error;
    if (isOvertaken(error)) hold(error);
    else tell(error);
    await afterBuild?.();
  }
}

/** Builds once no other build holds the output folder; a person is told of the second wait. */
async function whenFree(session: Session, build: () => Promise<void>): Promise<void> {
  for (let waits = 1; ; waits += 1) {
    try {
      await build();
      return;
    } catch (error) {
      if (!(error instanceof ProblemsError) || !error.problems.some(({ rule }) => rule === 'output-busy')) throw error;
      if (waits === 2) reportProblems(error.problems, session, '; trying again until it is free');
      await pause(1000, undefined, { signal: session.signal });
    }
  }
}

/** Milliseconds that problems have to go away by themselves: a file may be built while it is still being saved. */
function patienceWith(error: ProblemsError): number {
  return isOvertaken(error) ? 2000 : 300;
}

/** The change that came while the source was read makes another build. */
function isOvertaken({ problems }: ProblemsError): boolean {
  return problems.some(({ rule }) => rule === 'source-changed');
}

/** No edit of the source or of the public folder puts right what is wrong with where a build writes. */
function canBeMended(error: unknown): error is ProblemsError {
  const isElsewhere = (rule: string) => rule.startsWith('output-') || rule === 'changes-write';
  return error instanceof ProblemsError && !error.problems.some(({ rule }) => isElsewhere(rule));
}

/** Settings are settled once: a change of their file is only told. */
function watchConfiguration({ io }: Session, name: string, onBlindness: (error: unknown) => void): Watch {
  const changed = `${configFile} changed: start the ${name} again to use it`;
  const onChange = async () => say(io, line`${yellow('warning:')} ${changed}`);
  return watchPaths([join(io.cwd(), configFile)], { onChange, onFailure: onBlindness, onBlindness });
}

/** Says once that changes may go unseen; the system tells it of every folder. */
function blindnessOf({ io }: Session, name: string): (error: unknown) => void {
  let isSaid = false;
  return (error) => {
    if (isSaid) return;
    isSaid = true;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = `let this user read the source, or raise the system's limit on watched files, and start the ${name} again`;
    say(io, red(`not every change is seen from now on: ${reason}`), `    ${remedy}`);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
