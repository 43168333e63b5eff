// The setup of a build: all that is fixed before its source is looked at, and the lock on its output.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { holderOf } from '../output/lock.ts';
import { lockOutput, type LockedOutput } from '../output/stage.ts';
import { homeOf, outputProblems } from '../output/target.ts';
import { isInside, realPath } from '../paths.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { pathsOf, planSite, type SitePlan } from '../site/plan.ts';
import { cacheKey, type CacheKey } from './cache/key.ts';
import type { LastBuild } from './cache/state.ts';
import type { BuildIo, BuildOptions } from './options.ts';
import { shardName } from './share.ts';

export interface BuildSetup {
  readonly options: BuildOptions;
  readonly io: BuildIo;
  readonly last: LastBuild;
  /** The start of the build, in milliseconds since 1970. */
  readonly began: number;
  /** What is written around the API. */
  readonly site: SitePlan;
  readonly key: CacheKey;
  /** The real path of the output folder. */
  readonly target: string;
  /** Undefined in a dry run. */
  readonly output: LockedOutput | undefined;
  /** In a part of a merge: whether no other part writes into the output. */
  readonly isOwn: boolean;
}

/** Checks the options and locks the output. Throws a ProblemsError if they cannot be built, or if another build is running. */
export function setUp(options: BuildOptions, io: BuildIo, last: LastBuild): BuildSetup {
  const { out, data, dryRun } = options;
  const began = Date.now();
  const target = realPath(out);
  const site = planSite(options);
  const problems = [...outputProblems(out, data, pathsOf(site)), ...shardsProblems(options), ...site.problems];
  if (problems.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(problems));
  const key = cacheKey(options, site, began);
  const output = dryRun ? failIfHeld(out, target) : lockOutput(out, target, partOf(options));
  return { options, io, last, began, site, key, target, output, isOwn: false };
}

/** Results that lay in the source or the output would be taken for a part of it. */
function shardsProblems({ data, out, shards, merge }: BuildOptions): Problem[] {
  const folder = shards ?? merge;
  if (folder === undefined) return [];
  const path = realPath(folder);
  const within = [data, out].find((other) => path === realPath(other) || isInside(path, realPath(other)));
  if (within === undefined) return [];
  const finding = `is or lies inside ${within}`;
  return [problemAt(folder, undefined, '', { rule: 'shards-folder', finding })];
}

/** The name of the part of the output that a build writes; undefined if it writes all of it. */
function partOf({ shard, merge }: BuildOptions): string | undefined {
  if (!shard) return undefined;
  return merge === undefined ? shardName(shard) : `merge-${shard.index}-of-${shard.total}`;
}

/** A dry run takes no lock; it only checks whether another build is running. */
function failIfHeld(out: string, target: string): undefined {
  const holder = existsSync(dirname(target)) ? holderOf(target, homeOf(target)) : undefined;
  if (holder === undefined) return undefined;
  throw new ProblemsError([
    problemAt(out, undefined, '', { rule: 'output-busy', finding: `is being built by ${holder}` }),
  ]);
}
