// The setup of a build: all that is fixed before its source is looked at, and the lock on its target.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Site } from '../outputs/site-options.ts';
import { planSite, type SitePlan } from '../outputs/site-plan.ts';
import { realPath } from '../paths.ts';
import { errorAt, ProblemsError, sortProblems, type Problem } from '../text/problems.ts';
import { buildWork, holderOf } from '../storage/lock.ts';
import type { BuildIo, BuildOptions, BuildResult } from './build-options.ts';
import { toProblem } from './failures.ts';
import { lockFolderOf, lockTarget, type LockedTarget } from './published/staging-folder.ts';

export interface BuildSetup {
  readonly options: BuildOptions;
  readonly io: BuildIo;
  /** What is written around the API. */
  readonly sitePlan: SitePlan;
  readonly site: Site;
  /** The real path of the target. */
  readonly target: string;
  /** Undefined in a dry run. */
  readonly lockedTarget: LockedTarget | undefined;
}

/** Work that writes to a target. */
interface TargetWork {
  /** Why the target cannot be written. */
  readonly obstacles: (sitePlan: SitePlan) => readonly Problem[];
  readonly run: (setup: BuildSetup) => Promise<BuildResult>;
  /** Whether something may have changed if the system refuses to write. */
  readonly mayHaveChanged: boolean;
}

/** Checks the options, and runs the work while the target is locked. Throws a ProblemsError if the options, the target, the work or the disk is at fault. */
export async function workOn(options: BuildOptions, io: BuildIo, work: TargetWork): Promise<BuildResult> {
  try {
    const setup = setUp(options, io, work);
    const close = async () => (await setup.lockedTarget?.close()) ?? [];
    try {
      const result = await work.run(setup);
      return { ...result, warnings: [...result.warnings, ...(await close())] };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    throw toProblem(error, options, work.mayHaveChanged);
  }
}

function setUp(options: BuildOptions, io: BuildIo, { obstacles }: TargetWork): BuildSetup {
  const { out, dryRun } = options;
  const target = realPath(out);
  const sitePlan = planSite(options);
  const problems = [...obstacles(sitePlan), ...sitePlan.problems];
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(problems));
  const lockedTarget = dryRun ? failIfHeld(out, target) : lockTarget(out, target);
  const { fields, features, hasHomepage } = sitePlan;
  return { options, io, sitePlan, site: { options, fields, features, hasHomepage }, target, lockedTarget };
}

/** A dry run takes no lock; it only checks whether another build is running. */
function failIfHeld(out: string, target: string): undefined {
  const holder = existsSync(dirname(target)) ? holderOf(target, lockFolderOf(target)) : undefined;
  if (holder === undefined) return undefined;
  throw errorAt(out, { rule: buildWork.rule, finding: buildWork.busyMessage(holder) });
}
