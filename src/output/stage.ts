// The stage: a folder beside the output in which a build is made, and what else a build holds while it works on the output.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import { lockOutput } from './lock.ts';
import { homeOf, isInside, prefixOf } from './target.ts';

export interface Stage {
  /** Where what is new is written. */
  readonly site: string;
  /** Where what is replaced or removed goes until the end. */
  readonly aside: string;
  /** Where what the next build is to know may be written, once it is made. */
  readonly state: string;
  /** The present by the file system's own clock; whoever comes back from it comes back later. Undefined where that clock hardly moves. */
  moment(): number | undefined;
}

/** The output folder while one build works on it: no other can. */
export interface Output {
  /** A new, empty stage. */
  stage(): Stage;
  /** A moment that what was changed until now is not later than, if only just, and everything that is changed from now on is. */
  now(): number;
  /** Throws where another build took the output folder over. */
  assertHeld(): void;
  /** Has the stages stay after the end: what could not be put back lies in them. */
  keepStages(): void;
  /** Removes what was not published, and lets go. */
  close(): Promise<void>;
}

/** Takes the output folder for a build, after removing what builds left that are no longer running. Throws a ProblemsError where another holds it. */
export function holdOutput(out: string, target: string): Output {
  const made = mkdirSync(dirname(target), { recursive: true });
  const home = homeOf(target);
  const lock = lockOutput(out, target, home);
  try {
    removeLeftovers(target, home);
  } catch (error) {
    lock.release();
    throw error;
  }
  const folders: string[] = [];
  const open = () => {
    const folder = makeNext(join(home, `${prefixOf(target)}${pid}`));
    folders.push(folder);
    return folder;
  };
  return {
    stage() {
      const stage = stageIn(open());
      for (const path of [stage.site, stage.aside]) mkdirSync(path);
      return stage;
    },
    now() {
      const clock = join(open(), 'clock');
      writeFileSync(clock, '');
      // What is changed within the same tick of the clock counts as later.
      return lstatSync(clock).ctimeMs - leastTime;
    },
    assertHeld: () => lock.assertHeld(),
    keepStages() {
      for (const folder of folders.splice(0)) writeFileSync(join(folder, keptFile), '');
    },
    async close() {
      // Hundreds of thousands of files take seconds; whoever serves them from this process goes on meanwhile.
      try {
        await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
      } finally {
        lock.release();
      }
      if (made !== undefined && !existsSync(target)) removeEmpty(dirname(target), made);
    },
  };
}

/** Marks a stage that a person has to look into. */
const keptFile = 'kept';

/** Removes the stages of killed builds. Only who holds the output may: nobody else then has one. */
function removeLeftovers(target: string, home: string): void {
  const prefix = prefixOf(target);
  for (const name of readdirSync(home)) {
    const isStage = name.startsWith(prefix) && /^\d+-\d+$/u.test(name.slice(prefix.length));
    if (isStage && !existsSync(join(home, name, keptFile))) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function stageIn(folder: string): Stage {
  return {
    site: join(folder, 'site'),
    aside: join(folder, 'aside'),
    state: join(folder, 'state'),
    moment: () => momentIn(folder),
  };
}

/** Makes a folder that is not there yet: one that was kept for a person to look into may be. */
function makeNext(path: string): string {
  for (let number = 1; ; number += 1) {
    try {
      mkdirSync(`${path}-${number}`);
      return `${path}-${number}`;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Less than the clock of any file system tells apart, in milliseconds. */
const leastTime = 0.001;

/** How long to wait for the clock to go on, in milliseconds and in steps. */
const patience = { steps: 100, milliseconds: 1 };

function momentIn(folder: string): number | undefined {
  const clock = join(folder, 'clock');
  writeFileSync(clock, '');
  const moment = lstatSync(clock).ctimeMs;
  const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let step = 0; step < patience.steps; step += 1) {
    utimesSync(clock, 0, step);
    if (lstatSync(clock).ctimeMs > moment) return moment;
    Atomics.wait(nobody, 0, 0, patience.milliseconds);
  }
  return undefined;
}

/** Removes a folder and those above it up to `top`, as long as they are empty. */
function removeEmpty(folder: string, top: string): void {
  for (let at = folder; at === top || isInside(at, top); at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}
