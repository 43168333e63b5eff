// The setup of a build: all that is fixed before its source is looked at, and the lock on its target.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from '../outputs/site-options.ts';
import { plannedPaths, planSite, type SitePlan } from '../outputs/site-plan.ts';
import { folderAround, realPath } from '../paths.ts';
import { errorAt, fileProblem, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { buildWork, holderOf } from '../storage/lock.ts';
import type { BuildIo, BuildOptions } from './build-options.ts';
import { isShard, siteFolder } from './shards/shard-manifest.ts';
import { targetProblems } from './published/obstacles.ts';
import { lockFolderOf, lockTarget, type LockedTarget } from './published/staging-folder.ts';
import { UnreportedChanges } from './published/unreported.ts';

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
  readonly unreported: UnreportedChanges;
}

/** Checks the options and locks the target. Throws a ProblemsError if they cannot be built, or if another build is running. */
export function setUp(options: BuildOptions, io: BuildIo): BuildSetup {
  const { out, data, dryRun } = options;
  const target = realPath(out);
  const sitePlan = planSite(options);
  const problems = [
    ...(options.shard ? [] : targetProblems(out, data, plannedPaths(sitePlan))),
    ...shardsProblems(options),
    ...sitePlan.problems,
  ];
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(problems));
  const lockedTarget = dryRun ? failIfHeld(out, target) : lockTarget(out, target);
  const unreported = new UnreportedChanges(options.shard ? join(target, siteFolder) : target, io.report !== undefined);
  const { facts, features, homepage } = sitePlan;
  const site = { options, facts, features, homepage };
  return { options, io, sitePlan, site, target, lockedTarget, unreported };
}

/** The folder of shards must not be a part of the source or the target, and a shard writes only to its own folder. */
function shardsProblems({ data, out, shard, merge }: BuildOptions): Problem[] {
  const folder = shard ? out : merge;
  if (folder === undefined) return [];
  const within = folderAround(folder, shard ? [data] : [data, out]);
  const finding = within === undefined ? shard && obstacleTo(realPath(folder)) : `is or lies inside ${within}`;
  return finding === undefined ? [] : [fileProblem(folder, { rule: 'shards-folder', finding })];
}

/** Why a shard cannot write to its folder. */
function obstacleTo(folder: string): string | undefined {
  for (const path of [dirname(folder), folder]) {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (!entry) return undefined;
    if (!entry.isDirectory()) return `cannot be written: ${path} is not a folder`;
  }
  const isOurs = isShard(folder) || readdirSync(folder).length === 0;
  return isOurs ? undefined : 'is not empty and was not made by this tool';
}

/** A dry run takes no lock; it only checks whether another build is running. */
function failIfHeld(out: string, target: string): undefined {
  const holder = existsSync(dirname(target)) ? holderOf(target, lockFolderOf(target)) : undefined;
  if (holder === undefined) return undefined;
  throw errorAt(out, { rule: buildWork.rule, finding: buildWork.busyMessage(holder) });
}
