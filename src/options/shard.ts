// The shard of a build command: which one it is, and which options go with it.
import { UsageError } from '../errors.ts';
import { folderAround } from '../paths.ts';
import { shardFolderOf, type Shard } from '../pipeline/shards/shard.ts';
import { errorAt } from '../problems.ts';
import type { ResolvedOptions } from './configuration.ts';
import { resolveShard } from './schedulers.ts';
import type { Options } from './option-table.ts';

/**
 * The shard that this process builds, and the scheduler that told its number, if one did; undefined for a whole build. Throws a
 * UsageError for options that do not go together.
 */
export function shardOf({ options, origins }: ResolvedOptions, env: Readonly<Partial<Record<string, string>>>) {
  const { shard, shards, merge, watch, dryRun } = options;
  const [isShard, isSplit, isMerge] = [shard, shards, merge].map((value) => value !== undefined);
  const isOfShards = isSplit || isMerge;
  const mistakes: [boolean | undefined, string][] = [
    [isShard && isMerge, '--merge takes no --shard: one process merges all shards'],
    [isShard && !isOfShards, '--shard needs --shards, the folder for everything that the shards make'],
    // Otherwise a --shard that is unset by mistake would make every job build everything.
    [isSplit && !isShard, '--shards needs --shard, which says what shard to build'],
    [isSplit && isMerge, '--shards and --merge cannot be used together'],
    // The configuration names the output for the merge.
    [
      isSplit && origins.get('out') === '--out',
      '--out cannot be used with --shards: a shard writes to a folder of its own there, and --merge takes --out',
    ],
    [isOfShards && watch, '--watch cannot be used with shards'],
    [isOfShards && dryRun, '--dry-run cannot be used with shards'],
  ];
  const reasons = mistakes.flatMap(([isMade, reason]) => (isMade ? [reason] : []));
  if (reasons.length > 0) throw new UsageError(...reasons);
  return shard && resolveShard(shard, env);
}

/** The folder of a shard, which is all of its output. Throws a ProblemsError if it lies in the site. */
export function checkedShardFolder(shard: Shard, { shards = '', out }: Pick<Options, 'shards' | 'out'>): string {
  const folder = shardFolderOf(shards, shard);
  const within = folderAround(folder, [out]);
  if (within === undefined) return folder;
  throw errorAt(folder, { rule: 'shards-folder', finding: `is or lies inside ${within}` });
}
